import Injection
import InjectionTesting
import Synchronization
import Testing

extension AppContainer {
    var uniqueStore: Factory<any LinkStore> { self { InMemoryLinkStore() } }
    var cachedStore: Factory<any LinkStore> { self { InMemoryLinkStore() }.cached }
    var sharedStore: Factory<any LinkStore> { self { InMemoryLinkStore() }.shared }
    var singletonStore: Factory<any LinkStore> { self { InMemoryLinkStore() }.singleton }
}

extension AppContainer {
    var graphStore: Factory<any LinkStore> { self { InMemoryLinkStore() }.graph }
    var linkSession: Factory<LinkSession> {
        self { LinkSession(reader: self.graphStore(), writer: self.graphStore()) }
    }
}

extension Scope {
    static let window = Cached()
}

extension AppContainer {
    var selection: Factory<any LinkStore> { self { InMemoryLinkStore() }.scope(.window) }
}

struct LinkSession {
    let reader: any LinkStore
    let writer: any LinkStore
}

@Suite(.appContainer)
struct ChoosingScopesTests {
    let container = AppContainer()
    let other = AppContainer()

    @Test func `a scope determines the lifetime of an instance`() {
        #expect(container.uniqueStore() !== container.uniqueStore())
        #expect(container.cachedStore() === container.cachedStore())
        #expect(container.cachedStore() !== other.cachedStore())
        #expect(container.singletonStore() === other.singletonStore())
    }

    @Test func `a shared instance lives while it is in use`() {
        weak let store = container.sharedStore()
        #expect(store == nil)
        let held = container.sharedStore()
        #expect(container.sharedStore() === held)
    }

    @Test func `a graph shares instances within one resolution`() {
        let session = container.linkSession()
        #expect(session.reader === session.writer)
        #expect(container.linkSession().reader !== session.reader)
    }

    @Test func `the instances of a scope are released together`() {
        let selection = container.selection()
        let cached = container.cachedStore()
        container.manager.reset(scope: .window)
        #expect(container.selection() !== selection)
        #expect(container.cachedStore() === cached)
    }

    @Test func `a container can have a default scope`() {
        container.manager.defaultScope = .cached
        #expect(container.uniqueStore() === container.uniqueStore())
    }
}

extension AppContainer {
    var feed: Factory<any LinkStore> {
        self { InMemoryLinkStore() }
            .cached
            .timeToLive(60)
            .decorator { $0.add("seen") }
    }

    var preview: ParameterFactory<String, any LinkStore> {
        self { InMemoryLinkStore($0) }.scopeOnParameters.cached
    }
}

extension AppContainer {
    /// A list that is cached by default.
    var history: Factory<any LinkStore> { self { InMemoryLinkStore() }.cached.once() }
}

struct ModifyingFactoriesTests {
    let container = AppContainer()

    @Test func `a decorator receives every resolved instance, and an unused instance expires`() {
        let clock = Mutex(Duration.zero)
        container.manager.now = { clock.withLock { $0 } }
        let first = container.feed()
        #expect(container.feed().links == ["seen", "seen"])
        clock.withLock { $0 = .seconds(120) }
        #expect(container.feed() !== first)
    }

    @Test func `each parameter can have its own instance`() {
        let page = container.preview("swift.org")
        #expect(container.preview("swift.org") === page)
        #expect(container.preview("forums.swift.org") !== page)
    }

    @Test func `a definition overrides later changes, unless it ends in once()`() {
        container.cachedStore.scope(.unique)
        #expect(container.cachedStore() === container.cachedStore())
        _ = container.history
        container.history.scope(.unique)
        #expect(container.history() !== container.history())
    }

    @Test func `the decorator of a container receives every resolved instance`() {
        let builtCount = Mutex(0)
        container.decorator { _, isNew in
            if isNew {
                builtCount.withLock { $0 += 1 }
            }
        }
        _ = container.cachedStore()
        _ = container.cachedStore()
        #expect(builtCount.withLock { $0 } == 1)
    }
}

extension AppContainer {
    var remoteStore: Factory<any LinkStore> {
        self { FileLinkStore(path: "remote.db") }
            .onTest { InMemoryLinkStore("test") }
            .onArg("offline") { InMemoryLinkStore("offline") }
    }
}

struct UsingContextsTests {
    /// The test runs in a separate process, because a context belongs to its process.
    @Test func `a context overrides the definition, and an argument overrides other contexts`()
        async
    {
        await #expect(processExitsWith: .success) {
            let container = AppContainer()
            #expect(container.remoteStore().links == ["test"])
            FactoryContext.setArg("offline", forKey: "network")
            #expect(container.remoteStore().links == ["offline"])
            FactoryContext.removeArg(forKey: "network")
            #expect(container.remoteStore().links == ["test"])
        }
    }

    @Test func `a context can be added outside the definition, and reset`() {
        let container = AppContainer()
        container.linkStore.context(.test, .preview) { InMemoryLinkStore("mock") }
        #expect(container.linkStore().links == ["mock"])
        container.linkStore.reset(.context).reset(.scope)
        #expect(container.linkStore() is FileLinkStore)
    }
}
