import ProgramTesting
import SwiftSource
import Testing

/// Source code that is made to crash or delay the reader.
struct HostileSourceTests {
    @Test(
        arguments: [
            "\"\\(", "#/\n", "#/ ", "#/\n/", "##/\n#/\n", "#\"\"\"", "\"\"\"\n\\(", "/*", "/(", " /(", "`", "@", "\\",
            "#", "import ", "extension A<",
            "protocol P { var x", "(", "[{", "\"",
        ])
    func `reads a repeated piece in linear time`(piece: String) {
        let times = [10_000, 40_000].map { count in
            let text = String(repeating: piece, count: count)
            let start = processorTime()
            #expect(SourceFile(path: "", text: text).imports.allSatisfy { $0.module == "import" })
            return processorTime() - start
        }
        // Linear time grows by a factor of 4, quadratic time by a factor of 16.
        #expect(times[1] < times[0] * 9 + 0.005)
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
