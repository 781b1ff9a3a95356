import SwiftSource
import Testing

/// Source that nobody writes, and that must neither crash the reader nor hold it up.
struct HostileSourceTests {
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            "\"\\(", "#/\n", "#/ ", "#/\n/", "##/\n#/\n", "#\"\"\"", "\"\"\"\n\\(", "/*", "/(", " /(", "`", "@", "\\",
            "#", "import ", "extension A<",
            "protocol P { var x", "(", "[{", "\"",
        ])
    func `a piece repeated very often is read in time`(piece: String) {
        let text = String(repeating: piece, count: 30_000)
        #expect(SourceFile(path: "", text: text).imports.allSatisfy { $0.module == "import" })
    }

    @Test func `interpolations may be nested`() {
        let text = String(repeating: "\"\\(", count: 200) + "1" + String(repeating: ")\"", count: 200)
        #expect(SourceFile(path: "", text: "let s = \(text)\nimport A").imports.map(\.module) == ["A"])
    }

    @Test func `an open regular expression hides no closed one`() {
        let text = "let a = b#/ c /\nlet r = #/ {\" /#\nlet s = ##/\n{\" /#\n/##\nimport A"
        #expect(SourceFile(path: "", text: text).imports.map(\.module) == ["A"])
    }

    @Test(arguments: ["/[)]{\"/", "/[(]/", "/[^(]+[)]{/"])
    func `a parenthesis within the brackets of a regular expression opens nothing`(regex: String) {
        #expect(SourceFile(path: "", text: "let r = \(regex)\nimport A").imports.map(\.module) == ["A"])
    }
}
