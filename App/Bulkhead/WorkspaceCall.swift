import CommandLineArguments
import Scaffolding

/// A command line that changes a workspace.
struct WorkspaceCall: Sendable {
    private let path: String
    private let (isDryRun, isForced): (Bool, Bool)
    private let console: Console

    /// What every such command takes.
    static let options: [OptionSyntax] = [
        .flag("--dry-run", short: "-n", "print the changes without making them"),
        .flag("--force", short: "-f", "make the change even with uncommitted changes, or outside a git repository"),
    ]

    init(_ arguments: ParsedArguments, console: Console) {
        path = arguments.value("--package-path") ?? "."
        (isDryRun, isForced) = (arguments.has("--dry-run"), arguments.has("--force"))
        self.console = console
    }

    /// Refuses a feature or a service that is not there, with the name that may have been meant.
    func require(_ part: WorkspacePart) throws {
        let names = try Workspace(at: path).names(of: part.kind)
        guard !names.contains(part.name) else { return }
        let list = names.isEmpty ? "there are none" : "there are \(names.joined(separator: ", "))"
        let hint = part.name.closest(among: names).map { "did you mean '\($0)'?" } ?? list
        throw UsageError.custom("there is no \(part.kind.rawValue) '\(part.name)'; \(hint)")
    }

    /// Makes a change, and prints what it did.
    /// - Parameters:
    ///   - title: What it does, such as `add feature Payments`.
    ///   - next: What people do next; whole lines.
    func make(_ change: any WorkspaceChange, title: String, next: [String] = []) async throws -> ExitCode {
        let runner = ChangeRunner(of: try Workspace(at: path), isDryRun: isDryRun, isForced: isForced) { [console] in
            console.showProgress($0)
        }
        let result: ChangeRunner.Result
        do {
            defer { console.endProgress() }
            result = try await runner.make(change)
        }
        try console.print(isDryRun ? "\(title) would do this:" : "\(title):")
        try console.print(ChangeTree(result.changes).text())
        for note in result.notes { try console.print("note: \(note)") }
        guard !next.isEmpty, !isDryRun else { return .done }
        try console.print("next:\n" + next.map { "  \($0)" }.joined(separator: "\n"))
        return .done
    }
}
