import BoundaryRules
import CommandLineArguments
import Foundation
import PackageManifest
import PackageReports

enum AffectedCommand: Command {
    static let syntax = CommandSyntax(
        "affected",
        "list the modules and test targets that are affected by changes since a revision",
        options: [
            .since,
            .flag(
                "--tests",
                "list only the names of test targets, one on each line; in a repository, each name follows the folder of its package"
            ),
            .flag("--json", "print JSON for programs"),
            .rules,
        ],
        discussion: """
            A change affects the modules whose files or targets in the manifest changed, and all modules that use them. Files of other
            packages count too, if the package reaches them by path, directly or indirectly. Another version of a package affects the
            modules that can use it, also through packages whose manifests are not in .build/checkouts. Uncommitted
            and untracked files count, including files that a target contains through a symbolic link. Files in no module, such as
            scripts, are listed at the end. They affect only the tests that boundaries.json lists in "wholePackageTests";
            every change affects these tests. If a package of the repository cannot be read, its tests are unknown; the exit code is 65.
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
        let (packages, rules) = try await PackageSet.load(arguments, console: console)
        let impact = try await Impact.load(
            on: packages,
            rules: rules,
            sources: try packages.sources(conditions: rules.conditions),
            arguments,
            console: console
        )
        if arguments.has("--json") {
            try console.print(String(json: impact.json))
        } else if arguments.has("--tests") {
            for entry in impact.entries where entry.module.kind == .test {
                let folder = impact.folder(of: entry.module) ?? "-"
                let prefix = impact.packages.isRepository ? "\(folder) " : ""
                try console.print(prefix + entry.module.target)
            }
        } else {
            for entry in impact.entries {
                let folder = impact.folder(of: entry.module).map { " (\($0))" } ?? ""
                try console.print("\(entry.module.name)\(folder): \(entry.reason.words)")
            }
            try console.print(
                "\(impact.entries.count.counting("module")) affected (\(impact.tests.count.counting("test target")))"
            )
            if !impact.otherFiles.isEmpty {
                let files = impact.otherFiles.joined(separator: ", ")
                console.printNote("in no module: \(files)")
            }
        }
        return packages.exitCode(.done)
    }
}

extension Impact.Reason {
    /// A description of the reason for the user.
    var words: String {
        switch self {
        case .files(let files):
            files.count == 1 ? "changed \(files[0])" : "changed \(files.count) files"
        case .target: "changed in Package.swift"
        case .package: "settings of the package changed"
        case .otherPackages(let names):
            "can use another version of \(names.joined(separator: ", "))"
        case .dependency(let name): "uses \(name)"
        case .wholePackage: "tests the package as a whole"
        }
    }
}

extension Impact {
    private struct JSON: Encodable {
        struct Module: Encodable {
            let name: String
            let kind: BoundaryRules.Module.Kind
            let reason: String
            let package: String?
        }

        let modules: [Module]
        let tests: [String]
        let otherFiles: [String]
    }

    fileprivate var json: some Encodable {
        let modules = entries.map { entry in
            JSON.Module(
                name: entry.module.name,
                kind: entry.module.kind,
                reason: entry.reason.words,
                package: folder(of: entry.module)
            )
        }
        return JSON(modules: modules, tests: tests, otherFiles: otherFiles)
    }
}
