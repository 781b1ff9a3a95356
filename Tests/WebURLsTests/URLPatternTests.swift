import Testing
import WebURLs

struct URLPatternTests {
    private struct Case {
        var pattern: String
        var matches: [String] = []
        var rejects: [String] = []
    }

    @Test(arguments: [
        Case(
            pattern: "https://a.example/b",
            matches: ["https://a.example/b"],
            rejects: ["https://a.example/bc", "https://a.example/"]
        ),
        Case(
            pattern: "https://a.example/*",
            matches: ["https://a.example/", "https://a.example/b/c"],
            rejects: ["http://a.example/", "https://a.example"]
        ),
        Case(
            pattern: "*.pdf",
            matches: ["https://a.example/b.pdf"],
            rejects: ["https://a.example/b.pdf?c", "https://a.example/pdf"]
        ),
        Case(
            pattern: "*/a*b*c",
            matches: ["x/abc", "x/a/b/b/c/c", "/a/a1b2c"],
            rejects: ["x/acb", "x/ab", "x/abcd"]
        ),
        Case(pattern: "ab*ba", matches: ["abba", "ab ba"], rejects: ["aba"]),
        Case(pattern: "*", matches: ["", "https://a.example/"]),
        Case(pattern: "**é*", matches: ["https://a.example/é"], rejects: ["https://a.example/e"]),
    ])
    private func `an asterisk in a pattern matches any string`(_ pattern: Case) {
        for url in pattern.matches {
            #expect(URLPattern(pattern.pattern).matches(url), "\(url)")
        }
        for url in pattern.rejects {
            #expect(!URLPattern(pattern.pattern).matches(url), "\(url)")
        }
    }
}
