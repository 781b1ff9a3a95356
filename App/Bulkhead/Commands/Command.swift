import CommandLineArguments
import PackageManifest

/// One command of the program.
protocol Command: Sendable {
    /// How it is written.
    static var syntax: CommandSyntax { get }

    /// Reads its part of the command line.
    init(_ arguments: ParsedArguments, loader: PackageLoader, console: Console) throws(UsageError)

    /// Does it.
    func run() async throws -> ExitCode
}
