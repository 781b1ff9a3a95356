import InjectionRegistry
import Testing

struct MessageTests {
    /// A resolution that fails, and the message of its error.
    struct Failure: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let resolve: @Sendable () throws -> Any

        init(_ message: String..., resolve: @escaping @Sendable () throws -> Any) {
            testDescription = message.joined()
            self.resolve = resolve
        }
    }

    private static let failures = [
        // A missing service, and the services that need it.
        Failure("Swift.Int is not registered; register it, or resolve an optional type") {
            try registry.resolve(Int.self)
        },
        Failure(
            "Swift.String(Swift.Int, Swift.Bool) named \"a\" is not registered; ",
            "register it, or resolve an optional type"
        ) {
            try registry.resolve(String.self, named: "a", 1, true)
        },
        Failure(
            "Swift.Array<Swift.Optional<App.Router>> is not registered; ",
            "register it, or resolve an optional type"
        ) {
            try Registry {}.resolve([(any Router)?].self)
        },
        Failure(
            "Swift.String is not registered; ",
            "resolved by App.Shelf → App.LinkStore → Swift.String; ",
            "register it, or resolve an optional type"
        ) {
            try Registry {
                Shared { resolver in
                    MemoryLinkStore(try resolver.resolve(String.self)) as any LinkStore
                }
                Shared(Shelf.init)
            }.resolve(Shelf.self)
        },
        // Similar services.
        Failure(
            "App.Exporter named \"jsn\" is not registered; ",
            "registered: App.Exporter named \"json\", App.Exporter named \"html\""
        ) {
            try registry.resolve((any Exporter).self, named: "jsn")
        },
        Failure(
            "App.MemoryLinkStore named \"a\" is not registered; ",
            "registered: App.MemoryLinkStore without a name, App.MemoryLinkStore(Swift.String)"
        ) {
            try registry.resolve(MemoryLinkStore.self, named: "a")
        },
        Failure(
            "App.LinkDetails(Swift.Int) named \"other\" is not registered; ",
            "registered: App.LinkDetails(Swift.Int, Swift.Double) named \"draft\""
        ) {
            try registry.resolve(LinkDetails.self, named: "other", 1)
        },
        Failure("App.Router is not registered; registered: App.RouterLive") {
            try registry.resolve((any Router).self)
        },
        Failure("App.Reprot is not registered; registered: App.Report") {
            try registry.resolve(Reprot.self)
        },
        Failure("App.Other.Local is not registered; registered: App.Local") {
            try Registry { Shared { Local() } }.resolve(Other.Local.self)
        },
        Failure(
            "App.Report is not registered; ",
            "registered: App.Report named \"a\", App.Report named \"b\""
        ) {
            try Registry { New(named: "b") { Report(Journal()) } }
                .child { New(named: "a") { Report(Journal()) } }
                .resolve(Report.self)
        },
        // The types of the arguments.
        Failure(
            "App.MemoryLinkStore is not registered with arguments of the types (Swift.Int); ",
            "registered: App.MemoryLinkStore without arguments, App.MemoryLinkStore(Swift.String)"
        ) {
            try registry.resolve(MemoryLinkStore.self, 1)
        },
        Failure("App.Page is registered only with arguments; registered: App.Page(Swift.Int)") {
            try registry.resolve(Page.self)
        },
        Failure(
            "App.Page is not registered with arguments of the types (Swift.Int, Swift.Bool); ",
            "registered: App.Page(Swift.Int)"
        ) {
            try registry.resolve(Page.self, 7, true)
        },
        Failure(
            "App.Page is not registered with arguments of the types (Swift.Int); ",
            "registered: App.Page, whose parameters (Swift.Int) are looked up by type: ",
            "for run-time arguments, use New { (_, argument: Swift.Int) in … }"
        ) {
            try Registry { New { (id: Int) in Page(id) } }.resolve(Page.self, 7)
        },
        Failure(
            "App.LinkDetails(Swift.Int, Swift.Double) is registered with arguments of the types ",
            "(Swift.Double), but its initializer has no parameters for them; ",
            "after 'arguments:', list only types of its parameters"
        ) {
            try draft.resolve(LinkDetails.self, 1, 2.5)
        },
        // The parameter for which a service is missing.
        Failure(
            "App.LinkStore, a parameter of App.StoredLinkLibrary, is not registered; ",
            "resolved by App.StoredLinkLibrary → App.LinkStore; ",
            "registered: App.MemoryLinkStore; for a run-time argument, ",
            "use New { (_, argument: App.LinkStore) in … }, ",
            "or New(App.StoredLinkLibrary.init, arguments: App.LinkStore.self)"
        ) {
            try registry.resolve(StoredLinkLibrary.self)
        },
        Failure(
            "App.Page, a parameter of App.Book, is registered only with arguments; ",
            "resolved by App.Book → App.Page; ",
            "registered: App.Page(Swift.Int); for a run-time argument, ",
            "use New { (_, argument: App.Page) in … }, ",
            "or New(App.Book.init, arguments: App.Page.self)"
        ) {
            try Registry {
                New(Book.init)
                New { (_, id: Int) in Page(id) }
            }.resolve(Book.self)
        },
        Failure(
            "Swift.String, a parameter of App.LinkDetails, is not registered; ",
            "resolved by App.LinkDetails(Swift.Int, Swift.Double) → Swift.String; ",
            "for a run-time argument, use New { (_, argument: Swift.String) in … }, ",
            "or New(App.LinkDetails.init, arguments: Swift.String.self)"
        ) {
            try Registry {
                Shared { MemoryLinkStore() as any LinkStore }
                New(LinkDetails.init, arguments: Int.self, Double.self)
            }.resolve(LinkDetails.self, 1, 2.5)
        },
        // The problem with a registered service.
        Failure(
            "App.RouterLive was registered as App.LinkLibrary, but is not of that type; ",
            "use .as { $0 as … }, which the compiler checks"
        ) {
            try registry.resolve((any LinkLibrary).self)
        },
        Failure("cannot create App.Journal: DiskFull(); resolved by App.Report → App.Journal") {
            try registry.resolve(Report.self)
        },
        Failure(
            "Circular dependency: App.Report named \"endless\" → App.Report named \"endless\". ",
            "To break the cycle, resolve one of them on first use (@LazyInjected), ",
            "not while another one is built."
        ) {
            try registry.resolve(Report.self, named: "endless")
        },
    ]

    @Test(arguments: failures)
    func `a message names the service, the problem and a remedy`(failure: Failure) {
        let error = #expect(throws: ResolutionError.self) {
            try failure.resolve()
        }
        #expect(error?.description.withoutModule == failure.testDescription)
    }
}

struct ErrorTests {
    private let child = Registry {
        New { (_, id: Int) in Page(id) }
        New { (_, id: Int, title: String) in Page(id) }
    }.child {
        Shared(Report.init)
    }

    @Test func `an error for wrong arguments contains the given and the expected types`() throws {
        let error = try #require(throws: ResolutionError.self) {
            try child.resolve(Page.self, "7")
        }
        guard case .wrongArguments(let key, nil, _, let registered) = error else {
            Issue.record(error)
            return
        }
        #expect(key.type is Page.Type)
        #expect(key.name == nil)
        #expect(names(of: key.arguments) == ["String"])
        #expect(registered.map { names(of: $0.key.arguments) } == [["Int"], ["Int", "String"]])
    }

    @Test func `an error for a missing type contains the service with a similar type`() throws {
        let error = try #require(throws: ResolutionError.self) {
            try child.resolve(Reprot.self)
        }
        guard case .notRegistered(let key, nil, _, let nearMisses) = error else {
            Issue.record(error)
            return
        }
        #expect(key.type is Reprot.Type)
        #expect(nearMisses.count == 1)
        #expect(nearMisses.first?.key.type == Report.self)
        #expect(nearMisses.first?.parameters.first == Journal.self)
    }

    @Test func `a resolution error contains the error that a closure threw`() {
        let report = #expect(throws: ResolutionError.self) {
            try registry.resolve(Report.self)
        }
        let int = #expect(throws: ResolutionError.self) {
            try registry.resolve(Int.self)
        }
        #expect(report?.underlyingError is DiskFull)
        #expect(int?.underlyingError == nil)
    }

    private func names(of types: [Any.Type]) -> [String] {
        types.map { "\($0)" }
    }
}

private let registry = Registry {
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

private let draft = Registry {
    Shared { MemoryLinkStore() as any LinkStore }
    Shared { "title" }
    New(LinkDetails.init, arguments: Int.self, Double.self)
}

private struct Page {
    init(_ id: Int) {}
}

private struct Book {
    init(_ page: Page) {}
}

private struct Local {}

private enum Other {
    struct Local {}
}

private struct Shelf {
    init(_ store: any LinkStore) {}
}

private struct Journal {}

private struct Report {
    init(_ journal: Journal) {}
}

private struct Reprot {}
