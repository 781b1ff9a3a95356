import Injection
import InjectionRegistry
import Testing

protocol LinkExporter: Sendable { var format: String { get } }
struct JSONLinkExporter: LinkExporter { let format = "json" }
struct HTMLLinkExporter: LinkExporter { let format = "html" }
protocol LinkRouter: AnyObject {}
protocol DeeplinkHandler: AnyObject {}
final class LiveRouter: LinkRouter, DeeplinkHandler {}

final class LinkPane {
    let id: Int
    let router: any LinkRouter

    init(id: Int, router: any LinkRouter) {
        self.id = id
        self.router = router
    }
}

enum ExportModule {
    static let registrations = Registrations {
        Shared(named: "json") { JSONLinkExporter() as any LinkExporter }
        Shared(named: "html") { HTMLLinkExporter() as any LinkExporter }
    }
}

struct RegisteringServicesTests {
    @Test func `a registry resolves the registered services`() throws {
        let registry = Registry {
            Shared { LiveRouter() }.as { ($0 as any LinkRouter, $0 as any DeeplinkHandler) }
            New { (resolver, id: Int) in LinkPane(id: id, router: try resolver.resolve()) }
            ExportModule.registrations
        }
        let router = try registry.resolve((any LinkRouter).self)
        let pane = try registry.resolve(LinkPane.self, 7)
        let exporter = try registry.resolve((any LinkExporter).self, named: "json")
        let missing = try registry.resolve((any LinkExporter)?.self, named: "pdf")
        #expect(try registry.resolve((any DeeplinkHandler).self) === router)
        #expect(pane.id == 7)
        #expect(pane.router === router)
        #expect(exporter.format == "json")
        #expect(missing == nil)
    }

    @Test func `the parameters of an initializer are resolved by type`() throws {
        let registry = Registry {
            Shared { LiveRouter() as any LinkRouter }
            New(LinkPane.init, arguments: Int.self)
        }
        #expect(try registry.resolve(LinkPane.self, 7).id == 7)
        let router = try registry.resolve((any LinkRouter).self)
        #expect(try registry.resolve(LinkPane.self, 7).router === router)
    }
}

private let exports = Registry { ExportModule.registrations }

struct ExportCommand {
    @Injected(from: exports, named: "html") var exporter: any LinkExporter
}

struct CombiningRegistriesTests {
    @Test func `a child registry resolves missing services from its parent`() throws {
        let parent = Registry { Shared { LiveRouter() as any LinkRouter } }
        let child = parent.child { ExportModule.registrations }
        #expect(try child.resolve((any LinkRouter).self) === parent.resolve((any LinkRouter).self))
        #expect(try parent.resolve((any LinkExporter)?.self, named: "json") == nil)
    }

    @Test func `a service may await its dependencies`() async throws {
        let registry = AsyncRegistry {
            AsyncShared { try await LinkDatabase.open("shelf.db") }
            AsyncNew { resolver in LinkIndexer(of: try await resolver.resolve()) }
        }
        let indexer = try await registry.resolve(LinkIndexer.self)
        let database = try await registry.resolve(LinkDatabase.self)
        #expect(indexer.database === database)
    }
}
