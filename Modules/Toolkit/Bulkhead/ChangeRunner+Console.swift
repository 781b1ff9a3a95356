import CommandLineArguments
import Scaffolding

extension ChangeRunner {
    /// The options of commands that change a workspace.
    static let options: [OptionSyntax] = [
        .flag("--dry-run", short: "-n", "print the changes without making them"),
        .flag(
            "--force",
            short: "-f",
            "proceed despite uncommitted changes, or outside a Git repository"
        ),
    ]

    /// Applies a change to the workspace that the arguments specify, and prints the result.
    ///
    /// - Parameters:
    ///   - title: The change in the words of the command line, such as `add feature Notes`.
    ///   - next: The commands and tasks to suggest after the change.
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
        if !result.changes.isEmpty {
            try print(ChangeTree(result.changes).text)
        }
        for note in result.notes {
            try print("note: \(note)")
        }
        for warning in result.warnings {
            try print(warning)
        }
        if !isDryRun {
            try print("next:\n" + next.map { "  \($0)" }.joined(separator: "\n"))
        }
    }
}
