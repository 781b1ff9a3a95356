import Injection
import InjectionTesting
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
    /// On every container.
    var bookmarks: Factory<any LinkStore> { self { InMemoryLinkStore() }.singleton }
}

@Suite(.container, .appContainer)
struct DefiningContainersTests {
    @Test func `a container can be prepared where it is made`() {
        let container = AppContainer().with {
            $0.linkStore.register { InMemoryLinkStore("swift.org") }
        }
        #expect(container.linkStore().links == ["swift.org"])
        #expect(AppContainer.shared.linkStore().links.isEmpty)
    }

    @Test func `the default container needs no name`() {
        Container.shared.clipboard().add("swift.org")
        #expect(Container.shared.clipboard().links == ["swift.org"])
    }

    @Test func `a container registers on its own before it is first used`() {
        #expect(PluginContainer().archive() is FileLinkStore)
    }

    @Test func `a singleton is one for all types of containers`() {
        #expect(Container.shared.bookmarks() === Container().bookmarks())
        #expect(Container.shared.bookmarks() === AppContainer.shared.bookmarks())
    }
}
