import InjectionRegistry
import Testing

struct ErrorTests {
    private static let registry = Registry {
        Shared(named: "json") { JSONExporter() as any Exporter }
        Shared(named: "html") { HTMLExporter() as any Exporter }
        Shared { MemoryLinkStore() }
        New { (_, name: String) in MemoryLinkStore(name) }
        Shared { RouterLive() }.as((any LinkLibrary).self)
        Shared(StoredLinkLibrary.init)
        New { (_, id: Int) in Page(id) }
        New(named: "draft", LinkDetails.init, arguments: Int.self, Double.self)
        Shared { () throws -> Journal in throw DiskFull() }
        New { resolver in Report(try resolver.resolve()) }
        New(named: "endless") { resolver in try resolver.resolve(Report.self, named: "endless") }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let resolve: @Sendable () throws -> Any

        init(_ message: String, _ resolve: @escaping @Sendable () throws -> Any) {
            (testDescription, self.resolve) = (message, resolve)
        }
    }

    @Test(arguments: [
        Row("Swift.Int is not registered; register it, or resolve an optional type") { try registry.resolve(Int.self) },
        Row(
            "Swift.String(Swift.Int, Swift.Bool) named \"a\" is not registered; register it, or resolve an optional type"
        ) {
            try registry.resolve(String.self, named: "a", 1, true)
        },
        Row(
            "App.Exporter named \"jsn\" is not registered; registered: App.Exporter named \"json\", "
                + "App.Exporter named \"html\""
        ) { try registry.resolve((any Exporter).self, named: "jsn") },
        Row(
            "App.MemoryLinkStore named \"a\" is not registered; registered: App.MemoryLinkStore without a name, "
                + "App.MemoryLinkStore(Swift.String)"
        ) { try registry.resolve(MemoryLinkStore.self, named: "a") },
        Row(
            "App.MemoryLinkStore is not registered with arguments of the types (Swift.Int); "
                + "registered: App.MemoryLinkStore without arguments, App.MemoryLinkStore(Swift.String)"
        ) { try registry.resolve(MemoryLinkStore.self, 1) },
        Row("App.Router is not registered; registered: App.RouterLive") { try registry.resolve((any Router).self) },
        Row("App.Reprot is not registered; registered: App.Report") { try registry.resolve(Reprot.self) },
        Row("App.Other.Local is not registered; registered: App.Local") {
            try Registry { Shared { Local() } }.resolve(Other.Local.self)
        },
        Row("Swift.Array<Swift.Optional<App.Router>> is not registered; register it, or resolve an optional type") {
            try Registry {}.resolve([(any Router)?].self)
        },
        Row(
            "Swift.String is not registered; resolved by App.Shelf → App.LinkStore → Swift.String; register it, or resolve an optional type"
        ) {
            try Registry {
                Shared { resolver in MemoryLinkStore(try resolver.resolve(String.self)) as any LinkStore }
                Shared(Shelf.init)
            }.resolve(Shelf.self)
        },
        Row(
            "App.LinkStore, a parameter of App.StoredLinkLibrary, is not registered; "
                + "resolved by App.StoredLinkLibrary → App.LinkStore; registered: App.MemoryLinkStore; for a run-time argument, "
                + "use New { (_, argument: App.LinkStore) in … }, or New(App.StoredLinkLibrary.init, arguments: App.LinkStore.self)"
        ) { try registry.resolve(StoredLinkLibrary.self) },
        Row("App.Page is registered only with arguments; registered: App.Page(Swift.Int)") {
            try registry.resolve(Page.self)
        },
        Row(
            "App.Page is not registered with arguments of the types (Swift.Int, Swift.Bool); "
                + "registered: App.Page(Swift.Int)"
        ) { try registry.resolve(Page.self, 7, true) },
        Row(
            "App.Page is not registered with arguments of the types (Swift.Int); registered: App.Page, whose parameters "
                + "(Swift.Int) are looked up by type: for run-time arguments, use New { (_, argument: Swift.Int) in … }"
        ) { try Registry { New { (id: Int) in Page(id) } }.resolve(Page.self, 7) },
        Row(
            "App.Page, a parameter of App.Book, is registered only with arguments; resolved by App.Book → App.Page; "
                + "registered: App.Page(Swift.Int); for a run-time argument, use New { (_, argument: App.Page) in … }, "
                + "or New(App.Book.init, arguments: App.Page.self)"
        ) {
            try Registry {
                New(Book.init)
                New { (_, id: Int) in Page(id) }
            }.resolve(Book.self)
        },
        Row(
            "the initializer has no parameters of the types (Swift.Double); "
                + "list exactly the types of its parameters after 'arguments:'"
        ) { try Self.draft.resolve(LinkDetails.self, 1, 2.5) },
        Row(
            "App.RouterLive was registered as App.LinkLibrary, but is not of that type; "
                + "use .as { $0 as … }, which the compiler checks"
        ) { try registry.resolve((any LinkLibrary).self) },
        Row("cannot create App.Journal: DiskFull(); resolved by App.Report → App.Journal") {
            try registry.resolve(Report.self)
        },
        Row(
            "Circular dependency: App.Report named \"endless\" → App.Report named \"endless\". To break it, let one of them "
                + "resolve the other on first use (@LazyInjected), not while it is built."
        ) { try registry.resolve(Report.self, named: "endless") },
        Row("App.Report is not registered; registered: App.Report named \"a\", App.Report named \"b\"") {
            try Registry { New(named: "b") { Report(Journal()) } }.child { New(named: "a") { Report(Journal()) } }
                .resolve(Report.self)
        },
    ])
    func `a message contains the request, the chain and similar registrations`(row: Row) {
        let error = #expect(throws: ResolutionError.self) { try row.resolve() }
        #expect(error?.description.withoutModule == row.testDescription)
    }

    @Test func `errors contain the types of the request and of the registrations, or the underlying error`() {
        let registry = Registry {
            New { (_, id: Int) in Page(id) }
            New { (_, id: Int, title: String) in Page(id) }
            New(named: "draft") { (_, id: Double) in Page(Int(id)) }
        }.child { Shared(Report.init) }
        /// The key and the registrations in the error, with the name of its case.
        func contents(_ body: () throws -> Any) -> (name: String, key: ServiceKey, registered: [RegisteredService])? {
            switch #expect(throws: ResolutionError.self, performing: { _ = try body() }) {
            case .wrongArguments(let key, nil, _, let registered): ("wrongArguments", key, registered)
            case .notRegistered(let key, nil, _, let nearMisses): ("notRegistered", key, nearMisses)
            default: nil
            }
        }
        let wrong = contents { try registry.resolve(Page.self, "7") }
        #expect(wrong?.name == "wrongArguments" && wrong?.key.type == Page.self && wrong?.key.name == nil)
        #expect(wrong?.key.arguments.map { "\($0)" } == ["String"])
        #expect(wrong?.registered.map { $0.key.arguments.map { "\($0)" } } == [["Int"], ["Int", "String"]])
        let missing = contents { try registry.resolve(Reprot.self) }
        #expect(missing?.name == "notRegistered" && missing?.key.type == Reprot.self)
        #expect(missing?.registered.count == 1 && missing?.registered.first?.key.type == Report.self)
        #expect(missing?.registered.first?.parameters.first == Journal.self)
        let other = contents { try registry.resolve(Page.self, named: "other", 7) }
        #expect(other?.name == "notRegistered" && other?.registered.map(\.key.name) == [nil, nil, "draft"])

        let report = #expect(throws: ResolutionError.self) { try Self.registry.resolve(Report.self) }
        #expect(report?.underlyingError is DiskFull)
        let int = #expect(throws: ResolutionError.self) { try Self.registry.resolve(Int.self) }
        #expect(int?.underlyingError == nil)
    }

    private static let draft = Registry {
        Shared { MemoryLinkStore() as any LinkStore }
        Shared { "title" }
        New(LinkDetails.init, arguments: Int.self, Double.self)
    }
}

private struct Page { init(_ id: Int) {} }
private struct Book { init(_ page: Page) {} }
private struct Local {}
private enum Other { struct Local {} }
private struct Shelf { init(_ store: any LinkStore) {} }
private struct Journal {}
private struct Report { init(_ journal: Journal) {} }
private struct Reprot {}
