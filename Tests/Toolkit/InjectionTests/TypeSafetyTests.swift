@_spi(FactoryConformance) import Injection
import Testing
import ThreadTesting

/// Tests that definitions that differ only in type never share a closure, a decorator or an
/// instance.
struct TypeSafetyTests {
    @Test func `a factory has the conformance that other modules cannot name`() {
        #expect(type(of: Factory<Int>.conformance) == FactoryConformance.self)
    }

    @Test(arguments: [Scope.unique, .cached, .shared, .session, .graph, Scope.Singleton()])
    func `definitions of different types with one key are different factories`(
        scope: Scope
    ) async throws {
        let shelf = BareContainer()
        for _ in 0..<5 {
            #expect(shelf.make(1, in: scope)() == 1)
            #expect(shelf.make(2 as Int?, in: scope)() == 2)
            #expect(shelf.make(3 as Int??, in: scope)() == 3)
            #expect(shelf.make("five", in: scope)() == "five")
            #expect(shelf.make([6], in: scope)() == [6])
            #expect(shelf.make(Pair(8, "eight"), in: scope)().second == "eight")
            #expect(shelf.make(Pair("nine", 9), in: scope)().first == "nine")
            #expect(shelf.make(Square() as any Shape, in: scope)().sides == 4)
            #expect(shelf.make(Square(), in: scope)().sides == 4)
            #expect(shelf.make(12 as Any, in: scope)() as? Int == 12)
            #expect(shelf.make((any Shape).self, in: scope)() == (any Shape).self)
            #expect(shelf.make({ (text: String) in text + "!" }, in: scope)()("15") == "15!")
            #expect(OneLocal.content(of: shelf, in: scope) == 16)
            #expect(OtherLocal.content(of: shelf, in: scope) == "sixteen")
            #expect(shelf.withParameter({ (number: Int) in number + 1 }, in: scope)(16) == 17)
            #expect(shelf.withParameter({ (text: String) in text.count }, in: scope)("a") >= 1)
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
        shelf.make([1]).onShutdown { numbers in #expect(numbers == [1]) }
        shelf.make(["one"]).onShutdown { texts in #expect(texts == ["one"]) }
        for _ in 0..<3 {
            #expect((shelf.make(1)(), shelf.make("one")()) == (2, "two"))
            #expect(shelf.make([1], in: .cached)() == [1])
            #expect(shelf.make(["one"], in: .cached)() == ["one"])
        }
        #expect(Set(seen.lines) == ["Int 2", "String two"])
        #expect(await shelf.shutdown().isEmpty)
    }

    @Test func `a factory is found only by the exact type for which it was registered`() {
        let shelf: TypedShelf = SpecialShelf()
        shelf.register { 1 }.scope(.cached)
        shelf.register { 2 as Int? }.scope(.cached)
        shelf.register { Square() as any Shape }.scope(.cached)
        shelf.register { Disc() }.scope(.shared)
        for _ in 0..<5 {
            #expect(shelf.resolve(Int.self) == 1)
            #expect(shelf.resolve(Int?.self) == 2)
            #expect(
                (shelf.resolve((any Shape).self)?.sides, shelf.resolve(Disc.self)?.sides) == (4, 0)
            )
            #expect(shelf.resolve(Square.self) == nil)
            #expect(shelf.resolve((any Shape & Sendable).self)?.sides == 4)
            // The key of typed registrations is also empty, but this definition has another type,
            // so it is a different factory.
            #expect(shelf(key: "") { "text" }() == "text")
        }
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

    @Test func `threads that resolve one key with different types receive the requested types`()
        async
    {
        let shelf = BareContainer()
        _ = await onThreads(4) { index in
            for _ in 0..<500 {
                switch index {
                case 0: #expect(shelf.make(1, in: .cached)() == 1)
                case 1: #expect(shelf.make("text", in: .cached)() == "text")
                case 2: #expect(shelf.make(Square() as any Shape, in: .cached)().sides == 4)
                default:
                    #expect(shelf.make([1, 2], in: .cached)() == [1, 2])
                    shelf.reset()
                }
            }
        }
    }

    @Test func `a key can consist of one Unicode scalar`() {
        let shelf = BareContainer()
        let key = scalar(StaticString.self)
        #expect(!key.hasPointerRepresentation)
        for _ in 0..<5 {
            #expect(shelf(key: key) { 1 }.cached() == 1)
            #expect(shelf(key: key) { "one" }.cached() == "one")
            #expect(shelf(key: "s") { 2 }.cached() == 1)
        }
    }

    @Test(arguments: [RestlessShelf(), .shared])
    fileprivate func `factories still resolve after their container replaces its manager`(
        shelf: RestlessShelf
    ) {
        for round in 0..<20 {
            for _ in 0..<4 {
                #expect((shelf.number(), shelf.text().value, shelf.plain()) == (7, "seven", 8))
            }
            let number = shelf.number
            let text = shelf.text
            let plain = shelf.plain
            shelf.manager = ContainerManager()
            let noise = (0..<200).map { size in
                [UInt8](repeating: 0x41, count: 8 + (size + round) % 64)
            }
            for _ in 0..<3 {
                #expect((number(), text().value, plain()) == (7, "seven", 8))
            }
            #expect(noise.count == 200)
        }
    }

    @Test func `a container can return a new manager on each read`() async {
        let shelf = ForgetfulShelf()
        _ = await onThreads(4) { _ in
            for _ in 0..<300 {
                #expect((shelf.number(), shelf.text().value) == (7, "seven"))
                shelf.number.register { 9 }
                shelf.reset()
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

// Sendable because the instances never change; a class with a subclass requires `@unchecked`.
private class TypedShelf: Resolving, @unchecked Sendable { let manager = ContainerManager() }
private final class SpecialShelf: TypedShelf, @unchecked Sendable {}

/// A container that replaces its manager, which violates the requirements of `ManagedContainer`.
// Sendable because only one thread uses it.
private final class RestlessShelf: SharedContainer, @unchecked Sendable {
    @TaskLocal static var shared = RestlessShelf()
    var manager = ContainerManager()
    var number: Factory<Int> { self { 7 }.cached }
    var text: Factory<Text> { self { Text("seven") }.singleton }
    var plain: Factory<Int> { self { 8 } }
}

private final class ForgetfulShelf: ManagedContainer {
    var manager: ContainerManager { ContainerManager() }
    var number: Factory<Int> { self { 7 }.cached }
    var text: Factory<Text> { self { Text("seven") }.cached }
}

private final class Text: Sendable {
    let value: String
    init(_ value: String) {
        self.value = value
    }
}

private protocol Shape: Sendable { var sides: Int { get } }
private struct Square: Shape { let sides = 4 }
private final class Disc: Shape { let sides = 0 }

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

private func scalar<S: ExpressibleByUnicodeScalarLiteral>(_ type: S.Type) -> S {
    "s"
}
