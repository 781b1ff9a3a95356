import Foundation
import PackageManifest
import PackageManifestTesting
import ProgramTesting
import Scaffolding
import Synchronization
import Testing

/// Tests changes to a package with the targets A, which depends on B, and B.
struct ChangeRunnerTests {
    /// A change that writes files.
    private struct Edit: WorkspaceChange {
        let texts: [String: String]
        var formerNames: [String: String] = [:]

        func prepare(_ plan: inout EditPlan) -> [String] {
            for (path, text) in texts {
                plan.write(text, to: path)
            }
            return ["edited"]
        }

        func formerName(of name: String) -> String {
            formerNames[name] ?? name
        }
    }

    private static let description = """
        {"name": "Shop", "dependencies": [], "targets": [
            {"name": "A", "type": "regular", "exclude": [], "resources": [],
             "dependencies": [{"byName": ["B", null]}]},
            {"name": "B", "type": "regular", "exclude": [], "resources": [], "dependencies": []}
        ]}
        """
    private static let rules = """
        {"layers": [
            {"name": "top", "paths": ["Sources/A"], "canDependOn": ["base"]},
            {"name": "base", "paths": ["Sources/B"], "canDependOn": []}
        ]}
        """

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(files: [
            "Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "Shop",
                targets: [.target(name: "A", dependencies: ["B"]), .target(name: "B")]
            )

            """,
            "boundaries.json": Self.rules,
            ".swift-format": "{}",
            "Modules/Bootstrap/AppContainer.swift": "",
            "Sources/A/A.swift": "import B\n",
            "Sources/B/B.swift": "let b = 1\n",
        ])
    }

    private func toolchain(
        git: Program.Outcome = .exit(0),
        _ outcomes: [String: Program.Outcome] = [:],
        format: @escaping @Sendable (String) -> String = { $0 }
    ) -> ScriptedToolchain {
        let defaults: [String: Program.Outcome] = [
            "git": git,
            "swift package": .exit(0, Self.description),
        ]
        return ScriptedToolchain(outcomes.merging(defaults) { first, _ in first }, format: format)
    }

    private func apply(
        _ texts: [String: String],
        renaming names: [String: String] = [:],
        _ toolchain: ScriptedToolchain,
        isDryRun: Bool = false,
        isForced: Bool = false
    ) async throws -> ChangeRunner.Result {
        let runner = try ChangeRunner(
            of: Workspace(at: folder.url.path),
            isDryRun: isDryRun,
            isForced: isForced
        )
        let edit = Edit(texts: texts, formerNames: names)
        return try await toolchain.use { try await runner.apply(edit) }
    }

    private let edit = ["Sources/A/New.swift": "let a = 1\n", "Sources/B/B.swift": "let b = 2\n"]

    @Test func `writes the files of a change, and lists them`() async throws {
        let result = try await apply(edit, toolchain())
        #expect(
            result.changes == [
                Change(.added, "Sources/A/New.swift"), Change(.changed, "Sources/B/B.swift"),
            ]
        )
        #expect(result.notes == ["edited"])
        #expect(try folder.text("Sources/A/New.swift") == "let a = 1\n")
        #expect(try folder.text("Sources/B/B.swift") == "let b = 2\n")
    }

    @Test func `a dry run lists the changes, and neither calls Git nor writes`() async throws {
        let before = try folder.contents()
        let toolchain = toolchain(git: .exit(0, " M Package.swift\n"))
        let result = try await apply(edit, toolchain, isDryRun: true)
        #expect(result.changes.map(\.path) == ["Sources/A/New.swift", "Sources/B/B.swift"])
        #expect(result.notes == ["edited"])
        #expect(try folder.contents() == before)
        #expect(toolchain.calls("git") == [])
        #expect(toolchain.calls("swift package") == [])
    }

    @Test func `refuses a working tree with uncommitted changes unless the runner is forced`()
        async throws
    {
        let before = try folder.contents()
        let git = Program.Outcome.exit(0, " M Package.swift\n?? Sources/A/X.swift\n")
        await #expect(
            throws: ScaffoldingError.uncommitted(paths: ["Package.swift", "Sources/A/X.swift"])
        ) {
            try await apply(edit, toolchain(git: git))
        }
        #expect(try folder.contents() == before)
        #expect(try await apply(edit, toolchain(git: git), isForced: true).changes.count == 2)
    }

    @Test func `accepts an uncommitted Package.resolved, which SwiftPM writes`() async throws {
        try folder.write("*\n!Package.resolved\n", to: ".gitignore")
        try folder.write("{}", to: "Package.resolved")
        try await folder.git("init", "--quiet")
        let toolchain = ScriptedToolchain(["swift package": .exit(0, Self.description)])
        #expect(try await apply(edit, toolchain).changes.count == 2)
    }

    @Test func `refuses a folder outside a repository`() async throws {
        let root = try Workspace(at: folder.url.path).root
        await #expect(throws: ScaffoldingError.noRepository(path: root)) {
            try await apply(edit, toolchain(git: .exit(128)))
        }
    }

    @Test func `formats new files, and files that were formatted before the change`() async throws {
        try folder.write("// formatted\nlet b = 1\n", to: "Sources/B/B.swift")
        let toolchain = toolchain { $0.hasPrefix("// formatted\n") ? $0 : "// formatted\n\($0)" }
        let texts = edit.merging(["Sources/A/A.swift": "import B\nlet a = 2\n"]) { $1 }
        _ = try await apply(texts, toolchain)
        #expect(try folder.text("Sources/A/New.swift") == "// formatted\nlet a = 1\n")
        #expect(try folder.text("Sources/B/B.swift") == "// formatted\nlet b = 2\n")
        // This file was not formatted before the change.
        #expect(try folder.text("Sources/A/A.swift") == "import B\nlet a = 2\n")
    }

    @Test func `formats nothing if there is no configuration or no Swift file`() async throws {
        let toolchain = toolchain()
        _ = try await apply(["README.md": "text"], toolchain)
        try folder.remove(".swift-format")
        _ = try await apply(edit, toolchain)
        #expect(toolchain.calls("swift format") == [])
    }

    @Test func `reports a failure of the formatter, and writes nothing`() async throws {
        let before = try folder.contents()
        let failing = toolchain(["swift format": .exit(1, errors: "no such option")])
        let message = try await errorMessage { try await apply(edit, failing) }
        #expect(message.hasPrefix("'swift format' failed: no such option; nothing was changed"))
        #expect(try folder.contents() == before)
    }

    @Test func `reverts a change that breaks a rule`() async throws {
        let before = try folder.contents()
        let message = try await errorMessage {
            try await apply(
                ["Sources/B/B.swift": "import A\n", "Sources/A/New.swift": ""],
                toolchain()
            )
        }
        #expect(message.contains("Sources/B/B.swift:1:8: error: 'B' imports 'A'"))
        #expect(try folder.contents() == before)
    }

    @Test func `accepts existing violations, even if they move to other lines`() async throws {
        try folder.write("import A\n", to: "Sources/B/B.swift")
        let text = "\n\nimport A\n"
        _ = try await apply(["Sources/B/B.swift": text], toolchain())
        #expect(try folder.text("Sources/B/B.swift") == text)
    }

    /// Applies a change that moves the import of C from B to A. Neither target declares C.
    private func moveImport(renaming names: [String: String], of rules: String) async throws
        -> ChangeRunner.Result
    {
        try folder.write(rules, to: "boundaries.json")
        try folder.write("import B\n", to: "Sources/A/A.swift")
        try folder.write("import C\n", to: "Sources/B/B.swift")
        try folder.write("let c = 1\n", to: "Sources/C/C.swift")
        let target =
            #"{"name": "C", "type": "regular", "exclude": [], "resources": [], "dependencies": []}"#
        let description = Self.description.replacing("]}\n]}", with: "]}, \(target)\n]}")
        return try await apply(
            ["Sources/A/A.swift": "import B\nimport C\n", "Sources/B/B.swift": ""],
            renaming: names,
            toolchain(["swift package": .exit(0, description)])
        )
    }

    private static let sharedLayer =
        #""layers": [{"name": "all", "paths": ["Sources/*"], "canDependOn": ["all"]}]"#

    @Test func `accepts a violation that existed under the former name of the module`()
        async throws
    {
        let rules = "{\(Self.sharedLayer)}"
        let result = try await moveImport(renaming: ["A": "B"], of: rules)
        #expect(result.warnings == [])
        let message = try await errorMessage {
            try await moveImport(renaming: [:], of: rules)
        }
        #expect(message.contains("'A' imports 'C' without declaring it"))
    }

    @Test func `lists the new warnings instead of reverting the change`() async throws {
        let rules = #"{"severities": {"undeclared-import": "warning"}, "#
        let result = try await moveImport(renaming: [:], of: rules + "\(Self.sharedLayer)}")
        #expect(result.warnings.count == 1)
        let start = "Sources/A/A.swift:2:8: warning: 'A' imports 'C' without declaring it"
        #expect(try #require(result.warnings.first).hasPrefix(start), "\(result.warnings)")
        #expect(try folder.text("Sources/A/A.swift") == "import B\nimport C\n")
    }

    @Test func `reports a manifest that SwiftPM rejects, and writes nothing`() async throws {
        let before = try folder.contents()
        let failing = toolchain(["swift package": .exit(1, errors: "invalid manifest")])
        await #expect(throws: ManifestError.self) { try await apply(edit, failing) }
        #expect(try folder.contents() == before)
    }

    @Test func `shows the progress of a change`() async throws {
        let steps = Mutex<[String]>([])
        let runner = try ChangeRunner(
            of: Workspace(at: folder.url.path),
            showProgress: { step in steps.withLock { $0.append(step) } }
        )
        _ = try await toolchain().use { try await runner.apply(Edit(texts: edit)) }
        let shown = ["reading the workspace …", "formatting …", "checking …"]
        #expect(steps.withLock { $0 } == shown)
    }
}
