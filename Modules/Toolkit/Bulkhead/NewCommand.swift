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
                "name the app's module (default: the last part of PATH, as in MyShop for my-shop)"
            ),
            .flag("--empty", "omit the starter, a feature and a service that keep notes"),
        ] + EnginePackage.options + [
            .flag(
                "--dry-run",
                short: "-n",
                "print the files that would be written, but write nothing"
            )
        ],
        discussion: """
            The workspace has an app, Core, Bootstrap, tests and CI. It depends on the package with the container engine and the
            boundary checks: on a revision of the clone's remote repository if the repository contains it, otherwise on a copy in
            \(EnginePackage.folder). 'bulkhead upgrade' updates it, and replaces the repository by a copy or a copy by the repository. The name of the
            program is the name of the app's module in lower case. On a failure, nothing is written.
            """,
        examples: [
            ("bulkhead new ../Shop", "create an app named Shop that stores notes in a file"),
            (
                "bulkhead new ~/code/web-shop --empty",
                "create an app named WebShop, without the starter"
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
            hasStarter: !arguments.has("--empty"),
            package: try EnginePackage.Choice(arguments),
            showProgress: console.showProgress
        )
        if workspace.hasDerivedName {
            console.printNote(
                "the name of the app's module is '\(workspace.name)'; choose another with --name NAME"
            )
        }
        let changes: [Change]
        do {
            defer {
                console.endProgress()
            }
            changes = try await workspace.create(isDryRun: arguments.has("--dry-run"))
        }
        try console.print(ChangeTree(changes).text)
        try console.print(
            arguments.has("--dry-run")
                ? "\nnothing was written"
                : """

                created the workspace \(workspace.name); next:
                  cd \(path.quotedForShell)
                  swift run \(workspace.name.lowercased()) help
                  Tests/run
                  git init && git add . && git commit -m "A workspace"
                  bulkhead add feature NAME
                """
        )
        return .done
    }
}

extension EnginePackage {
    /// The options of `new` and `upgrade` that select how a workspace depends on the package.
    static let options: [OptionSyntax] = [
        .flag("--vendor", "depend on a copy of the package in \(folder)"),
        .value(
            "--url",
            "URL",
            "depend on the current commit of this clone in the repository at URL"
        ),
    ]
}

extension EnginePackage.Choice {
    /// Creates the choice that the options specify, or returns `nil` if they specify none.
    init?(_ arguments: ParsedArguments) throws(UsageError) {
        switch (arguments.has("--vendor"), arguments.value("--url")) {
        case (false, nil): return nil
        case (true, nil): self = .vendored
        case (false, let url?): self = .url(url)
        case (true, _?): throw .custom("'--vendor' and '--url' cannot be combined; use one of them")
        }
    }
}
