import CommandLineArguments
import PackageManifest
import Scaffolding

/// Updates the inherited parts of a workspace to the version of the tool.
struct UpgradeCommand: Command {
    static let syntax = CommandSyntax(
        "upgrade", "update the engine and the boundaries of a workspace to the tool's version",
        options: WorkspaceCall.options,
        discussion: """
            Replaces Modules/Injection, Modules/Boundaries, App/common.sh and the functions at the end of Package.swift
            by those of the clone that the tool runs from. A file that you changed is kept and reported. The file .bulkhead
            lists the checksum of each file as the tool wrote it.
            """,
        examples: [
            ("bulkhead upgrade --dry-run", "print what would be replaced, added, removed and kept"),
            ("bulkhead upgrade", "upgrade the workspace in this folder"),
        ])

    private let path: String
    private let isDryRun: Bool
    private let isForced: Bool
    private let console: Console

    init(_ arguments: ParsedArguments, loader: PackageLoader, console: Console) {
        self.console = console
        path = arguments.value("--package-path") ?? "."
        isDryRun = arguments.has("--dry-run")
        isForced = arguments.has("--force")
    }

    func run() async throws -> ExitCode {
        let result = try await Upgrade(of: try Workspace(at: path), isDryRun: isDryRun, isForced: isForced).make()
        if result.changes.isEmpty {
            try console.print("up to date")
        } else {
            try console.print(isDryRun ? "upgrade would do this:" : "upgrade:")
            try console.print(ChangeTree(result.changes).text())
        }
        for note in result.notes { try console.print("note: \(note)") }
        if !isDryRun, !result.changes.isEmpty { try console.print("next:\n  Tests/run") }
        return .done
    }
}
