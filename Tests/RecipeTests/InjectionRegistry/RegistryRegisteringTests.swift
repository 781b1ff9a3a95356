import InjectionRegistry
import Testing

protocol LinkExporter: Sendable {
    var format: String { get }
}

struct JSONLinkExporter: LinkExporter {
    let format = "json"
}

struct HTMLLinkExporter: LinkExporter {
    let format = "html"
}

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

struct RegistryRegisteringTests {
    @Test func `a registry has what was registered`() throws {
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

    @Test func `an initialiser is given what it takes by type`() throws {
        let registry = Registry {
            Shared { LiveRouter() as any LinkRouter }
            New(LinkPane.init, arguments: Int.self)
        }
        #expect(try registry.resolve(LinkPane.self, 7).id == 7)
    }

    @Test func `what is missing is an error that says what is near it`() {
        let registry = Registry { ExportModule.registrations }
        let error = #expect(throws: ResolutionError.self) {
            try registry.resolve((any LinkExporter).self, named: "jsn")
        }
        #expect(error?.description.contains(#"LinkExporter named "jsn" is not registered."#) == true)
    }
}
