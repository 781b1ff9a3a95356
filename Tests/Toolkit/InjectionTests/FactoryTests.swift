import Injection
import InjectionTesting
import ProgramTesting
import Testing
import ThreadTesting

@Suite(.container, .shelf) struct FactoryTests {
    let shelf = Shelf()

    @Test func `a factory resolves when it is called, and with resolve()`() {
        #expect((shelf.plain().name, shelf.plain.resolve().name) == ("memory", "memory"))
        #expect(Container.shared.linkStore().name == "live")
        let spelledOut = Factory<any LinkStore>(shelf) { MemoryLinkStore("spelled out") }
        #expect(spelledOut().name == "spelled out")
    }

    @Test
    func `passes the parameter to the closure of the definition, a registration or a context`() {
        #expect((shelf.named("a").name, shelf.named.resolve("b").name) == ("a", "b"))
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
        _ = (factory(), factory().unique)
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
        let factories = (
            shelf.plain.register(factory: plain), shelf.named.register(factory: parameter)
        )
        let task = Task.detached { [factories.0().name, factories.1("a").name] }
        #expect(await task.value == ["empty", "typed a"])
    }

    @Test
    func `factories with the same name in two files differ, but those with the same key do not`() {
        #expect((shelf.sameName(), shelf.sameNameElsewhere()) == ("here", "elsewhere"))
        shelf.sameName.register { "registered" }
        #expect((shelf.sameName(), shelf.sameNameElsewhere()) == ("registered", "elsewhere"))
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
        #expect((shelf.cached().name, factory("cached")().name) == ("memory", "cached"))
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

@Suite(.deadlockLimit) struct PromiseTests {
    let shelf = Shelf()

    private var promises: [(any LinkStore)?] {
        [
            shelf.promisedStore(), shelf.promisedPage("a"), shelf.promisedByKey(),
            shelf.promisedPageByKey("a"),
        ]
    }

    @Test
    func
        `resolves a registered promise, and resolves an unregistered promise to nil if allowed`()
    {
        #expect(shelf.manager.promiseTriggersError == FactoryContext().isDebug)
        shelf.manager.promiseTriggersError = false
        #expect(promises.allSatisfy { $0 == nil })
        shelf.manager.promiseTriggersError = true
        shelf.promisedStore.register { MemoryLinkStore("kept") }
        shelf.promisedPage.register { MemoryLinkStore($0) }
        shelf(key: "promise") { nil as (any LinkStore)? }.register { MemoryLinkStore("by key") }
        shelf(key: "page promise") { (_: String) in nil as (any LinkStore)? }.register {
            MemoryLinkStore("key \($0)")
        }
        #expect(promises.map { $0?.name } == ["kept", "a", "by key", "key a"])
    }

    @Test(arguments: [false, true])
    func `an unregistered promise stops the program with a message that names its file`(
        hasParameter: Bool
    ) async throws {
        let result = try await #require(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            [hasParameter] in
            exitWhereTrapped()
            let shelf = Shelf()
            shelf.manager.promiseTriggersError = true
            _ = hasParameter ? shelf.promisedPageByKey("a") : shelf.promisedStore()
        }
        let name = hasParameter ? "page promise" : "promisedStore"
        let reason =
            "No \((any LinkStore).self) is registered for Shelf.\(name), which \(#fileID) promises. "
        #expect(result.errorText.contains(reason))
        #expect(result.errorText.contains("container.\(name).register { … }"))
    }
}

extension Shelf {
    fileprivate var sameName: Factory<String> { self { "here" }.cached }
    fileprivate var promisedStore: Factory<(any LinkStore)?> { promised() }
    fileprivate var promisedPage: ParameterFactory<String, (any LinkStore)?> { promised() }
    fileprivate var promisedByKey: Factory<(any LinkStore)?> { promised(key: "promise") }
    fileprivate var promisedPageByKey: ParameterFactory<String, (any LinkStore)?> {
        promised(key: "page promise")
    }
}

extension Container {
    fileprivate var greeting: ParameterFactory<String, String> { self { "Hi, \($0)" } }
}
