import CommandLineArguments

/// A command that uses neither the library nor the settings.
protocol ConsoleCommand: Command {
    init(_ arguments: ParsedArguments, console: Console) throws(UsageError)
    func run() async throws -> ExitCode
}

extension ConsoleCommand {
    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        try await Self(arguments, console: console).run()
    }
}
