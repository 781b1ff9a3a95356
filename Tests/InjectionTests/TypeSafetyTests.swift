@_spi(FactoryConformance) import Injection
import Testing
import ThreadTesting

/// Definitions that have everything in common but a type never share a closure, a decorator or an instance.
struct TypeSafetyTests {
    @Test func `a factory has the conformance that other modules cannot name`() {
        #expect(type(of: Factory<Int>.conformance) == FactoryConformance.self)
    }

    @Test(arguments: [Scope.unique, .cached, .shared, .session, .graph, Scope.Singleton()])
    func `definitions of different types with one key are different factories`(scope: Scope) async throws {
        let shelf = OneKey()
        for _ in 0..<5 {
            #expect(shelf.make(1, in: scope)() == 1)
            #expect(shelf.make(2 as Int?, in: scope)() == 2)
            #expect(shelf.make(3 as Int??, in: scope)() == 3)
            #expect(shelf.make(4 as UInt8, in: scope)() == 4)
            #expect(shelf.make("five", in: scope)() == "five")
            #expect(shelf.make([6], in: scope)() == [6])
            #expect(shelf.make(["seven"], in: scope)() == ["seven"])
            #expect(shelf.make(Pair(8, "eight"), in: scope)().second == "eight")
            #expect(shelf.make(Pair("nine", 9), in: scope)().first == "nine")
            #expect(shelf.make((a: 10, b: "ten"), in: scope)().b == "ten")
            #expect(shelf.make(("eleven", 11), in: scope)().0 == "eleven")
            #expect(shelf.make(Square() as any Shape, in: scope)().sides == 4)
            #expect(shelf.make(Square(), in: scope)().sides == 4)
            #expect(shelf.make(Circle() as any Shape & AnyObject, in: scope)().sides == 0)
            #expect(shelf.make(Circle(), in: scope)().sides == 0)
            #expect(shelf.make(Circle() as AnyObject, in: scope)() is Circle)
            #expect(shelf.make(12 as Any, in: scope)() as? Int == 12)
            #expect(shelf.make(AnyHashable(13), in: scope)() == AnyHashable(13))
            #expect(shelf.make(Square.self as any Shape.Type, in: scope)() == Square.self)
            #expect(shelf.make((any Shape).self, in: scope)() == (any Shape).self)
            #expect(shelf.make({ 14 }, in: scope)()() == 14)
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

    @Test func `modifiers of one type are not applied to another with the same key`() async {
        let shelf = OneKey()
        var seen: [String] = []
        shelf.make(1).register { 2 }.decorator { seen.append("Int \($0)") }
        shelf.make("one").onTest { "two" }.decorator { seen.append("String " + $0) }
        shelf.make(1 as Int?).onDevice { nil }.timeToLive(1)
        shelf.make([1]).onShutdown { numbers in #expect(numbers == [1]) }
        shelf.make(["one"]).onShutdown { texts in #expect(texts == ["one"]) }
        for _ in 0..<3 {
            #expect(shelf.make(1)() == 2)
            #expect(shelf.make("one")() == "two")
            #expect(shelf.make(1 as Int?)() == nil)
            #expect(shelf.make(UInt8(1))() == 1)
            #expect(shelf.make([1], in: .cached)() == [1])
            #expect(shelf.make(["one"], in: .cached)() == ["one"])
            #expect(shelf.make(Square() as any Shape)().sides == 4)
        }
        #expect(Set(seen) == ["Int 2", "String two"])
        #expect(await shelf.shutdown().isEmpty)
    }

    @Test func `a factory found by type is that of exactly this type`() {
        let shelf = TypedShelf()
        shelf.register { 1 }.scope(.cached)
        shelf.register { 2 as Int? }.scope(.cached)
        shelf.register { Square() as any Shape }.scope(.cached)
        shelf.register { Circle() }.scope(.shared)
        for _ in 0..<5 {
            #expect(shelf.resolve(Int.self) == 1)
            #expect(shelf.resolve(Int?.self) == 2)
            #expect(shelf.resolve((any Shape).self)?.sides == 4)
            #expect(shelf.resolve(Circle.self)?.sides == 0)
            #expect(shelf.resolve(Square.self) == nil)
            #expect(shelf.resolve((any Shape & Sendable).self)?.sides == 4)
            // The key of typed registrations is empty; a definition with this key is the same factory if it makes the same type.
            #expect(shelf(key: "") { "text" }() == "text")
        }
    }

    @Test func `a factory registered through a base class is found`() {
        let shelf: TypedShelf = SpecialShelf()
        shelf.register { "special" }
        #expect(shelf.resolve(String.self) == "special")
    }

    @Test func `parameters that are equal but of different types have instances of their own`() {
        let shelf = OneKey()
        for _ in 0..<3 {
            #expect(
                shelf.withParameter({ (number: Int) in "Int \(number)" }, in: .cached).scopeOnParameters(1) == "Int 1")
            #expect(shelf.withParameter({ (number: Double) in number }, in: .cached).scopeOnParameters(1) == 1)
            #expect(
                shelf.withParameter({ (any: AnyHashable) in any.base as? Int }, in: .cached).scopeOnParameters(1) == 1)
            #expect(
                shelf.withParameter({ (any: AnyHashable) in any.base as? Int }, in: .cached).scopeOnParameters("1")
                    == nil)
            #expect(shelf.withParameter({ (_: AllEqual) in [1] }, in: .cached).scopeOnParameters(AllEqual()) == [1])
        }
    }

    @Test func `threads that resolve one key with different types get what they asked for`() async {
        let shelf = OneKey()
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

    @Test func `a key may be a Unicode scalar`() {
        let shelf = OneKey()
        let key = scalar(StaticString.self)
        #expect(!key.hasPointerRepresentation)
        for _ in 0..<5 {
            #expect(shelf(key: key) { 1 }.cached() == 1)
            #expect(shelf(key: key) { "one" }.cached() == "one")
            #expect(shelf(key: "s") { 2 }.cached() == 1)
        }
    }

    @Test func `a container may replace its manager, whose factories are still in use`() {
        let shelf = RestlessShelf()
        for round in 0..<20 {
            for _ in 0..<4 {
                #expect(shelf.number() == 7)
                #expect(shelf.text().value == "seven")
                #expect(shelf.plain() == 8)
            }
            let (number, text, plain) = (shelf.number, shelf.text, shelf.plain)
            shelf.manager = ContainerManager()
            let noise = (0..<200).map { size in [UInt8](repeating: 0x41, count: 8 + (size + round) % 64) }
            for _ in 0..<3 {
                #expect(number() == 7)
                #expect(text().value == "seven")
                #expect(plain() == 8)
            }
            #expect(noise.count == 200)
        }
    }

    @Test func `a container may have a manager for each access`() async {
        let shelf = ForgetfulShelf()
        _ = await onThreads(4) { _ in
            for _ in 0..<300 {
                #expect(shelf.number() == 7)
                #expect(shelf.text().value == "seven")
                shelf.number.register { 9 }
                shelf.reset()
            }
        }
    }
}

extension OneKey {
    func make<T>(_ value: T, in scope: Scope = .unique) -> Factory<T> {
        self(key: "key") { value }.scope(scope)
    }

    func withParameter<P, T>(_ make: @escaping (P) -> T, in scope: Scope) -> ParameterFactory<P, T> {
        self(key: "key", make).scope(scope)
    }

    func asynchronous<T: Sendable>(_ value: T, in scope: Scope) -> AsyncFactory<T> {
        AsyncFactory(self, key: "key") { value }.scope(scope)
    }
}

private final class OneKey: ManagedContainer {
    let manager = ContainerManager()
}

private class TypedShelf: Resolving, @unchecked Sendable {
    let manager = ContainerManager()
}

private final class SpecialShelf: TypedShelf, @unchecked Sendable {}

/// A container that does not keep its manager, which is its mistake but nobody else's.
private final class RestlessShelf: ManagedContainer, @unchecked Sendable {
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

    init(_ value: String) { self.value = value }
}

private protocol Shape: Sendable {
    var sides: Int { get }
}

private struct Square: Shape {
    let sides = 4
}

private final class Circle: Shape {
    let sides = 0
}

private struct Pair<First, Second> {
    let first: First
    let second: Second

    init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }
}

/// A value that is equal to all others, without a content that it could be told by.
private struct AllEqual: Hashable {}

/// Two types of one name in two scopes.
private enum OneLocal {
    static func content(of shelf: OneKey, in scope: Scope) -> Int {
        struct Local { let content = 16 }
        return shelf.make(Local(), in: scope)().content
    }
}

private enum OtherLocal {
    static func content(of shelf: OneKey, in scope: Scope) -> String {
        struct Local { let content = "sixteen" }
        return shelf.make(Local(), in: scope)().content
    }
}

/// A literal as code sees it that knows the type only as generic.
private func scalar<S: ExpressibleByUnicodeScalarLiteral>(_ type: S.Type) -> S { "s" }
