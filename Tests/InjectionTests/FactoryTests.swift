import Injection
import InjectionTesting
import ProgramTesting
import Testing
import ThreadTesting

@Suite(.container, .shelf)
struct FactoryTests {
    let shelf = Shelf()

    @Test func `resolves when called and with resolve()`() {
        #expect(shelf.plain().name == "memory")
        #expect(shelf.plain.resolve().name == "memory")
        #expect(Container.shared.linkStore().name == "live")
        let spelledOut = Factory<any LinkStore>(shelf) { MemoryLinkStore("spelled out") }
        #expect(spelledOut().name == "spelled out")
    }

    @Test func `passes the parameter to the definition, a registration or a context`() {
        #expect(shelf.named("a").name == "a")
        #expect(shelf.named.resolve("b").name == "b")
        #expect(shelf.pair(("a", 1)) == "a 1")
        shelf.named.register { MemoryLinkStore("fake \($0)") }
        #expect(shelf.named("a").name == "fake a")
        shelf.named { MemoryLinkStore("faker \($0)") }
        #expect(shelf.named("a").name == "faker a")
        // Every process has this argument, and a test must not change the context of other tests.
        shelf.named.onArg(CommandLine.arguments[0]) { MemoryLinkStore("context \($0)") }
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

    @Test func `creates nothing when its definition is read`() {
        let made = Counter()
        func factory() -> Factory<Int> { Factory(shelf, key: "lazy") { made.increment() }.cached }
        _ = factory()
        _ = factory().unique
        #expect(made.value == 0)
        #expect(factory()() == 1)
        #expect(factory()() == 1)
    }

    @Test func `accepts closures of the named types, and is Sendable if its instances are`() async {
        let plain: VoidFactoryType<any LinkStore> = { EmptyLinkStore() }
        let parameter: ParameterFactoryType<String, any LinkStore> = { MemoryLinkStore("typed \($0)") }
        let factories = (shelf.plain.register(factory: plain), shelf.named.register(factory: parameter))
        let task = Task.detached { [factories.0().name, factories.1("a").name] }
        #expect(await task.value == ["empty", "typed a"])
    }

    // MARK: - Identity

    @Test func `differs from a factory with the same name and type in another file`() {
        #expect(shelf.sameName() == "here")
        #expect(shelf.sameNameElsewhere() == "elsewhere")
        shelf.sameName.register { "registered" }
        #expect(shelf.sameName() == "registered")
        #expect(shelf.sameNameElsewhere() == "elsewhere")
    }

    @Test func `is the same factory as another with its key, in any file`() {
        let here = Factory<any LinkStore>(shelf, key: "common") { MemoryLinkStore("here") }.cached
        #expect(shelf.sameKeyElsewhere() === here())
        here.register { MemoryLinkStore("registered") }
        #expect(shelf.sameKeyElsewhere().name == "registered")
    }

    @Test func `differs from a factory with another key, or with its key as a name`() {
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

    @Test func `has singletons of its own in each type of container`() {
        final class One: ManagedContainer { let manager = ContainerManager() }
        final class Two: ManagedContainer { let manager = ContainerManager() }
        func make(_ container: any ManagedContainer) -> any LinkStore {
            Factory<any LinkStore>(container, key: "same") { MemoryLinkStore() }.singleton()
        }
        #expect(make(One()) === make(One()))
        #expect(make(One()) !== make(Two()))
        #expect(shelf.single() !== OtherShelf().single())
    }
}

/// Factories that another module registers.
@Suite(.timeLimit(.minutes(5)))
struct PromiseTests {
    let shelf = Shelf()

    @Test func `resolves a registered promise`() {
        shelf.promisedStore.register { MemoryLinkStore("kept") }
        shelf.promisedPage.register { MemoryLinkStore($0) }
        shelf(key: "promise") { nil as (any LinkStore)? }.register { MemoryLinkStore("by key") }
        shelf(key: "page promise") { (_: String) in nil as (any LinkStore)? }.register { MemoryLinkStore("key \($0)") }
        #expect(shelf.promisedStore()?.name == "kept")
        #expect(shelf.promisedPage("a")?.name == "a")
        #expect(shelf.promisedByKey()?.name == "by key")
        #expect(shelf.promisedPageByKey("a")?.name == "key a")
    }

    @Test func `resolves an unregistered promise to nil where that is not an error`() {
        shelf.manager.promiseTriggersError = false
        #expect(shelf.promisedStore() == nil)
        #expect(shelf.promisedPage("a") == nil)
        #expect(shelf.promisedByKey() == nil)
        #expect(shelf.promisedPageByKey("a") == nil)
        shelf.promisedStore.register { EmptyLinkStore() }
        #expect(shelf.promisedStore()?.name == "empty")
    }

    @Test func `treats an unregistered promise as an error in debug builds`() {
        #expect(shelf.manager.promiseTriggersError == FactoryContext().isDebug)
    }

    @Test func `stops the program for an unregistered promise, naming the type, the factory and its file`() async throws
    {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            let shelf = Shelf()
            shelf.manager.promiseTriggersError = true
            _ = shelf.promisedStore()
        }
        let type = "\((any LinkStore).self)"
        #expect(
            result.errorText.contains("\(type) was not registered for Shelf.promisedStore, which \(#fileID) promises. ")
        )
        #expect(result.errorText.contains("container.promisedStore.register { … }"))
    }

    @Test func `stops the program for an unregistered promise with a parameter and a key`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            let shelf = Shelf()
            shelf.manager.promiseTriggersError = true
            _ = shelf.promisedPageByKey("a")
        }
        #expect(result.errorText.contains("was not registered for Shelf.page promise, "))
    }
}

extension Shelf {
    fileprivate var sameName: Factory<String> { self { "here" }.cached }

    fileprivate var promisedStore: Factory<(any LinkStore)?> { promised() }
    fileprivate var promisedPage: ParameterFactory<String, (any LinkStore)?> { promised() }
    fileprivate var promisedByKey: Factory<(any LinkStore)?> { promised(key: "promise") }
    fileprivate var promisedPageByKey: ParameterFactory<String, (any LinkStore)?> { promised(key: "page promise") }
}

private final class OtherShelf: ManagedContainer {
    let manager = ContainerManager()

    var single: Factory<any LinkStore> { self { MemoryLinkStore() }.singleton }
}

extension Container {
    fileprivate var greeting: ParameterFactory<String, String> { self { "Hi, \($0)" } }
}
