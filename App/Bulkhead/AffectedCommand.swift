import BoundaryRules
import CommandLineArguments
import Foundation
import PackageManifest

extension OptionSyntax {
    /// The option for commands that compare the package with a revision.
    static let since = OptionSyntax.value(
        "--since",
        "REV",
        "compare with the common ancestor of a revision, such as main, and the current commit"
    )
}

extension ParsedArguments {
    /// Returns the revision specified by `--since`. Throws an error if the option is missing.
    func revision(of package: SwiftPackage) async throws -> Revision {
        guard let name = value("--since") else {
            throw UsageError.custom(
                "'--since' is missing; specify a revision, such as --since main"
            )
        }
        return try await Revision(name, of: package)
    }
}

extension Impact {
    /// Returns the impact of the changes since the revision specified by `--since`.
    fileprivate static func load(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> Impact {
        let manifest = try await SwiftPackage.load(arguments, console: console)
        let revision = try await arguments.revision(of: manifest)
        console.showProgress("comparing with the specified revision …")
        defer {
            console.endProgress()
        }
        let files = try await revision.changedFiles()
        let tests = Set(try manifest.rules(in: arguments.value("--rules")).wholePackageTests)
        guard !files.isEmpty else {
            return Impact(on: manifest, since: manifest, files: [])
        }
        // If the old manifest cannot be evaluated, all targets count as changed.
        let old = try? await revision.package()
        // The impact reads symbolic links in the temporary folder of the old package, which is
        // removed when `old` is released.
        defer {
            withExtendedLifetime(old) {}
        }
        let described = try? await manifest.comparable(with: old?.0)
        return Impact(
            on: manifest,
            since: old?.0,
            describedAs: described,
            files: files,
            wholePackageTests: tests
        )
    }
}

enum AffectedCommand: Command {
    static let syntax = CommandSyntax(
        "affected",
        "list the modules and test targets that are affected by changes since a revision",
        options: [
            .since,
            .flag("--tests", "list only the names of test targets, one on each line"),
            .flag("--json", "print JSON for programs"),
            BoundaryReport.rulesOption,
        ],
        discussion: """
            A change affects the modules whose files or targets in the manifest changed, and all modules that use them. Uncommitted
            and untracked files count, including files that a target contains through a symbolic link. Files in no module, such as
            scripts, are listed at the end. They affect only the tests that boundaries.json lists in "wholePackageTests";
            every change affects these tests.
            """,
        examples: [
            (
                "bulkhead affected --since main",
                "list the modules that the commits of this branch affect"
            ),
            (
                "bulkhead affected --since HEAD --tests",
                "list the test targets that uncommitted changes affect"
            ),
        ]
    )

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let impact = try await Impact.load(arguments, console: console)
        if arguments.has("--json") {
            try console.print(impact.json())
        } else if arguments.has("--tests") {
            for name in impact.tests {
                try console.print(name)
            }
        } else {
            for entry in impact.entries {
                try console.print("\(entry.module.name): \(entry.reason.words)")
            }
            try console.print(
                "\(impact.entries.count.counting("module")) affected (\(impact.tests.count.counting("test target")))"
            )
            if !impact.otherFiles.isEmpty {
                console.printMessage("in no module: \(impact.otherFiles.joined(separator: ", "))")
            }
        }
        return .done
    }
}

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

extension Impact.Reason {
    fileprivate var words: String {
        switch self {
        case .files(let files):
            files.count == 1 ? "changed \(files[0])" : "changed \(files.count) files"
        case .target: "changed in Package.swift"
        case .package: "settings of the package changed"
        case .dependency(let name): "uses \(name)"
        case .wholePackage: "tests the package as a whole"
        }
    }
}

extension Impact {
    fileprivate func json() throws -> String {
        let modules = entries.map { entry in
            [
                "name": entry.module.name, "kind": entry.module.kind.rawValue,
                "reason": entry.reason.words,
            ]
        }
        let value: [String: Any] = ["modules": modules, "tests": tests, "otherFiles": otherFiles]
        let options: JSONSerialization.WritingOptions = [
            .prettyPrinted, .sortedKeys, .withoutEscapingSlashes,
        ]
        return String(
            decoding: try JSONSerialization.data(withJSONObject: value, options: options),
            as: UTF8.self
        )
    }
}
