import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container)
struct FactoryTests {
    let shelf = Shelf()

    @Test func `a factory is resolved by calling it or by name`() {
        #expect(shelf.plain().name == "memory")
        #expect(shelf.plain.resolve().name == "memory")
        #expect(Container.shared.linkStore().name == "live")
    }

    @Test func `a factory can be written with its type's name`() {
        let factory = Factory<any LinkStore>(shelf) { MemoryLinkStore("spelled out") }
        #expect(factory().name == "spelled out")
    }

    @Test func `a parameter is passed to the closure`() {
        #expect(shelf.named("a").name == "a")
        #expect(shelf.named.resolve("b").name == "b")
        #expect(shelf.pair(("a", 1)) == "a 1")
    }

    @Test func `a scope ignores the parameters that come after the first`() {
        #expect(shelf.cachedNamed("first").name == "first")
        #expect(shelf.cachedNamed("second").name == "first")
        shelf.cachedNamed.reset(.scope)
        #expect(shelf.cachedNamed("second").name == "second")
    }

    @Test func `a registered closure gets the parameter`() {
        shelf.named.register { MemoryLinkStore("fake \($0)") }
        #expect(shelf.named("a").name == "fake a")
        shelf.named { MemoryLinkStore("faker \($0)") }
        #expect(shelf.named("a").name == "faker a")
        shelf.named.reset()
        #expect(shelf.named("a").name == "a")
    }

    @Test func `factories of the same name and type in two files are two`() {
        #expect(shelf.sameName() == "here")
        #expect(shelf.sameNameElsewhere() == "elsewhere")
        shelf.sameName.register { "registered" }
        #expect(shelf.sameName() == "registered")
        #expect(shelf.sameNameElsewhere() == "elsewhere")
    }

    @Test func `factories with the same key in two files are one`() {
        let here = Factory<any LinkStore>(shelf, key: "common") { MemoryLinkStore("here") }.cached
        #expect(shelf.sameKeyElsewhere() === here())
        here.register { MemoryLinkStore("registered") }
        #expect(shelf.sameKeyElsewhere().name == "registered")
    }

    @Test func `a key is not the name of a property`() {
        let keyed: Factory<any LinkStore> = shelf(key: "cached") { MemoryLinkStore("keyed") }.cached
        #expect(shelf.cached().name == "memory")
        #expect(keyed().name == "keyed")
        #expect(shelf.cached().name == "memory")
    }

    @Test func `a factory with a parameter can have a key too`() {
        func factory() -> ParameterFactory<Int, any LinkStore> {
            shelf(key: "number") { MemoryLinkStore("\($0)") }.cached
        }
        #expect(factory()(1).name == "1")
        #expect(factory()(2).name == "1")
    }

    @Test func `factories with different keys are two`() {
        func factory(_ key: StaticString) -> Factory<any LinkStore> { shelf(key: key) { MemoryLinkStore() }.cached }
        #expect(factory("a").isKept)
        #expect(factory("a")() !== factory("b")())
        #expect(factory("a")() !== factory("ab")())
    }

    @Test func `factories with the same key and different types are two`() {
        let number = Factory(shelf, key: "common") { 1 }.cached
        let text = Factory(shelf, key: "common") { "one" }.cached
        let parametrized = ParameterFactory(shelf, key: "common") { (number: Int) in "\(number)" }.cached
        #expect(number() == 1)
        #expect(text() == "one")
        #expect(parametrized(2) == "2")
        #expect(number() == 1)
    }

    @Test func `two types of containers with equal factories keep two singletons`() {
        final class One: ManagedContainer { let manager = ContainerManager() }
        final class Two: ManagedContainer { let manager = ContainerManager() }
        func make(_ container: any ManagedContainer) -> any LinkStore {
            Factory<any LinkStore>(container, key: "same") { MemoryLinkStore() }.singleton()
        }
        #expect(make(One()) === make(One()))
        #expect(make(One()) !== make(Two()))
    }

    @Test func `reading a definition makes nothing and changes nothing`() {
        let made = Counter()
        func factory() -> Factory<Int> { Factory(shelf, key: "lazy") { made.increment() }.cached }
        _ = factory()
        _ = factory().unique
        #expect(made.value == 0)
        #expect(factory()() == 1)
        #expect(factory()() == 1)
    }

    @MainActor @Test func `a factory of the main actor makes what belongs to it`() {
        #expect(shelf.screen().title == "Links")
        shelf.screen.register { Screen(title: "Fake") }
        #expect(shelf.screen().title == "Fake")
    }

    @Test func `a container is handed to a closure and returned`() {
        let container = Container().with { $0.linkStore.register { EmptyLinkStore() } }
        #expect(container.linkStore().name == "empty")
    }

    @Test func `a dependency is found by its path`() {
        Container.shared.linkStore.register { EmptyLinkStore() }
        Shelf.shared.plain.register { MemoryLinkStore("shelf") }
        defer { Shelf.shared.plain.reset() }
        #expect(dependency(\.linkStore).name == "empty")
        #expect(dependency(\Shelf.plain).name == "shelf")
    }
}

extension Shelf {
    fileprivate var sameName: Factory<String> { self { "here" }.cached }

    @MainActor fileprivate var screen: Factory<Screen> { self { Screen(title: "Links") } }
}

@MainActor
private final class Screen {
    let title: String
    init(title: String) { self.title = title }
}
