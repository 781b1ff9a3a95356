import LibraryInterface
import Testing
import WebURLs

struct LibraryErrorTests {
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

    @Test func `suggests the likely URL only if the scheme is missing`() {
        let text = "localhost:8080"
        let suggestion = "; did you mean http://localhost:8080?"
        #expect(explanation(of: text, .noScheme).hasSuffix(suggestion))
        #expect(!explanation(of: text, .noHost).contains("did you mean"))
        #expect(!explanation(of: "example", .noScheme).contains("did you mean"))
    }
}
