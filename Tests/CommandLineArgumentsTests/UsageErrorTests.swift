import CommandLineArguments
import Testing

struct UsageErrorTests {
    @Test(
        arguments: [
            (.noCommand, "no command given; 'till --help' shows them"),
            (.unknownCommand("lsit", suggestion: "list"), "unknown command 'lsit'; did you mean 'list'?"),
            (.unknownCommand("x", suggestion: nil), "unknown command 'x'; 'till --help' shows them all"),
            (.unknownTopic("lsit", suggestion: "list"), "no help for 'lsit'; did you mean 'list'?"),
            (.unknownTopic("x", suggestion: nil), "no help for 'x'; 'till --help' shows the topics"),
            (
                .unknownOption("--tga", command: "list", suggestion: "--tag"),
                "unknown option '--tga'; did you mean '--tag'?"
            ),
            (
                .unknownOption("-x", command: "list", suggestion: nil),
                "unknown option '-x'; 'till list --help' shows them all"
            ),
            (.unknownOption("-x", command: nil, suggestion: nil), "unknown option '-x'; 'till --help' shows them all"),
            (.missingValue(option: "--tag", value: "TAG"), "option '--tag' needs a value: --tag TAG"),
            (.unwantedValue(option: "--all"), "option '--all' takes no value"),
            (
                .badValue(option: "--sort", value: "size", expected: "one of newest, oldest"),
                "'size' is no value for '--sort'; it takes one of newest, oldest"
            ),
            (
                .missingOperand(command: "add", operands: "KIND NAME…"),
                "'till add' needs KIND NAME…; 'till add --help' shows examples"
            ),
            (
                .unexpectedOperand(command: "add", value: "d"),
                "'till add' does not take 'd'; 'till add --help' shows what it takes"
            ),
            (.custom("the till is closed; come back at nine"), "the till is closed; come back at nine"),
        ] as [(UsageError, String)])
    func `every error says what is wrong and what to do`(_ error: UsageError, _ message: String) {
        #expect(error.message(for: .sample) == message)
    }
    @Test func `a program without commands speaks of none`() {
        let program = ProgramSyntax("till", "till counts.", commands: [], everywhere: [.help], examples: [])
        #expect(
            UsageError.unknownCommand("lsit", suggestion: nil).message(for: program)
                == "'till' does not take 'lsit'; 'till --help' shows what it takes")
    }
}
