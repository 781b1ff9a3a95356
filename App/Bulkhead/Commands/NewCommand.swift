import CommandLineArguments
import PackageManifest
import Scaffolding

/// Creates a workspace.
struct NewCommand: Command {
    static let syntax = CommandSyntax(
        "new", "create a workspace in a folder that is empty or does not exist", operands: "PATH", count: 1...1,
        without: ["--package-path"],
        options: [
            .value("--name", "NAME", "the app's module, such as Shop (default: the last part of PATH)"),
            .flag("--empty", "leave out the sample feature and service"),
            .flag("--dry-run", short: "-n", "print what would be written, and write nothing"),
        ],
        discussion: """
            The workspace has an app, Core, Bootstrap, tests, CI, documentation, the container engine and the check of the layer rules;
            App/run and Tests/run pass there at once. The program is named like the app's module, in lower case. The tool stays in its
            clone; 'bulkhead upgrade' later updates the engine and the check. On a failure, nothing is written.
            """,
        examples: [
            ("bulkhead new ../Shop", "an app Shop, with notes in a file"),
            ("bulkhead new ~/code/web-shop --name Shop --empty", "the same in another folder, without the notes"),
        ])

    private let loader: PackageLoader
    private let console: Console
    private let path: String
    private let name: String?
    private let isEmpty: Bool
    private let isDryRun: Bool

    init(_ arguments: ParsedArguments, loader: PackageLoader, console: Console) throws(UsageError) {
        self.loader = loader
        self.console = console
        path = arguments.operands[0]
        guard !path.isEmpty else { throw .custom("the path is empty; name a folder that is empty or does not exist") }
        name = arguments.value("--name")
        isEmpty = arguments.has("--empty")
        isDryRun = arguments.has("--dry-run")
    }

    func run() async throws -> ExitCode {
        let workspace = try NewWorkspace(
            at: path, name: name, isEmpty: isEmpty, loader: loader
        ) {
            [console] in console.showProgress($0)
        }
        if let package = workspace.surroundingPackage {
            console.note("'\(path)' is in the package '\(package)', whose tools may look into it")
        }
        defer { console.endProgress() }
        let changes = try await workspace.make(isDryRun: isDryRun)
        console.endProgress()
        try console.print(Self.tree(changes))
        try console.print(
            isDryRun
                ? "\nnothing was written"
                : """

                created the workspace \(workspace.name); next:
                  cd \(Self.quoted(path))
                  App/run
                  Tests/run
                  git init && git add . && git commit -m "A workspace"
                  bulkhead add feature NAME
                """)
        return .done
    }

    /// Returns the changes as a tree of modules, without their files.
    private static func tree(_ changes: [Change]) -> String {
        let places = changes.map { change in
            let names = change.path.split(separator: "/")
            let isGrouped = ["Services", "Features"].contains(names.dropFirst().first)
            return Change(change.kind, names.prefix(isGrouped ? 3 : 2).joined(separator: "/"))
        }
        return ChangeTree(places).text(limit: .max)
    }

    /// Returns a path quoted for a shell.
    private static func quoted(_ path: String) -> String {
        let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-+~".contains($0) } && !path.hasPrefix("~")
        return isPlain ? path : "'\(path.replacing("'", with: "'\\''"))'"
    }
}
