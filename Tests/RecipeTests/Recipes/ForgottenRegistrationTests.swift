import Foundation
import ProgramTesting
import Testing

struct ForgottenRegistrationTests {
    @Test func `what is provided is found`() {
        #expect(SearchCommand().run("swift") == "swift.org")
        #expect(SearchCommand().run("ruby").isEmpty)
    }

    @Test func `what is forgotten does not compile, with the error that the page shows`() async throws {
        let whole = try source("Recipes/ForgottenRegistration.swift")
        let passed = try await typecheck(whole)
        #expect(passed.code == 0, "\(passed.errors)")

        let witness = "    var linkSearch: Factory<any LinkSearch> { self {"
        let lines = whole.components(separatedBy: "\n")
        let rest = lines.filter { !$0.hasPrefix(witness) }
        #expect(rest.count == lines.count - 1)
        let broken = try await typecheck(rest.joined(separator: "\n"))
        let error = "error: type 'ShelfContainer' does not conform to protocol 'SearchProviding'"
        #expect(broken.code != 0)
        #expect(broken.errors.contains(error), "\(broken.errors)")
        let page = try #require(Page.recipes.first { $0.name == "ForgottenRegistration" })
        #expect(page.lines.contains(error))
    }
}
