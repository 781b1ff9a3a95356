import CommandLineArguments
import ProgramTesting
import Testing

struct UsageErrorTests {
    @Test(
        arguments: [
            (.missingCommand, "missing command; see 'till --help'"),
            (
                .invalidValue(option: "--sort", value: "size", expected: "newest or oldest"),
                "invalid value 'size' for '--sort': expected newest or oldest"
            ),
            (
                .rejectedValue(option: "--file", reason: "the URL contains a password"),
                "invalid value for '--file': the URL contains a password"
            ),
            (
                .custom("the till is closed; come back at nine"),
                "the till is closed; come back at nine"
            ),
        ] as [(UsageError, String)]
    )
    func `an error that the parser does not throw has a message`(
        error: UsageError,
        message: String
    ) {
        #expect(error.message(for: .sample) == message)
    }

    @Test func `messages for a program without commands do not mention commands`() {
        #expect(
            UsageError.unknownCommand("lsit").message(for: ProgramSyntax())
                == "unexpected argument 'lsit'; see 'till --help'"
        )
    }

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
