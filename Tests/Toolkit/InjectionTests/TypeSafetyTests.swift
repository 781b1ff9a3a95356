import Injection
import Testing
import ThreadTesting

/// Tests that definitions that differ only in type never share a closure, a decorator or an
/// instance.
struct TypeSafetyTests {
    @Test(arguments: Scope.sharing + [.unique, .graph])
    func `definitions of different types with one key are different factories`(
        scope: Scope
    ) async throws {
        let shelf = BareContainer()
        for _ in 0..<5 {
            #expect(shelf.make(1, in: scope)() == 1)
            #expect(shelf.make(2 as Int?, in: scope)() == 2)
            #expect(shelf.make("five", in: scope)() == "five")
            #expect(shelf.make(Pair(8, "eight"), in: scope)().second == "eight")
            #expect(shelf.make(Pair("nine", 9), in: scope)().first == "nine")
            #expect(shelf.make(Square() as any Shape, in: scope)().sides == 4)
            #expect(shelf.make(Square(), in: scope)().sides == 4)
            #expect(OneLocal.content(of: shelf, in: scope) == 16)
            #expect(OtherLocal.content(of: shelf, in: scope) == "sixteen")
            #expect(shelf.withParameter({ (number: Int) in number + 1 }, in: scope)(16) == 17)
            #expect(shelf.withParameter({ (number: Int) in "\(number)" }, in: scope)(18) == "18")
            #expect(try await shelf.asynchronous(19, in: scope)() == 19)
            #expect(try await shelf.asynchronous("twenty", in: scope)() == "twenty")
        }
    }

    @Test func `modifiers of one type are not applied to another type with the same key`() async {
        let shelf = BareContainer()
        let seen = Record()
        shelf.make(1).register { 2 }.decorator { seen.add("Int \($0)") }
        shelf.make("one").onTest { "two" }.decorator { seen.add("String " + $0) }
        shelf.make([1]).onShutdown { numbers in seen.add("\(numbers)") }
        shelf.make(["one"]).onShutdown { texts in seen.add("\(texts)") }
        for _ in 0..<3 {
            #expect(shelf.make(1)() == 2)
            #expect(shelf.make("one")() == "two")
            #expect(shelf.make([1], in: .cached)() == [1])
            #expect(shelf.make(["one"], in: .cached)() == ["one"])
        }
        #expect(Set(seen.lines) == ["Int 2", "String two"])
        #expect(await shelf.shutdown().isEmpty)
        #expect(seen.lines.suffix(2) == [#"["one"]"#, "[1]"])
    }

    @Test func `equal parameters of different types have separate instances`() {
        let shelf = BareContainer()
        func factory<P: Hashable, T>(
            _ make: @escaping @Sendable (P) -> T
        ) -> ParameterFactory<P, T> {
            shelf.withParameter(make, in: .cached).scopeOnParameters
        }
        for _ in 0..<3 {
            #expect(factory { (number: Int) in "Int \(number)" }(1) == "Int 1")
            #expect(factory { (number: Double) in number }(1) == 1)
            #expect(factory { (any: AnyHashable) in any.base as? Int }(1) == 1)
            #expect(factory { (any: AnyHashable) in any.base as? Int }("1") == nil)
            #expect(factory { (_: AllEqual) in [1] }(AllEqual()) == [1])
        }
    }

    /// A container that returns a new manager on each read violates the requirements of
    /// `ManagedContainer`.
    @Test func `factories retain the manager of a container that does not retain it`() async {
        let shelf = ForgetfulShelf()
        _ = await onThreads(4) { _ in
            for _ in 0..<300 {
                let number = shelf.number
                #expect(number() == 7)
                #expect(shelf.text().name == "seven")
                shelf.number.register { 9 }
                #expect(number() == 7)
            }
        }
    }
}

extension BareContainer {
    // Threads can share the values of these tests, even if their types are not Sendable, because
    // the values never change.
    fileprivate func make<T>(_ value: T, in scope: Scope = .unique) -> Factory<T> {
        nonisolated(unsafe) let value = value
        return self(key: "key") { unsafe value }.scope(scope)
    }

    fileprivate func withParameter<P, T>(
        _ make: @escaping @Sendable (P) -> T,
        in scope: Scope
    ) -> ParameterFactory<P, T> {
        self(key: "key", make).scope(scope)
    }

    fileprivate func asynchronous<T: Sendable>(_ value: T, in scope: Scope) -> AsyncFactory<T> {
        AsyncFactory(self, key: "key") { value }.scope(scope)
    }
}

private final class ForgetfulShelf: ManagedContainer {
    var manager: ContainerManager { ContainerManager() }
    var number: Factory<Int> { self { 7 }.cached }
    var text: Factory<any LinkStore> { self { MemoryLinkStore("seven") }.cached }
}

private protocol Shape: Sendable { var sides: Int { get } }
private struct Square: Shape { let sides = 4 }

private struct Pair<First, Second> {
    let first: First
    let second: Second
    init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }
}

private struct AllEqual: Hashable {}

private enum OneLocal {
    static func content(of shelf: BareContainer, in scope: Scope) -> Int {
        struct Local { let content = 16 }
        return shelf.make(Local(), in: scope)().content
    }
}

private enum OtherLocal {
    static func content(of shelf: BareContainer, in scope: Scope) -> String {
        struct Local { let content = "sixteen" }
        return shelf.make(Local(), in: scope)().content
    }
}
