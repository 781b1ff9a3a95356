import Injection
import InjectionRegistry
import Testing

private let exports = Registry { ExportModule.registrations }

struct ExportCommand {
    @Injected(from: exports, named: "html") var exporter: any LinkExporter
    @Injected(from: exports, named: "pdf") var other: (any LinkExporter)?
}

struct RegistryCombiningTests {
    @Test func `a child falls back to its parent`() throws {
        let parent = Registry { Shared { LiveRouter() as any LinkRouter } }
        let child = parent.child { ExportModule.registrations }
        #expect(try child.resolve((any LinkRouter).self) === parent.resolve((any LinkRouter).self))
        #expect(try parent.resolve((any LinkExporter)?.self, named: "json") == nil)
    }

    @Test func `what is registered later is found, and replaces what was there`() throws {
        let registry = Registry { ExportModule.registrations }
        registry.register(Shared(named: "json") { HTMLLinkExporter() as any LinkExporter })
        #expect(try registry.resolve((any LinkExporter).self, named: "json").format == "html")
    }

    @Test func `the shared registry can prepare itself, and be replaced in a test`() throws {
        let registry = Registry()
        registry.beforeFirstResolution { $0.register(ExportModule.registrations) }
        try Registry.$shared.withValue(registry) {
            let exporter = try Registry.shared.resolve((any LinkExporter).self, named: "json")
            #expect(exporter.format == "json")
        }
    }

    @Test func `wrappers name their registry`() {
        let command = ExportCommand()
        #expect(command.exporter.format == "html")
        #expect(command.other == nil)
    }

    @Test func `services may be made by closures that await`() async throws {
        let registry = AsyncRegistry {
            AsyncShared { try await LinkDatabase.open("shelf.db") }
            AsyncNew { resolver in LinkIndexer(of: try await resolver.resolve()) }
        }
        let indexer = try await registry.resolve(LinkIndexer.self)
        let database = try await registry.resolve(LinkDatabase.self)
        #expect(indexer.database === database)
    }
}
