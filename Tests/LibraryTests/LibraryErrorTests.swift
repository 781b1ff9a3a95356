import CoreTesting
import LibraryInterface
import Testing
import WebURLs

struct LibraryErrorTests {
    @Test(arguments: [
        LibraryError.invalidURL("a", reason: .empty),
        .noSuchLinks([1, 2]),
        .urlTaken("u", by: 3),
        .noSuchTags([]),
    ])
    func `every error has a valid explanation`(_ error: LibraryError) {
        checkExplanation(of: error)
    }

    @Test func `the explanation contains only the beginning of a long URL`() {
        let long = String(repeating: "x", count: 300)
        let start = long.prefix(200)
        #expect(explanation(of: long, .empty).hasPrefix("cannot save '\(start)': the URL is empty"))
        #expect(explanation(of: "a", .invalidHost(long)).contains("invalid host '\(start)'; "))
        #expect(explanation(of: "a", .invalidPort(long)).contains("'\(long.prefix(20))'; "))
        let suggestion = "; did you mean https://a.\(long.prefix(198))?"
        #expect(explanation(of: "a.\(long)", .noScheme).hasSuffix(suggestion))
    }

    private func explanation(of url: String, _ reason: WebURLError) -> String {
        LibraryError.invalidURL(url, reason: reason).explanation
    }

    @Test(arguments: [
        ("example.org/a", "https"),
        ("localhost:8080", "http"),
        ("10.0.0.1/a", "http"),
    ])
    func `suggests a scheme for text that begins with a host`(text: String, scheme: String) {
        #expect(explanation(of: text, .noScheme).hasSuffix("; did you mean \(scheme)://\(text)?"))
    }

    @Test(arguments: ["example", "a b.c", ""])
    func `suggests no scheme for other text`(text: String) {
        #expect(!explanation(of: text, .noScheme).contains("did you mean"))
    }
}
