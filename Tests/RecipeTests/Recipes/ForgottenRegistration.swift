import Foundation
public import Injection
import ProgramTesting
import Testing

// The interface of the feature: its role, and the protocol that a container conforms to
public protocol LinkSearch: Sendable {
    func links(with word: String) -> [String]
}

public protocol SearchProviding: SharedContainer {
    var linkSearch: Factory<any LinkSearch> { get }
}

// Bootstrap: the container, which lists all container protocols
final class ShelfContainer: SharedContainer, SearchProviding {
    @TaskLocal static var shared = ShelfContainer()
    let manager = ContainerManager()
}

extension ShelfContainer {
    var linkSearch: Factory<any LinkSearch> { self { ScanningLinkSearch(links: ["swift.org"]) } }
}

struct ScanningLinkSearch: LinkSearch {
    let links: [String]
    func links(with word: String) -> [String] {
        links.filter { $0.contains(word) }
    }
}

// The code that uses the feature
struct SearchCommand {
    @Injected(\ShelfContainer.linkSearch) private var search
    func run(_ word: String) -> String {
        search.links(with: word).joined(separator: "\n")
    }
}

// MARK: - Tests

struct ForgottenRegistrationTests {
    @Test func `a registered feature is injected`() {
        #expect(SearchCommand().run("swift") == "swift.org")
        #expect(SearchCommand().run("ruby").isEmpty)
    }
}

@Suite(.buildsPackages)
struct ForgottenRegistrationTypeTests {
    @Test func `a forgotten registration causes the compile error on the page`() async throws {
        let whole = try sample("Recipes/ForgottenRegistration.swift")
        let valid = try await typecheck(whole)
        #expect(valid.code == 0, "\(valid.errors)")
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
