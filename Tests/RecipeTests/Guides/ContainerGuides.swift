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

protocol LinkStoreProviding: SharedContainer {
    var linkStore: Factory<any LinkStore> { get }
}

extension AppContainer: LinkStoreProviding {}
