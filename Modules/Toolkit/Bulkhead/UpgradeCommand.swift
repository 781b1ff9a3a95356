import CommandLineArguments
import Scaffolding

enum UpgradeCommand: Command {
    static let syntax = CommandSyntax(
        "upgrade",
        "update the engine and the boundary checks of a workspace to the version of this tool",
        options: EnginePackage.options + ChangeRunner.options,
        discussion: """
            Replaces \(EnginePackage.folder) with the version in the clone that the tool runs from. If Package.swift contains the
            URL and a revision of a repository instead, the revision becomes the current commit of the clone. --vendor and --url
            change one form into the other.
            """,
        examples: [
            (
                "bulkhead upgrade --dry-run",
                "print the files that would be replaced, added and removed"
            ),
            ("bulkhead upgrade", "upgrade the workspace in this folder"),
            (
                "bulkhead upgrade --url https://example.com/bulkhead.git",
                "depend on a repository instead of a copy"
            ),
        ]
    )

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let isDryRun = arguments.has("--dry-run")
        let workspace = try Workspace(at: arguments.workspacePath)
        let result = try await Upgrade(
            of: workspace,
            to: EnginePackage.Choice(arguments),
            isDryRun: isDryRun,
            isForced: arguments.has("--force")
        ).run()
        if result.changes.isEmpty {
            try console.print("up to date")
        } else {
            try console.print(result, title: "upgrade", isDryRun: isDryRun, next: ["Tests/run"])
        }
        return .done
    }
}
