import Injection
import InjectionTesting
import Testing

extension AppContainer {
    var draftStore: Factory<any LinkStore> { self { InMemoryLinkStore() } }

    /// A factory that resolves another factory of the container.
    var linkImport: Factory<LinkImport> { self { LinkImport(into: self.draftStore()) } }
}

extension AppContainer {
    var page: ParameterFactory<String, LinkPage> { self { LinkPage(url: $0) } }

    /// A tuple of parameters.
    var section: ParameterFactory<(url: String, number: Int), LinkPage> {
        self { LinkPage(url: "\($0.url)#\($0.number)") }
    }
}

struct LinkImport {
    let store: any LinkStore
    init(into store: any LinkStore) {
        self.store = store
    }
}

struct LinkPage: Equatable, Sendable {
    let url: String
}

struct MakingFactoriesTests {
    let container = AppContainer()

    @Test func `a parameter is passed when the factory is resolved`() {
        let page = container.page("swift.org")
        let section = container.section((url: "swift.org", number: 2))
        #expect(page == LinkPage(url: "swift.org"))
        #expect(section == LinkPage(url: "swift.org#2"))
    }
}

@MainActor
final class LinkWindow {
    let title = "Links"
}

extension AppContainer {
    var window: MainActorFactory<LinkWindow> { self { LinkWindow() }.cached }
}

@globalActor
actor IndexActor {
    static let shared = IndexActor()
}

extension AppContainer {
    var index: Factory<any LinkStore> { self { InMemoryLinkStore("indexed") } }
}

extension Container {
    var inbox: Factory<any LinkStore> { self { InMemoryLinkStore("inbox") } }
}

@Suite(.container, .appContainer)
struct ResolvingFactoriesTests {
    @Test func `all forms of a resolution return the same instance`() {
        let store = AppContainer.shared.linkStore()
        let same = AppContainer.shared.linkStore.resolve()
        let again = dependency(\AppContainer.linkStore)
        let inbox = resolve(\.inbox)
        #expect(store === same)
        #expect(store === again)
        #expect(inbox.links == ["inbox"])
    }

    @Test func `code outside an actor resolves a factory on the actor`() async {
        let container = AppContainer.shared
        let window = await container.window()
        let index = await container.index.resolveOnGlobalActor(IndexActor.shared)
        #expect(window.title == "Links")
        #expect(index.links == ["indexed"])
    }
}

extension AppContainer {
    var fileStore: Factory<any LinkStore> { self { FileLinkStore(path: "links.db") }.cached }
}

struct OverridingFactoriesTests {
    let container = AppContainer()

    @Test func `a registration replaces the definition until a reset`() {
        container.fileStore.register { InMemoryLinkStore() }
        #expect(container.fileStore() is InMemoryLinkStore)
        container.fileStore { InMemoryLinkStore("swift.org") }  // the same, shorter
        #expect(container.fileStore().links == ["swift.org"])
        container.fileStore.reset()
        #expect(container.fileStore() is FileLinkStore)
    }
}
