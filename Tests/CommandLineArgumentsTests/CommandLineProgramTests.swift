import CommandLineArguments
import Testing

struct CommandLineProgramTests {
    private let output = RecordedStream()
    private let errors = RecordedStream()
    private let program = CommandLineProgram(
        ProgramSyntax(
            "echo",
            "echo prints words.",
            commands: [EchoCommand.syntax],
            options: [.help, .version],
            examples: [("echo print one", "one")]
        ),
        version: "1.2",
        commands: [EchoCommand.self]
    )

    private func run(_ arguments: String...) async throws -> ExitCode {
        let console = Console(output: output.stream(), error: errors.stream(), environment: [:])
        return try await program.run(arguments) { _ in console }
    }

    @Test func `runs the command that the arguments name`() async throws {
        #expect(try await run("print", "one", "two") == ExitCode(rawValue: 2))
        #expect(try output.text() == "one two\n")
    }

    @Test func `prints the version of the program`() async throws {
        #expect(try await run("--version") == .done)
        #expect(try output.text() == "echo 1.2\n")
    }

    @Test func `prints the help of a command instead of running it`() async throws {
        #expect(try await run("print", "one", "--help") == .done)
        #expect(try output.text().hasPrefix("print: prints its operands"))
    }

    @Test func `prints the overview if help is requested without a command`() async throws {
        #expect(try await run("--help") == .done)
        #expect(try output.text().hasPrefix("echo prints words."))
    }

    @Test func `reports a missing command`() async {
        await #expect(throws: UsageError.missingCommand) { try await run() }
    }

    @Test func `reports missing operands before it runs the command`() async throws {
        await #expect(throws: UsageError.missingOperand(command: "print", operands: "WORD…")) {
            try await run("print")
        }
        #expect(try output.text() == "")
    }
}

private enum EchoCommand: Command {
    static let syntax = CommandSyntax(
        "print",
        "prints its operands",
        operands: "WORD…",
        count: 1...9,
        examples: [("echo print one", "one")]
    )

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        try console.print(arguments.operands.joined(separator: " "))
        return ExitCode(rawValue: Int32(arguments.operands.count))
    }
}
