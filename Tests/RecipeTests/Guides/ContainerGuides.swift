import Injection
import InjectionTesting
import Synchronization
import Testing

extension Container {
    var clipboard: Factory<any LinkStore> { self { InMemoryLinkStore() }.cached }
}

final class PluginContainer: SharedContainer, AutoRegistering {
    @TaskLocal static var shared = PluginContainer()
    let manager = ContainerManager()
    var archive: Factory<any LinkStore> { self { InMemoryLinkStore() } }

    func autoRegister() {
        archive.register { FileLinkStore(path: "archive.db") }
    }
}

extension SharedContainer {
    /// A factory that is available on every container.
    var bookmarks: Factory<any LinkStore> { self { InMemoryLinkStore() }.singleton }
}

@Suite(.container, .appContainer)
struct DefiningContainersTests {
    @Test func `a closure passed to with() prepares a new container`() {
        let container = AppContainer().with {
            $0.linkStore.register { InMemoryLinkStore("swift.org") }
        }
        #expect(container.linkStore().links == ["swift.org"])
        #expect(AppContainer.shared.linkStore().links.isEmpty)
    }

    @Test
    func
        `a container may be the default one, register automatically and share singletons with others`()
    {
        Container.shared.clipboard().add("swift.org")
        #expect(Container.shared.clipboard().links == ["swift.org"])
        #expect(PluginContainer().archive() is FileLinkStore)
        #expect(Container.shared.bookmarks() === AppContainer.shared.bookmarks())
    }
}

final class ExportContainer: SharedContainer, Resolving {
    @TaskLocal static var shared = ExportContainer()
    let manager = ContainerManager()
}

struct FindingFactoriesByTypeTests {
    let container = ExportContainer()

    @Test func `resolves a registered type`() {
        container.register((any LinkStore).self) { FileLinkStore(path: "export.html") }.scope(
            .cached
        )
        let exporter = container.resolve((any LinkStore).self)
        #expect(exporter is FileLinkStore)
        #expect(container.factory((any LinkStore).self)?() === exporter)
        #expect(container.resolve(InMemoryLinkStore.self) == nil)
    }

    @Test func `injects a property by type`() {
        struct Export {
            @InjectedType(ExportContainer.shared) var store: (any LinkStore)?
        }
        let none = ExportContainer.$shared.withValue(container) { Export().store }
        #expect(none == nil)
        container.register((any LinkStore).self) { InMemoryLinkStore("found") }
        let found = ExportContainer.$shared.withValue(container) { Export().store }
        #expect(found?.links == ["found"])
    }
}

@Suite(.appContainer)
struct ImportTests {
    @Test(.appContainer { $0.draftStore.register { InMemoryLinkStore("swift.org") } })
    func `an import starts with the links in the store`() {
        #expect(AppContainer.shared.linkImport().store.links == ["swift.org"])
    }

    @Test func `a new container has no registrations`() {
        #expect(AppContainer.shared.linkImport().store.links.isEmpty)
    }
}

@Suite(.appContainer(live: .fails))
struct OfflineImportTests {
    @Test(
        .appContainer {
            $0.draftStore.register { InMemoryLinkStore() }
            $0.linkImport.allowLive()
        }
    )
    func `an import needs no other definition`() {
        #expect(AppContainer.shared.linkImport().store.links.isEmpty)
    }
}

struct DiagnosingResolutionsTests {
    @Test func `a trace shows the tree of a resolution`() throws {
        let container = AppContainer()
        let log = Mutex<[String]>([])
        container.manager.logger = { line in log.withLock { $0.append(line) } }
        container.manager.trace = true
        _ = container.linkImport()
        let lines = log.withLock { $0 }
        try #require(lines.count == 2)
        #expect(lines[0].hasPrefix("0: AppContainer.linkImport<LinkImport> = F:"))
        #expect(lines[1].hasPrefix("1:     AppContainer.draftStore<\((any LinkStore).self)> = F:"))
    }

    @Test func `a container reports whether it is empty`() {
        let container = AppContainer()
        container.linkStore.register { InMemoryLinkStore() }
        _ = container.linkStore()
        #expect(!container.manager.isEmpty(.scope))
        container.reset()
        #expect(container.manager.isEmpty(.all))
    }
}

struct LinkReport {
    @Injected(\AppContainer.linkStore) private var store
    var text: String { "\(store.links.count) links" }
}

final class LinkEditor {
    @LazyInjected(\AppContainer.linkStore) var store
    @WeakLazyInjected(\AppContainer.recentLinks) var recentLinks
    @DynamicInjected(\AppContainer.linkStore) var currentStore
    @InjectedContainer var container: AppContainer
}

extension AppContainer {
    var recentLinks: Factory<any LinkStore> { self { InMemoryLinkStore() }.shared }
}

struct LinkBadge<C: LinkStoreProviding> {
    @Injected(\C.linkStore) private var store
    var count: Int { store.links.count }
}

protocol LinkStoreProviding: SharedContainer {
    var linkStore: Factory<any LinkStore> { get }
}

extension AppContainer: LinkStoreProviding {}

@Suite(.appContainer { $0.linkStore.register { InMemoryLinkStore("swift.org") } })
struct InjectingPropertiesTests {
    let editor = LinkEditor()

    @Test func `a property is resolved when its owner is created`() {
        #expect((LinkReport().text, LinkBadge<AppContainer>().count) == ("1 links", 1))
    }

    @Test func `a property may be lazy, weak or dynamic`() {
        #expect(editor.$store.resolvedOrNil() == nil)  // not resolved yet
        #expect(editor.store.links == ["swift.org"])
        _ = editor.recentLinks
        #expect(editor.recentLinks == nil)  // released, because nothing holds it
        let held = editor.container.recentLinks()
        #expect(editor.$recentLinks.resolve() === held)
        AppContainer.shared.linkStore.register { InMemoryLinkStore("forums.swift.org") }
        #expect(editor.currentStore.links == ["forums.swift.org"])
        #expect(editor.store.links == ["swift.org"])
    }

    @Test func `a property wrapper provides its factory`() {
        let first = editor.store
        editor.$store.resolve(reset: .scope)
        #expect(editor.store !== first)
        #expect(editor.$store.factory() === editor.store)
    }
}
