import CommandLineArguments
import Scaffolding

enum UpgradeCommand: Command {
    static let syntax = CommandSyntax(
        "upgrade",
        "update the engine and the boundaries of a workspace to the version of this tool",
        options: ChangeRunner.options,
        discussion: """
            Replaces Modules/Injection, Modules/Boundaries, App/common.sh and the functions at the end of Package.swift
            with the versions in the clone that the tool runs from. A file that you changed is kept and reported. The file
            .bulkhead lists the checksum of each file as the tool wrote it.
            """,
        examples: [
            (
                "bulkhead upgrade --dry-run",
                "print the files that would be replaced, added, removed and kept"
            ),
            ("bulkhead upgrade", "upgrade the workspace in this folder"),
        ]
    )

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let isDryRun = arguments.has("--dry-run")
        let workspace = try Workspace(at: arguments.workspacePath)
        let result = try await Upgrade(
            of: workspace,
            isDryRun: isDryRun,
            isForced: arguments.has("--force")
        ).run()
        if result.changes.isEmpty {
            try console.print("up to date")
            for note in result.notes {
                try console.print("note: \(note)")
            }
        } else {
            try console.print(result, title: "upgrade", isDryRun: isDryRun, next: ["Tests/run"])
        }
        return .done
    }
}
