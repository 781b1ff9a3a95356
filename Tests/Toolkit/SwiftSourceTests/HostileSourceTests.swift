import ProgramTesting
import Testing

struct HostileSourceTests {
    @Test(arguments: [
        "\"\\(", "#/\n", "#/ ", "#/\n/", "##/\n#/\n", "#\"\"\"", "\"\"\"\n\\(", "/*", "/(", " /(",
        "`", "@", "\\", "#", "import ", "extension A<", "protocol P { var x", "(", "[{", "\"",
    ])
    func `reading repeated text takes linear time`(piece: String) {
        let times = [1_000, 16_000].map { count in
            let text = String(repeating: piece, count: count)
            let start = processorTime()
            #expect(Set(imports(text)).isSubset(of: ["import"]))
            return processorTime() - start
        }
        // Linear time grows by a factor of 16, quadratic time by a factor of 256.
        #expect(times[1] < times[0] * 40 + 0.005)
    }

    @Test func `reads nested interpolations`() {
        let text =
            String(repeating: "\"\\(", count: 200) + "1" + String(repeating: ")\"", count: 200)
        #expect(
            imports("let s = \(text)\nimport A") == ["A"]
        )
    }

    @Test func `reads any number of consecutive interpolations`() {
        let text = String(repeating: "_ = \"\\(f(\"{\"))\"\n", count: 300) + "import A"
        #expect(imports(text) == ["A"])
    }

    @Test func `an unterminated regular expression does not hide a terminated one`() {
        let text = "let a = b#/ c /\nlet r = #/ {\" /#\nlet s = ##/\n{\" /#\n/##\nimport A"
        #expect(imports(text) == ["A"])
    }

    @Test(arguments: [("let q = /\\Q\nimport A// x", ["A"]), ("let q = /\\Q{/\nimport A", [])])
    func `quoted text in a regular expression ends at the end of the line`(
        text: String,
        modules: [String]
    ) {
        #expect(imports(text) == modules)
    }

    @Test(arguments: ["/[)]{\"/", "/[(]/", "/[^(]+[)]{/"])
    func `a parenthesis in the brackets of a regular expression opens no group`(regex: String) {
        #expect(
            imports("let r = \(regex)\nimport A") == ["A"]
        )
    }
}
