import Injection
import InjectionTesting
import ProgramTesting
import Testing

@Suite(.appContainer)
struct ChoosingByConfigurationTests {
    @Test func `without an argument the library is in memory`() {
        start(with: [])
        #expect(AppContainer.shared.library() is InMemoryLinkStore)
    }

    @Test func `a path makes it a file, and it is made once`() throws {
        start(with: ["shelf.db"])
        let library = AppContainer.shared.library()
        #expect(try #require(library as? FileLinkStore).path == "shelf.db")
        #expect(AppContainer.shared.library() === library)
    }

    @Test func `a case that nobody makes does not compile`() async throws {
        let whole = try [
            "Support/AppContainer.swift", "Support/LinkStore.swift", "Recipes/ChoosingByConfiguration.swift",
        ].map(source).joined()
        let twin = try await typecheck(whole)
        #expect(twin.code == 0, "\(twin.errors)")
        let broken = try await typecheck(
            whole.replacing("case memory\n", with: "case memory\ncase server(host: String)\n"))
        #expect(broken.errors.contains("error: switch must be exhaustive"), "\(broken.errors)")
    }
}
