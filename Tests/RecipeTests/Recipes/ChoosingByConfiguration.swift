import Injection
import InjectionTesting
import ProgramTesting
import Testing

struct Settings: Sendable {
    enum Library: Sendable {
        case memory
        case file(path: String)
    }

    var library = Library.memory
    /// A feature flag.
    var offersNotes = false
}

protocol LinkNotes: Sendable { func note(on link: String) -> String? }

struct EmptyLinkNotes: LinkNotes { func note(on link: String) -> String? { nil } }

extension AppContainer {
    /// The settings, which the program registers at its start before it resolves anything else.
    var settings: Factory<Settings> { self { Settings() }.cached }

    var library: Factory<any LinkStore> {
        self {
            switch self.settings().library {
            case .memory: InMemoryLinkStore()
            case .file(let path): FileLinkStore(path: path)
            }
        }.cached
    }

    /// A feature that is nil while its flag is off.
    var linkNotes: Factory<(any LinkNotes)?> {
        self { self.settings().offersNotes ? EmptyLinkNotes() : nil }
    }
}

struct LinkMenu {
    @Injected(\AppContainer.linkNotes) private var notes
    var items: [String] { ["Open", "Remove"] + (notes == nil ? [] : ["Add note"]) }
}

func start(with arguments: [String]) {
    var settings = Settings()
    if let path = arguments.first {
        settings.library = .file(path: path)
    }
    AppContainer.shared.settings.register { [settings] in settings }
}

// MARK: - Tests

@Suite(.appContainer)
struct ChoosingByConfigurationTests {
    @Test func `the library is in memory if there is no argument`() {
        start(with: [])
        #expect(AppContainer.shared.library() is InMemoryLinkStore)
    }

    @Test func `the library is in a file if the argument is a path, and is created only once`()
        throws
    {
        start(with: ["shelf.db"])
        let library = AppContainer.shared.library()
        #expect(try #require(library as? FileLinkStore).path == "shelf.db")
        #expect(AppContainer.shared.library() === library)
    }

    @Test func `a feature whose flag is off is not offered`() {
        #expect(LinkMenu().items == ["Open", "Remove"])
        AppContainer.shared.settings.register { Settings(offersNotes: true) }
        #expect(LinkMenu().items == ["Open", "Remove", "Add note"])
    }
}

@Suite(.buildsPackages)
struct ChoosingByConfigurationTypeTests {
    @Test func `a case without an implementation does not compile`() async throws {
        let whole = try ["Samples.swift", "Recipes/ChoosingByConfiguration.swift"].map(sample)
            .joined()
        let valid = try await typecheck(whole)
        #expect(valid.code == 0, "\(valid.errors)")
        let broken = try await typecheck(
            whole.replacing("case memory\n", with: "case memory\ncase server(host: String)\n")
        )
        #expect(broken.errors.contains("error: switch must be exhaustive"), "\(broken.errors)")
    }
}
