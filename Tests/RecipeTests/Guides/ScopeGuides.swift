import Injection
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

struct ChoosingScopesTests {
    let container = AppContainer()

    @Test func `a graph shares instances within one resolution`() {
        let session = container.linkSession()
        #expect(session.reader === session.writer)
        #expect(container.linkSession().reader !== session.reader)
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

extension AppContainer {
    var remoteStore: Factory<any LinkStore> {
        self { FileLinkStore(path: "remote.db") }
            .onTest { InMemoryLinkStore("test") }
            .onArg("offline") { InMemoryLinkStore("offline") }
    }
}
