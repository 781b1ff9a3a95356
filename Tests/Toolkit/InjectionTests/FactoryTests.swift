import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container, .shelf) struct FactoryTests {
    let shelf = Shelf()

    @Test func `a factory resolves when it is called, and with resolve()`() {
        #expect(shelf.plain().name == "memory")
        #expect(shelf.plain.resolve().name == "memory")
        #expect(Container.shared.linkStore().name == "live")
        let spelledOut = Factory<any LinkStore>(shelf) { MemoryLinkStore("spelled out") }
        #expect(spelledOut().name == "spelled out")
    }

    @Test
    func `passes the parameter to the closure of the definition, a registration or a context`() {
        #expect(shelf.named("a").name == "a")
        #expect(shelf.named.resolve("b").name == "b")
        #expect(shelf.pair(("a", 1)) == "a 1")
        shelf.named.register { MemoryLinkStore("fake \($0)") }
        #expect(shelf.named("a").name == "fake a")
        shelf.named { MemoryLinkStore("faker \($0)") }
        #expect(shelf.named("a").name == "faker a")
        shelf.named.onArg(presentArgument) { MemoryLinkStore("context \($0)") }
        #expect(shelf.named("a").name == "context a")
        shelf.named.reset()
        #expect(shelf.named("a").name == "a")
    }

    @Test func `resolves by key path, with and without a parameter`() {
        Container.shared.linkStore.register { EmptyLinkStore() }
        Container.shared.greeting.register { "Hello, \($0)" }
        Shelf.shared.plain.register { MemoryLinkStore("shelf") }
        #expect(dependency(\.linkStore).name == "empty")
        #expect(dependency(\Shelf.plain).name == "shelf")
        #expect(resolve(\.linkStore).name == "empty")
        #expect(resolve(\Shelf.plain).name == "shelf")
        #expect(dependency(\.greeting, parameter: "Ada") == "Hello, Ada")
        #expect(dependency(\Shelf.named, parameter: "a").name == "a")
    }

    @Test func `reading a definition creates no instance`() {
        let made = Counter()
        func factory() -> Factory<Int> {
            Factory(shelf, key: "lazy") { made.increment() }.cached
        }
        _ = factory()
        _ = factory().unique
        #expect(made.value == 0)
        for _ in 0..<2 {
            #expect(factory()() == 1)
        }
    }

    @Test
    func `a factory accepts closures with declared types, and is Sendable if its instances are`()
        async
    {
        let plain: VoidFactoryType<any LinkStore> = { EmptyLinkStore() }
        let parameter: ParameterFactoryType<String, any LinkStore> = {
            MemoryLinkStore("typed \($0)")
        }
        let registered = shelf.plain.register(factory: plain)
        let named = shelf.named.register(factory: parameter)
        let task = Task.detached { [registered().name, named("a").name] }
        #expect(await task.value == ["empty", "typed a"])
    }

    @Test
    func `factories with the same name in two files differ, but those with the same key do not`() {
        #expect(shelf.sameName() == "here")
        #expect(shelf.sameNameElsewhere() == "elsewhere")
        shelf.sameName.register { "registered" }
        #expect(shelf.sameName() == "registered")
        #expect(shelf.sameNameElsewhere() == "elsewhere")
        let here = Factory<any LinkStore>(shelf, key: "common") { MemoryLinkStore("here") }.cached
        #expect(shelf.sameKeyElsewhere() === here())
        here.register { MemoryLinkStore("registered") }
        #expect(shelf.sameKeyElsewhere().name == "registered")
    }

    @Test
    func `factories with different keys differ, even if a key is the name of another factory`() {
        func factory(_ key: StaticString) -> Factory<any LinkStore> {
            shelf(key: key) { MemoryLinkStore("\(key)") }.cached
        }
        #expect(factory("a").isKept)
        #expect(factory("a")() !== factory("b")())
        #expect(factory("a")() !== factory("ab")())
        #expect(shelf.cached().name == "memory")
        #expect(factory("cached")().name == "cached")
        #expect(shelf.cached().name == "memory")
    }

    @Test func `a factory has separate singletons in each type of container`() {
        func make(_ container: any ManagedContainer) -> any LinkStore {
            Factory<any LinkStore>(container, key: "same") { MemoryLinkStore() }.singleton()
        }
        #expect(make(Shelf()) === make(Shelf()))
        #expect(make(Shelf()) !== make(BareContainer()))
        #expect(shelf.single() !== AutoContainer().single())
    }
}

extension Shelf {
    fileprivate var sameName: Factory<String> { self { "here" }.cached }
}

extension Container {
    fileprivate var greeting: ParameterFactory<String, String> { self { "Hi, \($0)" } }
}
