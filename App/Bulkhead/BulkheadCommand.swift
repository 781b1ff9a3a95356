import CommandLineArguments
import Foundation
import PackageManifest

/// The program: reads the command line and runs one command.
@main
struct BulkheadCommand {
    /// Every command, in the order of the help.
    static let commands: [any Command.Type] = [
        NewCommand.self, UpgradeCommand.self, AddCommand.self, RenameCommand.self, RemoveCommand.self,
        CheckCommand.self, WhyCommand.self, GraphCommand.self,
    ]

    static func main() async {
        let console = Console(environment: ProcessInfo.processInfo.environment)
        do {
            exit(try await run(Array(CommandLine.arguments.dropFirst()), console: console).rawValue)
        } catch {
            let failure = Failure(error)
            console.complain(failure.message)
            exit(failure.code.rawValue)
        }
    }

    private static func run(_ arguments: [String], console: Console) async throws -> ExitCode {
        let parsed = try ArgumentParser(.bulkhead).parse(arguments)
        if parsed.has("--version") {
            try console.print("bulkhead \(version)")
            return .done
        }
        guard let command = parsed.command, let type = commands.first(where: { $0.syntax.name == command.name }) else {
            guard parsed.has("--help") else { throw UsageError.missingCommand }
            try console.print(HelpText.overview(of: .bulkhead))
            return .done
        }
        if parsed.has("--help") {
            try console.print(HelpText.page(for: command, of: .bulkhead))
            return .done
        }
        try parsed.checkOperands()
        return try await type.init(parsed, loader: PackageLoader(), console: console).run()
    }

    private static let version = "1.0"
}
