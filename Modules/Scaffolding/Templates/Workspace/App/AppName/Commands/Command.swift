import CommandLineArguments

/// One command of the program.
protocol Command: Sendable {
    /// How it is written.
    static var syntax: CommandSyntax { get }

    /// Reads its part of the command line; what it needs is resolved from the container here.
    init(_ arguments: ParsedArguments, console: Console) throws(UsageError)

    /// Does it.
    func run() async throws -> ExitCode
}
