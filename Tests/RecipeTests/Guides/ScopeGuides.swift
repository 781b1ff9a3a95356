import Injection
import InjectionTesting
import Testing

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

    @Test func `a graph shares instances within one resolution`() {
        let session = container.linkSession()
        #expect(session.reader === session.writer)
        #expect(container.linkSession().reader !== session.reader)
    }

    @Test func `the instances of a scope are released together`() {
        let selection = container.selection()
        container.manager.reset(scope: .window)
        #expect(container.selection() !== selection)
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

    @Test func `a definition has a time to live, a decorator, or an instance for each parameter`() {
        let feed = container.feed()
        #expect(feed.links == ["seen"])
        #expect(container.feed() === feed)
        #expect(container.preview("swift.org") !== container.preview("forums.swift.org"))
    }

    @Test func `a later change overrides a definition that ends in once()`() {
        container.history.scope(.unique)
        #expect(container.history() !== container.history())
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
}
