import CommandLineArguments
import Scaffolding

enum NewCommand: Command {
    static let syntax = CommandSyntax(
        "new",
        "create a workspace in a folder that is empty or does not exist",
        operands: "PATH",
        count: 1...1,
        without: ["--package-path"],
        options: [
            .value(
                "--name",
                "NAME",
                "name the app's module, such as Shop (default: the last part of PATH)"
            ),
            .flag("--empty", "omit the sample feature and service"),
            .flag(
                "--dry-run",
                short: "-n",
                "print the files that would be written, but write nothing"
            ),
        ],
        discussion: """
            The workspace has an app, Core, Bootstrap, tests, CI, documentation, the container engine and the check of the layer
            rules. App/run and Tests/run work immediately. The name of the program is the name of the app's module in lower case.
            The tool is not copied; 'bulkhead upgrade' later updates the engine and the check. On a failure, nothing is written.
            """,
        examples: [
            ("bulkhead new ../Shop", "create an app named Shop that stores notes in a file"),
            (
                "bulkhead new ~/code/web-shop --name Shop --empty",
                "create an app named Shop in another folder, without the sample"
            ),
        ]
    )

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let path = arguments.operands[0]
        guard !path.isEmpty else {
            throw UsageError.custom(
                "the path is empty; specify a folder that is empty or does not exist"
            )
        }
        let workspace = try NewWorkspace(
            at: path,
            name: arguments.value("--name"),
            isEmpty: arguments.has("--empty"),
            showProgress: console.showProgress
        )
        if let package = workspace.enclosingPackage {
            console.printMessage(
                "'\(path)' is in the package '\(package)', so tools for that package may read the workspace too"
            )
        }
        defer {
            console.endProgress()
        }
        let changes = try await workspace.create(isDryRun: arguments.has("--dry-run"))
        console.endProgress()
        try console.print(tree(changes))
        try console.print(
            arguments.has("--dry-run")
                ? "\nnothing was written"
                : """

                created the workspace \(workspace.name); next:
                  cd \(quoted(path))
                  App/run
                  Tests/run
                  git init && git add . && git commit -m "A workspace"
                  bulkhead add feature NAME
                """
        )
        return .done
    }

    private static func tree(_ changes: [Change]) -> String {
        let places = changes.map { change in
            let names = change.path.split(separator: "/")
            let isGrouped = ["Services", "Features"].contains(names.dropFirst().first)
            return Change(change.kind, names.prefix(isGrouped ? 3 : 2).joined(separator: "/"))
        }
        return ChangeTree(places).text(limit: .max)
    }

    private static func quoted(_ path: String) -> String {
        let isPlain =
            path.allSatisfy { $0.isLetter || $0.isNumber || "/._-+~".contains($0) }
            && !path.hasPrefix("~")
        return isPlain ? path : "'\(path.replacing("'", with: "'\\''"))'"
    }
}
