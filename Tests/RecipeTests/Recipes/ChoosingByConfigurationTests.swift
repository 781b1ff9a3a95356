import Core
import Injection
import InjectionTesting
import ProgramTesting
import Testing

/// Registers the settings, as the program does.
private func start(with arguments: [String]) {
    var settings = Settings()
    if let path = arguments.first {
        settings.library = .file(path: path)
    }
    AppContainer.shared.settings.register { [settings] in settings }
}

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
        #expect(AppContainer.shared.drafts() == nil)
        AppContainer.shared.settings.register { Settings(offersDrafts: true) }
        #expect(AppContainer.shared.drafts() != nil)
    }
}

@Suite(.buildsPackages)
struct ChoosingByConfigurationTypeTests {
    @Test func `a case without an implementation does not compile`() async throws {
        let whole = try ["Samples.swift", "Recipes/ChoosingByConfiguration.swift"].map(sample)
            .joined()
        let broken = try await typecheck(
            whole.replacing("case memory\n", with: "case memory\ncase server(host: String)\n")
        )
        #expect(broken.errors.contains("error: switch must be exhaustive"), "\(broken.errors)")
    }
}
