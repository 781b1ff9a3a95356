import CommandLineArguments
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
    func `an error that is found after parsing has a message`(
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
}
