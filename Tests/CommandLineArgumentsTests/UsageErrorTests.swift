import CommandLineArguments
import Testing

struct UsageErrorTests {
    private struct Report {
        let error: UsageError
        let message: String

        init(_ error: UsageError, _ message: String) {
            self.error = error
            self.message = message
        }
    }

    @Test(arguments: [
        Report(.missingCommand, "missing command; see 'till --help'"),
        Report(.unknownCommand("lsit"), "unknown command 'lsit'; did you mean 'list'?"),
        Report(.unknownCommand("x"), "unknown command 'x'; see 'till --help'"),
        Report(
            .unknownOption("--tga", command: "list"),
            "unknown option '--tga'; did you mean '--tag'?"
        ),
        Report(
            .unknownOption("--hlep", command: "list"),
            "unknown option '--hlep'; did you mean '--help'?"
        ),
        Report(
            .unknownOption("--tag", command: "add"),
            "unknown option '--tag'; see 'till add --help'"
        ),
        Report(
            .unknownOption("-x", command: "list"),
            "unknown option '-x'; see 'till list --help'"
        ),
        Report(
            .unknownOption("-word", command: "search"),
            "unknown option '-word'; if it is a word to leave out, write it after '--': "
                + "till search -- -word"
        ),
        Report(
            .unknownOption("--word", command: "search"),
            "unknown option '--word'; see 'till search --help'"
        ),
        Report(.unknownOption("-x", command: nil), "unknown option '-x'; see 'till --help'"),
        Report(
            .missingValue(option: "--tag", value: "TAG"),
            "option '--tag' requires a value: --tag TAG"
        ),
        Report(
            .unexpectedValue(option: "--all"),
            "option '--all' does not accept a value; remove it"
        ),
        Report(
            .invalidValue(option: "--sort", value: "size", expected: "one of newest, oldest"),
            "invalid value 'size' for '--sort': expected one of newest, oldest"
        ),
        Report(
            .rejectedValue(option: "--file", reason: "the URL contains a password"),
            "invalid value for '--file': the URL contains a password"
        ),
        Report(
            .missingOperand(command: "add", operands: "KIND NAME…"),
            "'till add' requires KIND NAME…; see 'till add --help'"
        ),
        Report(
            .unexpectedOperand(command: "add", value: "d"),
            "unexpected argument 'd' for 'till add'; see 'till add --help'"
        ),
        Report(
            .custom("the till is closed; come back at nine"),
            "the till is closed; come back at nine"
        ),
    ])

    private func `each usage error has a message with a remedy`(_ report: Report) {
        #expect(report.error.message(for: .sample) == report.message)
    }

    @Test func `messages for a program without commands do not mention commands`() {
        let program = ProgramSyntax(
            "till",
            "till counts.",
            commands: [],
            options: [.help],
            examples: []
        )
        #expect(
            UsageError.unknownCommand("lsit").message(for: program)
                == "unexpected argument 'lsit'; see 'till --help'"
        )
    }

    @Test(
        arguments: [
            ("lst", "list"),
            ("llist", "list"),
            ("lisp", "list"),
            ("lsit", "list"),
            ("ilst", "list"),
            ("serch", "search"),
            ("chekc", "check"),
            ("epxrot", "export"),
            ("List", "list"),
            ("ad", "add"),
            ("sea", "search"),
            ("imp", "import"),
            ("sh", "show"),
            ("frobnicate", nil),
            ("s", nil),
            ("", nil),
            ("lxxt", nil),
            ("searchable", nil),
        ] as [(String, String?)]
    )
    func `suggests a word only for a misspelling or an abbreviation`(
        _ typed: String,
        _ meant: String?
    ) {
        let commands = ["add", "list", "search", "show", "check", "import", "export"]
        #expect(typed.suggestion(among: commands) == meant.map { "did you mean '\($0)'?" })
    }

    @Test func `suggests the nearest word, or the first of equally near words`() {
        #expect("--tga".suggestion(among: ["--age", "--tag"]) == "did you mean '--tag'?")
        #expect("bat".suggestion(among: ["cat", "bar"]) == "did you mean 'cat'?")
        #expect("list".suggestion(among: []) == nil)
    }
}
