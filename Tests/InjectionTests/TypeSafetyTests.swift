@_spi(FactoryConformance) import Injection
import Testing
import ThreadTesting

/// Definitions that differ in type alone never share a closure, a decorator or an instance.
struct TypeSafetyTests {
    @Test func `a factory has the conformance that other modules cannot name`() {
        #expect(type(of: Factory<Int>.conformance) == FactoryConformance.self)
    }

    @Test(arguments: [Scope.unique, .cached, .shared, .session, .graph, Scope.Singleton()])
    func `definitions of different types with one key are different factories`(scope: Scope) async throws {
        let shelf = BareContainer()
        for _ in 0..<5 {
            checkValues(shelf, scope)
            checkReferences(shelf, scope)
            checkParameters(shelf, scope)
            let (number, text) = (shelf.asynchronous(19, in: scope), shelf.asynchronous("twenty", in: scope))
            #expect(try await (number(), text()) == (19, "twenty"))
        }
    }

    private func checkValues(_ shelf: BareContainer, _ scope: Scope) {
        let one: Int = shelf.make(1, in: scope)()
        let two: Int? = shelf.make(2 as Int?, in: scope)()
        let three: Int?? = shelf.make(3 as Int??, in: scope)()
        let four: UInt8 = shelf.make(4 as UInt8, in: scope)()
        let five: String = shelf.make("five", in: scope)()
        #expect((one, two, four, five) == (1, 2, 4, "five") && three == 3)
        let six: [Int] = shelf.make([6], in: scope)()
        let seven: [String] = shelf.make(["seven"], in: scope)()
        #expect(six == [6] && seven == ["seven"])
        let eight: Pair<Int, String> = shelf.make(Pair(8, "eight"), in: scope)()
        let nine: Pair<String, Int> = shelf.make(Pair("nine", 9), in: scope)()
        let ten: (a: Int, b: String) = shelf.make((a: 10, b: "ten"), in: scope)()
        let eleven: (String, Int) = shelf.make(("eleven", 11), in: scope)()
        #expect([eight.second, nine.first, ten.b, eleven.0] == ["eight", "nine", "ten", "eleven"])
        let twelve: Any = shelf.make(12 as Any, in: scope)()
        let thirteen: AnyHashable = shelf.make(AnyHashable(13), in: scope)()
        #expect(twelve as? Int == 12 && thirteen == AnyHashable(13))
    }

    private func checkReferences(_ shelf: BareContainer, _ scope: Scope) {
        let shape: any Shape = shelf.make(Square() as any Shape, in: scope)()
        let square: Square = shelf.make(Square(), in: scope)()
        let round: any Shape & AnyObject = shelf.make(Disc() as any Shape & AnyObject, in: scope)()
        let disc: Disc = shelf.make(Disc(), in: scope)()
        let sides: [Int] = [shape.sides, square.sides, round.sides, disc.sides]
        #expect(sides == [4, 4, 0, 0])
        let object: AnyObject = shelf.make(Disc() as AnyObject, in: scope)()
        let type: any Shape.Type = shelf.make(Square.self as any Shape.Type, in: scope)()
        let existential: (any Shape).Type = shelf.make((any Shape).self, in: scope)()
        #expect(object is Disc && type == Square.self && existential == (any Shape).self)
        let number: Int = OneLocal.content(of: shelf, in: scope)
        let text: String = OtherLocal.content(of: shelf, in: scope)
        #expect(number == 16 && text == "sixteen")
    }

    private func checkParameters(_ shelf: BareContainer, _ scope: Scope) {
        let fourteen: () -> Int = shelf.make({ 14 }, in: scope)()
        let fifteen: (String) -> String = shelf.make({ (text: String) in text + "!" }, in: scope)()
        #expect(fourteen() == 14 && fifteen("15") == "15!")
        let successor: Int = shelf.withParameter({ (number: Int) in number + 1 }, in: scope)(16)
        let count: Int = shelf.withParameter({ (text: String) in text.count }, in: scope)("a")
        let digits: String = shelf.withParameter({ (number: Int) in "\(number)" }, in: scope)(18)
        #expect(successor == 17 && count >= 1 && digits == "18")
    }

    @Test func `modifiers of one type are not applied to another with the same key`() async {
        let shelf = BareContainer()
        var seen: [String] = []
        shelf.make(1).register { 2 }.decorator { seen.append("Int \($0)") }
        shelf.make("one").onTest { "two" }.decorator { seen.append("String " + $0) }
        shelf.make(1 as Int?).onDevice { nil }.timeToLive(1)
        shelf.make([1]).onShutdown { numbers in #expect(numbers == [1]) }
        shelf.make(["one"]).onShutdown { texts in #expect(texts == ["one"]) }
        for _ in 0..<3 {
            let (number, text): (Int, String) = (shelf.make(1)(), shelf.make("one")())
            let (missing, byte): (Int?, UInt8) = (shelf.make(1 as Int?)(), shelf.make(UInt8(1))())
            #expect(number == 2 && text == "two" && missing == nil && byte == 1)
            let numbers: [Int] = shelf.make([1], in: .cached)()
            let texts: [String] = shelf.make(["one"], in: .cached)()
            let shape: any Shape = shelf.make(Square() as any Shape)()
            #expect(numbers == [1] && texts == ["one"] && shape.sides == 4)
        }
        #expect(Set(seen) == ["Int 2", "String two"])
        #expect(await shelf.shutdown().isEmpty)
    }

    @Test func `a factory registered by type has exactly this type`() {
        let shelf: TypedShelf = SpecialShelf()
        shelf.register { 1 }.scope(.cached)
        shelf.register { 2 as Int? }.scope(.cached)
        shelf.register { Square() as any Shape }.scope(.cached)
        shelf.register { Disc() }.scope(.shared)
        for _ in 0..<5 {
            #expect(shelf.resolve(Int.self) == 1)
            #expect(shelf.resolve(Int?.self) == 2)
            #expect((shelf.resolve((any Shape).self)?.sides, shelf.resolve(Disc.self)?.sides) == (4, 0))
            #expect(shelf.resolve(Square.self) == nil)
            #expect(shelf.resolve((any Shape & Sendable).self)?.sides == 4)
            // The key of typed registrations is empty. A definition with this key and type would be the same factory.
            #expect(shelf(key: "") { "text" }() == "text")
        }
    }

    @Test func `equal parameters of different types have separate instances`() {
        let shelf = BareContainer()
        func factory<P: Hashable, T>(_ make: @escaping (P) -> T) -> ParameterFactory<P, T> {
            shelf.withParameter(make, in: .cached).scopeOnParameters
        }
        for _ in 0..<3 {
            let text: String = factory { (number: Int) -> String in "Int \(number)" }(1)
            let number: Double = factory { (number: Double) -> Double in number }(1)
            let base = factory { (any: AnyHashable) -> Int? in any.base as? Int }
            let (one, none): (Int?, Int?) = (base(AnyHashable(1)), base(AnyHashable("1")))
            let list: [Int] = factory { (_: AllEqual) -> [Int] in [1] }(AllEqual())
            #expect(text == "Int 1" && number == 1 && one == 1 && none == nil && list == [1])
        }
    }

    @Test func `threads that resolve one key with different types get their own type`() async {
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

    @Test func `a key may be a Unicode scalar`() {
        let (shelf, key) = (BareContainer(), scalar(StaticString.self))
        #expect(!key.hasPointerRepresentation)
        for _ in 0..<5 {
            #expect(shelf(key: key) { 1 }.cached() == 1)
            #expect(shelf(key: key) { "one" }.cached() == "one")
            #expect(shelf(key: "s") { 2 }.cached() == 1)
        }
    }

    @Test func `factories outlive the manager that their container replaced`() {
        let shelf = RestlessShelf()
        for round in 0..<20 {
            for _ in 0..<4 {
                #expect((shelf.number(), shelf.text().value, shelf.plain()) == (7, "seven", 8))
            }
            let (number, text, plain) = (shelf.number, shelf.text, shelf.plain)
            shelf.manager = ContainerManager()
            let noise = (0..<200).map { size in [UInt8](repeating: 0x41, count: 8 + (size + round) % 64) }
            for _ in 0..<3 {
                #expect((number(), text().value, plain()) == (7, "seven", 8))
            }
            #expect(noise.count == 200)
        }
    }

    @Test func `a container may return a new manager each time`() async {
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
    fileprivate func make<T>(_ value: T, in scope: Scope = .unique) -> Factory<T> {
        self(key: "key") { value }.scope(scope)
    }

    fileprivate func withParameter<P, T>(_ make: @escaping (P) -> T, in scope: Scope) -> ParameterFactory<P, T> {
        self(key: "key", make).scope(scope)
    }

    fileprivate func asynchronous<T: Sendable>(_ value: T, in scope: Scope) -> AsyncFactory<T> {
        AsyncFactory(self, key: "key") { value }.scope(scope)
    }
}

// Sendable because they never change; a class with a subclass cannot be without `@unchecked`.
private class TypedShelf: Resolving, @unchecked Sendable { let manager = ContainerManager() }
private final class SpecialShelf: TypedShelf, @unchecked Sendable {}

/// A container that replaces its manager, which violates the requirements of `ManagedContainer`.
// Sendable because only one thread uses it.
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

private protocol Shape: Sendable { var sides: Int { get } }
private struct Square: Shape { let sides = 4 }
private final class Disc: Shape { let sides = 0 }

private struct Pair<First, Second> {
    let first: First
    let second: Second
    init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }
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

private func scalar<S: ExpressibleByUnicodeScalarLiteral>(_ type: S.Type) -> S { "s" }
