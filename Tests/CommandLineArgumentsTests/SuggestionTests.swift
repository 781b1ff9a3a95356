import CommandLineArguments
import ProgramTesting
import Testing

struct SuggestionTests {
    /// A typed word, and the word that is suggested, if any.
    @Test(
        arguments: Row.table(
            """
            lst → list
            llist → list
            lisp → list
            lsit → list
            ilst → list
            serch → search
            chekc → check
            epxrot → export
            List → list
            ad → add
            sea → search
            imp → import
            sh → show
            frobnicate →
            s →
            →
            lxxt →
            searchable →
            """
        )
    )
    func `suggests a word only for a misspelling or an abbreviation`(row: Row) {
        let commands = ["add", "list", "search", "show", "check", "import", "export"]
        let suggestion = row[1].isEmpty ? nil : "did you mean '\(row[1])'?"
        #expect(row[0].suggestion(among: commands) == suggestion)
    }

    @Test func `suggests the nearest word, or the first of equally near words`() {
        #expect("--tga".suggestion(among: ["--age", "--tag"]) == "did you mean '--tag'?")
        #expect("bat".suggestion(among: ["cat", "bar"]) == "did you mean 'cat'?")
        #expect("list".suggestion(among: []) == nil)
    }
}
