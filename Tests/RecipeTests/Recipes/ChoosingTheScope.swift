import Injection
import InjectionTesting
import Testing

extension AppContainer {
    /// No scope: the registration chooses it.
    var thumbnails: Factory<any LinkStore> { self { InMemoryLinkStore() } }

    /// A default, which the registration can override.
    var icons: Factory<any LinkStore> { self { InMemoryLinkStore() }.cached.once() }

    /// A decision, which no registration can override.
    var drawings: Factory<any LinkStore> { self { InMemoryLinkStore() }.cached }
}

func registerStores(in container: AppContainer) {
    container.thumbnails.register { FileLinkStore(path: "thumbnails.db") }.scope(.cached)
    container.icons.register { FileLinkStore(path: "icons.db") }.scope(.unique)
    // The factory remains cached.
    container.drawings.register { FileLinkStore(path: "drawings.db") }.scope(.unique)
}

// MARK: - Tests

struct ChoosingTheScopeTests {
    let container = AppContainer()

    @Test func `a definition without a scope leaves it to the registration`() {
        #expect(container.thumbnails() !== container.thumbnails())
        registerStores(in: container)
        #expect(container.thumbnails() is FileLinkStore)
        #expect(container.thumbnails() === container.thumbnails())
    }

    @Test func `a scope before once() is a default`() {
        #expect(container.icons() === container.icons())
        registerStores(in: container)
        #expect(container.icons() is FileLinkStore)
        #expect(container.icons() !== container.icons())
    }

    @Test func `a scope in a definition has precedence`() {
        registerStores(in: container)
        #expect(container.drawings() is FileLinkStore)
        #expect(container.drawings() === container.drawings())
    }
}
