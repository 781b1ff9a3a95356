import InjectionRegistry
import Testing

struct ErrorTests {
    /// A registry in which much is wrong, to ask in many ways.
    private static let registry = Registry {
        Shared(named: "json") { JSONExporter() as any Exporter }
        Shared(named: "html") { HTMLExporter() as any Exporter }
        Shared { MemoryLinkStore() }
        New { (_, name: String) in MemoryLinkStore(name) }
        Shared { RouterLive() }.as((any LinkLibrary).self)
        Shared(StoredLinkLibrary.init)
        New { (id: Int) in Page(id) }
        New(named: "draft", LinkDetails.init, arguments: Int.self, Double.self)
        Shared { () throws -> Journal in throw DiskFull() }
        New { resolver in Report(try resolver.resolve()) }
        New(named: "endless") { resolver in try resolver.resolve(Report.self, named: "endless") }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let message: String
        let resolve: @Sendable () throws -> Any

        init(_ message: String, _ resolve: @escaping @Sendable () throws -> Any) {
            self.message = message
            self.resolve = resolve
        }

        var testDescription: String { message }
    }

    @Test(arguments: [
        Row("Int is not registered.") { try registry.resolve(Int.self) },
        Row("String(Int, Bool) named \"a\" is not registered.") {
            try registry.resolve(String.self, named: "a", 1, true)
        },
        Row(
            "Exporter named \"jsn\" is not registered. Registered: Exporter named \"json\"; "
                + "Exporter named \"html\"."
        ) { try registry.resolve((any Exporter).self, named: "jsn") },
        Row(
            "MemoryLinkStore named \"a\" is not registered. Registered: MemoryLinkStore, without a name; MemoryLinkStore(String)."
        ) {
            try registry.resolve(MemoryLinkStore.self, named: "a")
        },
        Row(
            "MemoryLinkStore(Int) is not registered. Registered: MemoryLinkStore, without arguments; MemoryLinkStore(String)."
        ) {
            try registry.resolve(MemoryLinkStore.self, 1)
        },
        Row("Router is not registered. Registered: RouterLive.") { try registry.resolve((any Router).self) },
        Row("Reprot is not registered. Registered: Report.") { try registry.resolve(Reprot.self) },
        Row(
            "LinkStore is not registered, and StoredLinkLibrary takes one, which is looked up by its type. "
                + "The way there: StoredLinkLibrary → LinkStore. Registered: MemoryLinkStore. If it is meant as a run-time "
                + "argument: a closure with run-time arguments takes the resolver first, New { (_, argument: LinkStore) in … }, "
                + "and an initialiser is registered with their types, New(StoredLinkLibrary.init, arguments: LinkStore.self)."
        ) { try registry.resolve(StoredLinkLibrary.self) },
        Row(
            "Page(Int) is not registered. Registered: Page, without run-time arguments: what it takes (Int) is looked up by "
                + "type; a closure with run-time arguments takes the resolver first, New { (_, argument: Int) in … }."
        ) { try registry.resolve(Page.self, 7) },
        Row(
            "Arguments that the initialiser does not take: Double. The types after 'arguments:' are those of its parameters, "
                + "exactly."
        ) { try Self.draft.resolve(LinkDetails.self, 1, 2.5) },
        Row(
            "RouterLive is not of the type LinkLibrary, which it was registered as. "
                + "With a closure the compiler checks it: .as { $0 as … }."
        ) { try registry.resolve((any LinkLibrary).self) },
        Row("Journal could not be made: DiskFull(). The way there: Report → Journal.") {
            try registry.resolve(Report.self)
        },
        Row(
            "Circular dependency: Report named \"endless\" → Report named \"endless\". To break it, let one of them resolve the "
                + "other on first use (@LazyInjected), not while it is built."
        ) { try registry.resolve(Report.self, named: "endless") },
        Row("Report is not registered. Registered: Report named \"a\"; Report named \"b\".") {
            try Registry { New(named: "b") { Report(Journal()) } }.child { New(named: "a") { Report(Journal()) } }
                .resolve(Report.self)
        },
    ])
    func `the message says what was asked for, along which way, and what is near it`(row: Row) {
        let error = #expect(throws: ResolutionError.self) { try row.resolve() }
        #expect(error?.description == row.message)
    }

    private static let draft = Registry {
        Shared { MemoryLinkStore() as any LinkStore }
        Shared { "title" }
        New(LinkDetails.init, arguments: Int.self, Double.self)
    }

    @Test func `the error of a factory is there as it was thrown`() {
        let error = #expect(throws: ResolutionError.self) { try Self.registry.resolve(Report.self) }
        #expect(error?.underlyingError is DiskFull)
        let other = #expect(throws: ResolutionError.self) { try Self.registry.resolve(Int.self) }
        #expect(other?.underlyingError == nil)
    }

    @Test func `what is missing further down is not said to be a parameter`() {
        let registry = Registry {
            Shared(StoredLinkLibrary.init)
            Shared { resolver in MemoryLinkStore(try resolver.resolve(String.self)) as any LinkStore }
        }
        let error = #expect(throws: ResolutionError.self) { try registry.resolve(StoredLinkLibrary.self) }
        #expect(
            error?.description
                == "String is not registered. The way there: StoredLinkLibrary → LinkStore → String.")
    }
}

private struct Page {
    init(_ id: Int) {}
}

private struct Journal {}

private struct Report {
    init(_ journal: Journal) {}
}

private struct Reprot {}
