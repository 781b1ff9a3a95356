import Injection
import InjectionTesting
import Testing

extension AppContainer {
    /// The short form, which the others stand for.
    var drafts: Factory<any LinkStore> { self { InMemoryLinkStore() } }

    /// The same, spelled out.
    var spelledOut: Factory<any LinkStore> { Factory(self) { InMemoryLinkStore() } }

    /// A factory that resolves another one, from the same container.
    var imports: Factory<LinkImport> { self { LinkImport(into: self.drafts()) } }
}

extension AppContainer {
    var page: ParameterFactory<String, LinkPage> { self { LinkPage(url: $0) } }

    /// Several parameters make a tuple.
    var section: ParameterFactory<(url: String, number: Int), LinkPage> {
        self { LinkPage(url: "\($0.url)#\($0.number)") }
    }
}

extension AppContainer {
    /// With a key, definitions in two files mean one factory.
    var trash: Factory<any LinkStore> { self(key: "trash") { InMemoryLinkStore() }.cached }
    var bin: Factory<any LinkStore> { self(key: "trash") { InMemoryLinkStore() }.cached }
}

extension AppContainer {
    /// Another module registers it.
    var exporter: Factory<(any LinkStore)?> { promised() }
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

    @Test func `factories make what they say`() {
        #expect(container.drafts() !== container.drafts())
        #expect(container.spelledOut().links.isEmpty)
        container.drafts.register { InMemoryLinkStore("swift.org") }
        #expect(container.imports().store.links == ["swift.org"])
    }

    @Test func `a parameter is given where it is resolved`() {
        let page = container.page("swift.org")
        let section = container.section((url: "swift.org", number: 2))
        #expect(page == LinkPage(url: "swift.org"))
        #expect(section == LinkPage(url: "swift.org#2"))
    }

    @Test func `a key joins two definitions`() {
        #expect(container.trash() === container.bin())
    }

    @Test func `a promise is nil until it is kept`() {
        container.manager.promiseTriggersError = false
        #expect(container.exporter() == nil)
        container.exporter.register { FileLinkStore(path: "export.html") }
        #expect(container.exporter() is FileLinkStore)
    }
}
