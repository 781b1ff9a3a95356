import CommandLineArguments
import Testing

struct UsageErrorTests {
    @Test(
        arguments: [
            (.missingCommand, "missing command; see 'till --help'"),
            (.unknownCommand("lsit"), "unknown command 'lsit'; did you mean 'list'?"),
            (.unknownCommand("x"), "unknown command 'x'; see 'till --help'"),
            (.unknownOption("--tga", command: "list"), "unknown option '--tga'; did you mean '--tag'?"),
            (.unknownOption("--hlep", command: "list"), "unknown option '--hlep'; did you mean '--help'?"),
            (.unknownOption("--tag", command: "add"), "unknown option '--tag'; see 'till add --help'"),
            (.unknownOption("-x", command: "list"), "unknown option '-x'; see 'till list --help'"),
            (.unknownOption("-x", command: nil), "unknown option '-x'; see 'till --help'"),
            (.missingValue(option: "--tag", value: "TAG"), "option '--tag' requires a value: --tag TAG"),
            (.unexpectedValue(option: "--all"), "option '--all' does not accept a value; remove it"),
            (
                .invalidValue(option: "--sort", value: "size", expected: "one of newest, oldest"),
                "invalid value 'size' for '--sort': expected one of newest, oldest"
            ),
            (
                .missingOperand(command: "add", operands: "KIND NAME…"),
                "'till add' requires KIND NAME…; see 'till add --help'"
            ),
            (
                .unexpectedOperand(command: "add", value: "d"),
                "unexpected argument 'd' for 'till add'; see 'till add --help'"
            ),
            (.custom("the till is closed; come back at nine"), "the till is closed; come back at nine"),
        ] as [(UsageError, String)])
    func `each error has a message with a remedy`(_ error: UsageError, _ message: String) {
        #expect(error.message(for: .sample) == message)
    }

    @Test func `messages for a program without commands do not mention any`() {
        let program = ProgramSyntax("till", "till counts.", commands: [], options: [.help], examples: [])
        #expect(
            UsageError.unknownCommand("lsit").message(for: program) == "unexpected argument 'lsit'; see 'till --help'")
    }

    @Test(
        arguments: [
            ("lst", "list"), ("llist", "list"), ("lisp", "list"), ("lsit", "list"), ("serch", "search"),
            ("chekc", "check"), ("epxrot", "export"), ("List", "list"), ("ad", "add"), ("sea", "search"),
            ("imp", "import"), ("sh", "show"), ("frobnicate", nil), ("s", nil), ("", nil), ("lxxt", nil),
            ("searchable", nil),
        ] as [(String, String?)])
    func `suggests a word only for a misspelling or an abbreviation`(_ typed: String, _ meant: String?) {
        let commands = ["add", "list", "search", "show", "check", "import", "export"]
        #expect(typed.suggestion(among: commands) == meant.map { "did you mean '\($0)'?" })
    }

    @Test func `suggests the nearest word, and the first of equally near ones`() {
        #expect("--tga".suggestion(among: ["--age", "--tag"]) == "did you mean '--tag'?")
        #expect("bat".suggestion(among: ["cat", "bar"]) == "did you mean 'cat'?")
        #expect("list".suggestion(among: []) == nil)
    }
}
