import CommandLineArguments
import Foundation

@main
struct BulkheadCommand {
    static let version = "1.0"

    private static let commands: [any Command.Type] = [
        NewCommand.self, UpgradeCommand.self, AddCommand.self, RenameCommand.self, RemoveCommand.self,
        CheckCommand.self, FixCommand.self, WhyCommand.self, GraphCommand.self, AffectedCommand.self, TestCommand.self,
        APICommand.self, WiringCommand.self, FeaturesCommand.self,
    ]

    static let syntax = ProgramSyntax(
        "bulkhead",
        "bulkhead creates, extends and upgrades modular workspaces, and checks and draws the boundaries of "
            + "any SwiftPM package.",
        commands: commands.map { $0.syntax },
        options: [
            .value("--package-path", "PATH", "the folder with Package.swift (default: the current one)"), .help,
            .version,
        ],
        examples: [
            ("bulkhead new ../Shop", "create a workspace"),
            ("bulkhead add feature Payments", "add a feature to the workspace in this folder"),
            ("bulkhead check", "list every import and dependency that breaks a rule"),
            ("bulkhead why Shop Files", "show how one module depends on another"),
            ("bulkhead graph", "draw the modules, layer by layer"),
            ("bulkhead test --since main", "run the tests that the changes since a revision can affect"),
        ],
        closing: """
            Exit codes: 0 success, 1 a violation, or no chain, 64 invalid command line, 65 unusable package or rules, 69 missing program,
            73 a file or a name already exists, or cannot be written, 130 stopped by Ctrl-C.
            """)

    static func main() async {
        let console = Console(environment: ProcessInfo.processInfo.environment)
        do {
            exit(try await run(Array(CommandLine.arguments.dropFirst()), console: console).rawValue)
        } catch {
            let failure = Failure(error)
            console.printMessage(failure.message)
            exit(failure.code.rawValue)
        }
    }

    private static func run(_ arguments: [String], console: Console) async throws -> ExitCode {
        let parsed = try ArgumentParser(syntax).parse(arguments)
        if parsed.has("--version") {
            try console.print("bulkhead \(version)")
            return .done
        }
        if parsed.has("--help") {
            try console.print(
                parsed.command.map { HelpText.page(for: $0, of: syntax) } ?? HelpText.overview(of: syntax))
            return .done
        }
        guard let type = commands.first(where: { $0.syntax.name == parsed.command?.name }) else {
            throw UsageError.missingCommand
        }
        try parsed.checkOperands()
        return try await type.run(parsed, console: console)
    }
}

protocol Command: Sendable {
    static var syntax: CommandSyntax { get }

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode
}

extension ParsedArguments { var packagePath: String { value("--package-path") ?? "." } }
