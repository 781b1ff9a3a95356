import CommandLineArguments
import PackageManifest

enum TestCommand: Command {
    static let syntax = CommandSyntax(
        "test",
        "run the test targets that are affected by changes since a revision",
        operands: "[ARGUMENT…]",
        count: 0...Int.max,
        options: [.since, BoundaryReport.rulesOption],
        discussion:
            "Runs 'swift test' for these targets, with the given arguments. 'bulkhead affected' shows why they are affected.",
        examples: [
            ("bulkhead test --since main", "run the tests that the commits of this branch affect"),
            (
                "bulkhead test --since main -- --no-parallel",
                "run the same tests with an option of 'swift test'"
            ),
        ]
    )

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let tests = try await Impact.load(arguments, console: console).tests
        guard !tests.isEmpty else {
            try console.print("no test target is affected")
            return .done
        }
        console.printMessage("testing \(tests.joined(separator: ", "))")
        let code = try await Program.runInTerminal(
            "swift",
            [
                "test", "--package-path", arguments.packagePath, "--filter",
                "^(\(tests.joined(separator: "|")))\\.",
            ]
                + arguments.operands
        )
        if code == Program.missing {
            throw ManifestError.cannotRunSwift(reason: "it is not in PATH")
        }
        return code == 0 ? .done : .violations
    }
}
