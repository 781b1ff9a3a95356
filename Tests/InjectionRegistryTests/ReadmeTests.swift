import Injection
import InjectionRegistry
import Testing

/// The code of the README, so that it compiles and says what is so.
struct ReadmeTests {
    private let registry = Registry {
        Shared { RouterLive() }.as { ($0 as any Router, $0 as any DeeplinkHandler) }
        Shared(StoredLinkLibrary.init)
        Shared(named: "json") { JSONExporter() as any Exporter }
        New { (resolver, id: Int) in Bookmark(id: id, router: try resolver.resolve()) }
        StoreModule.registrations

        New(LinkDetails.init, arguments: Int.self, String.self)
        Shared(named: "start", eager: true) { RouterLive() }
    }

    @Test func `the first screen`() throws {
        let router: any Router = try registry.resolve()
        let bookmark = try registry.resolve(Bookmark.self, 7)
        #expect(bookmark.router === router)
        #expect(try registry.resolve(StoredLinkLibrary.self).store.name == "memory")
    }

    @Test func `what is asked for`() throws {
        let exporter = try registry.resolve((any Exporter).self, named: "json")
        let missing = try registry.resolve((any Exporter)?.self, named: "pdf")
        registry.register(Shared(named: "html") { HTMLExporter() as any Exporter })
        let child = registry.child { Shared { MemoryLinkStore("child") as any LinkStore } }
        try registry.buildEagerServices()
        #expect(exporter.format == "json")
        #expect(missing == nil)
        #expect(try child.resolve((any Exporter).self, named: "html").format == "html")
        #expect(try child.resolve((any LinkStore).self).name == "child")
        #expect(try registry.resolve(LinkDetails.self, 1, "title").title == "title")
    }

    @Test func wrappers() throws {
        let shared = Registry()
        shared.beforeFirstResolution { registry in registry.register(StoreModule.registrations) }
        let screen = Registry.$shared.withValue(shared) { Screen() }
        #expect(screen.router === (try AppRegistry.registry.resolve((any Router).self)))
        #expect(screen.exporter == nil)
        #expect(screen.store === (try shared.resolve((any LinkStore).self)))
    }

    @Test func asynchronous() async throws {
        let asyncRegistry = AsyncRegistry { AsyncShared { await Disk.open() }.as { $0 as any LinkStore } }
        let disk = try await asyncRegistry.resolve((any LinkStore).self)
        #expect(disk.name == "disk")
    }

    @Test func `a closure of several statements says what it returns`() throws {
        let registry = Registry {
            Shared { () -> RouterLive in
                let router = RouterLive()
                return router
            }.as { $0 as any Router }
        }
        #expect(try registry.resolve((any Router).self) === registry.resolve(RouterLive.self))
    }
}

private enum StoreModule {
    static let registrations = Registrations { Shared { MemoryLinkStore() as any LinkStore } }
}

private enum AppRegistry {
    static let registry = Registry { Shared { RouterLive() as any Router } }
}

private struct Screen {
    @Injected(from: AppRegistry.registry) var router: any Router
    @LazyInjected(from: AppRegistry.registry, named: "json") var exporter: (any Exporter)?
    @Injected() var store: any LinkStore
}

private struct Bookmark {
    let id: Int
    let router: any Router
}

private final class Disk: LinkStore {
    let name = "disk"

    static func open() async -> Disk { Disk() }
}
