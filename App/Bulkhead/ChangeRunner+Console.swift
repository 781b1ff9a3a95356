import CommandLineArguments
import Scaffolding

extension ChangeRunner {
    static let options: [OptionSyntax] = [
        .flag("--dry-run", short: "-n", "print the changes without making them"),
        .flag(
            "--force",
            short: "-f",
            "proceed despite uncommitted changes, or outside a Git repository"
        ),
    ]

    static func run(
        _ change: any WorkspaceChange,
        title: String,
        next: [String],
        _ arguments: ParsedArguments,
        _ console: Console
    ) async throws -> ExitCode {
        let runner = ChangeRunner(
            of: try Workspace(at: arguments.workspacePath),
            isDryRun: arguments.has("--dry-run"),
            isForced: arguments.has("--force"),
            showProgress: console.showProgress
        )
        let result: Result
        do {
            defer {
                console.endProgress()
            }
            result = try await runner.apply(change)
        }
        try console.print(result, title: title, isDryRun: arguments.has("--dry-run"), next: next)
        return .done
    }
}

extension Console {
    func print(
        _ result: ChangeRunner.Result,
        title: String,
        isDryRun: Bool,
        next: [String]
    ) throws {
        try print(isDryRun ? "\(title) would do this:" : "\(title):")
        try print(ChangeTree(result.changes).text())
        for note in result.notes {
            try print("note: \(note)")
        }
        if !isDryRun {
            try print("next:\n" + next.map { "  \($0)" }.joined(separator: "\n"))
        }
    }
}
