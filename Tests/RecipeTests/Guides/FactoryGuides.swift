import Injection
import InjectionTesting
import Testing

extension AppContainer {
    /// The short form.
    var drafts: Factory<any LinkStore> { self { InMemoryLinkStore() } }

    /// The same factory, with an explicit initializer.
    var spelledOut: Factory<any LinkStore> { Factory(self) { InMemoryLinkStore() } }

    /// A factory that resolves another factory of the container.
    var imports: Factory<LinkImport> { self { LinkImport(into: self.drafts()) } }
}

extension AppContainer {
    var page: ParameterFactory<String, LinkPage> { self { LinkPage(url: $0) } }

    /// A tuple of parameters.
    var section: ParameterFactory<(url: String, number: Int), LinkPage> {
        self { LinkPage(url: "\($0.url)#\($0.number)") }
    }
}

extension AppContainer {
    /// Definitions with the same key are one factory.
    var trash: Factory<any LinkStore> { self(key: "trash") { InMemoryLinkStore() }.cached }
    var bin: Factory<any LinkStore> { self(key: "trash") { InMemoryLinkStore() }.cached }
}

extension AppContainer {
    /// Registered by another module.
    var exporter: Factory<(any LinkStore)?> { promised() }
}

extension AppContainer {
    var saved: Factory<any LinkStore> { self { FileLinkStore(path: "store.db") }.cached }
    var restore: Factory<LinkImport> { self { LinkImport(into: self.saved()) } }
}

struct LinkImport {
    let store: any LinkStore
    init(into store: any LinkStore) { self.store = store }
}

struct LinkPage: Equatable, Sendable {
    let url: String
}

struct MakingFactoriesTests {
    let container = AppContainer()

    @Test func `factories are used, shared by key and promised`() {
        #expect(container.spelledOut().links.isEmpty)
        container.drafts.register { InMemoryLinkStore("swift.org") }
        #expect(container.imports().store.links == ["swift.org"])
        #expect(container.trash() === container.bin())
        container.exporter.register { FileLinkStore(path: "export.html") }
        #expect(container.exporter() is FileLinkStore)
    }

    @Test func `a factory resolves others, and a registration replaces them`() {
        let restore = AppContainer.shared.restore()  // creates an import and, once, its store
        AppContainer.shared.saved.register { InMemoryLinkStore() }  // replaces the store
        #expect(restore.store is FileLinkStore)
        #expect(AppContainer.shared.restore().store is InMemoryLinkStore)
    }

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
    @MainActor var window: Factory<LinkWindow> { self { LinkWindow() }.cached }
}

@globalActor
actor IndexActor {
    static let shared = IndexActor()
}

/// Not Sendable.
final class LinkScreen {
    let title = "Screen"
}

extension AppContainer {
    var screen: Factory<LinkScreen> { self { LinkScreen() } }
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
        #expect(store === same && store === again)
        #expect(inbox.links == ["inbox"])
        let first = AppContainer.shared.linkStore()
        let second = AppContainer.shared.linkStore()
        #expect(first === second)
    }

    @MainActor @Test func `a factory of an actor is resolved on it`() {
        let window = AppContainer.shared.window()
        #expect(window.title == "Links")
    }

    @Test func `a factory is resolved on an actor from elsewhere`() async {
        let container = AppContainer.shared
        let screen = await container.screen.resolveOnMainActor()
        let index = await container.index.resolveOnGlobalActor(IndexActor.self)
        let same = await container.index.resolveOnGlobalActor(IndexActor.shared)
        #expect((screen.title, index.links, same.links) == ("Screen", ["indexed"], ["indexed"]))
    }
}

extension AppContainer {
    var shelf: Factory<any LinkStore> { self { FileLinkStore(path: "shelf.db") }.cached }
}

struct OverridingFactoriesTests {
    let container = AppContainer()

    @Test func `a registration replaces the definition until a reset`() {
        container.shelf.register { InMemoryLinkStore() }
        #expect(container.shelf() is InMemoryLinkStore)
        container.shelf { InMemoryLinkStore("swift.org") }  // the same, shorter
        #expect(container.shelf().links == ["swift.org"])
        container.shelf.reset()
        #expect(container.shelf() is FileLinkStore)
    }

    @Test func `a container is saved and restored`() {
        container.manager.push()
        container.shelf.register { InMemoryLinkStore() }
        #expect(container.shelf() is InMemoryLinkStore)
        container.manager.pop()
        #expect(container.shelf() is FileLinkStore)
    }

    @Test func `a reset affects only the given options`() {
        container.shelf.register { InMemoryLinkStore() }
        let first = container.shelf()
        container.manager.reset(options: .scope)  // releases instances
        #expect(container.shelf() is InMemoryLinkStore)
        #expect(container.shelf() !== first)
        container.manager.reset(options: .registration)  // removes registrations
        #expect(container.shelf() is InMemoryLinkStore)
        container.reset()  // both
        #expect(container.shelf() is FileLinkStore)
    }
}
