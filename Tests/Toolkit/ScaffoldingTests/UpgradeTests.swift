import Foundation
import ProgramTesting
import Scaffolding
import Testing

@Suite(.scriptedToolchain)
struct UpgradeTests {
    private let clone: ToolClone
    private var folder: TemporaryFolder { clone.folder }
    private let factory = "Modules/Toolkit/Injection/Injection/Factory.swift"
    private let construction = "Modules/Toolkit/Injection/Injection/Construction.swift"
    private let vendor = "Vendor/bulkhead"

    init() async throws {
        clone = try ToolClone()
        try await FileManager.default.copyItem(
            atPath: SampleWorkspace.made(.full).path(""),
            toPath: folder.path("shop")
        )
    }

    private func upgrade(
        to choice: EnginePackage.Choice? = nil,
        isDryRun: Bool = false,
        isForced: Bool = true
    ) async throws -> ChangeRunner.Result {
        try await Upgrade(
            of: Workspace(at: folder.path("shop")),
            to: choice,
            isDryRun: isDryRun,
            isForced: isForced,
            source: clone.path
        ).run()
    }

    private func text(_ path: String) throws -> String {
        try folder.text(path)
    }

    private func append(_ text: String, to path: String) throws {
        try folder.write(folder.text(path) + text, to: path)
    }

    private func contents() throws -> [String: Data] {
        try folder.contents(of: "shop")
    }

    @Test func `replaces the vendored package as a whole, and is idempotent`() async throws {
        // Different line endings do not count as an edit.
        try folder.write(
            text("shop/\(vendor)/\(factory)").replacing("\n", with: "\r\n"),
            to: "shop/\(vendor)/\(factory)"
        )
        try append("// newer\n", to: "clone/\(factory)")
        try folder.write("// new\n", to: "clone/Modules/Toolkit/Boundaries/Check/New/Part.swift")
        try folder.remove("clone/\(construction)")
        try append("// mine\n", to: "shop/Modules/Core/ExplainedError.swift")
        let before = try contents()
        let preview = try await upgrade(isDryRun: true)
        #expect(try contents() == before)
        let result = try await upgrade()
        #expect(preview.changes == result.changes)
        #expect(
            result.changes == [
                Change(.added, "\(vendor)/Modules/Toolkit/Boundaries/Check/New/Part.swift"),
                Change(.removed, "\(vendor)/\(construction)"),
                Change(.changed, "\(vendor)/\(factory)"),
                Change(.changed, "\(vendor)/VERSION"),
            ]
        )
        #expect(result.notes.isEmpty)
        #expect(!folder.exists("shop/\(vendor)/\(construction)"))
        let after = try contents()
        #expect(try await upgrade().changes.isEmpty)
        #expect(try contents() == after)
        // A folder is removed with its last file.
        try folder.remove("clone/Modules/Toolkit/Boundaries/Check/New")
        _ = try await upgrade()
        #expect(!folder.exists("shop/\(vendor)/Modules/Toolkit/Boundaries/Check/New"))
    }

    @Test(arguments: ["edited", "added", "removed"])
    func `reports that the vendored package was edited, and replaces the edits`(
        edit: String
    ) async throws {
        let before = try contents()
        let path = "shop/\(vendor)/\(factory)"
        switch edit {
        case "edited": try append("// mine\n", to: path)
        case "added": try folder.write("// mine\n", to: "\(path).swift")
        default: try folder.remove(path)
        }
        let result = try await upgrade()
        #expect(result.changes.count == 1)
        #expect(
            result.notes == [
                "'Vendor/bulkhead' was edited, and the edits are not kept; 'git diff' shows them"
            ]
        )
        #expect(try contents() == before)
        #expect(try await upgrade().notes.isEmpty)
    }

    @Test func `does not format the manifest if the dependency stays the same`() async throws {
        let toolchain = ScriptedToolchain { $0 + "// formatted\n" }
        let result = try await toolchain.use { try await upgrade() }
        #expect(result.changes.isEmpty)
    }

    @Test func `moves from the vendored package to a repository and back`() async throws {
        let before = try contents()
        let revision = try await clone.commit()
        let url = "https://git.example/bulkhead.git"
        let away = try await upgrade(to: .url(url))
        #expect(away.changes.contains(Change(.changed, "Package.swift")))
        #expect(
            away.notes == [
                "README.md and AGENTS.md name the command 'bulkhead', which is now 'swift run bulkhead'"
            ]
        )
        #expect(!folder.exists("shop/Vendor"))
        let manifest = try text("shop/Package.swift")
        #expect(manifest.contains(".package(url: \"\(url)\", revision: \"\(revision)\")"))
        // The formatter divides a long line.
        let long = ".package(url: \"\(url)\", revision: \"\(revision)\")"
        let lines = ".package(\n    url: \"\(url)\",\n    revision: \"\(revision)\"\n)"
        try folder.write(manifest.replacing(long, with: lines), to: "shop/Package.swift")
        #expect(
            try await upgrade(to: .vendored).changes.contains(Change(.changed, "Package.swift"))
        )
        #expect(try contents() == before)
    }

    @Test func `changes the revision of a repository, and keeps its URL`() async throws {
        _ = try await clone.commit()
        _ = try await upgrade(to: .url("https://git.example/Tools.git"))
        let manifest = try text("shop/Package.swift")
        #expect(manifest.contains("package: \"tools\""))
        let other = ".package(url: \"https://git.example/other\", revision: \"1\"), "
        try folder.write(
            manifest.replacing(".package(url:", with: "\(other).package(url:"),
            to: "shop/Package.swift"
        )
        #expect(try await upgrade().changes.isEmpty)
        let revision = try await clone.commit()
        #expect(try await upgrade().changes == [Change(.changed, "Package.swift")])
        let dependency =
            ".package(url: \"https://git.example/Tools.git\", revision: \"\(revision)\")"
        #expect(try text("shop/Package.swift").contains(other + dependency))
    }

    @Test(arguments: [
        ".package(url: \"https://git.example/bulkhead.git\", from: \"1.0.0\")",
        "/* Modules/Injection/Injection */",
    ])
    func `refuses a manifest with another dependency`(dependency: String) async throws {
        let manifest = try text("shop/Package.swift").replacing(
            ".package(path: \"Vendor/bulkhead\")",
            with: dependency
        )
        try folder.write(manifest, to: "shop/Package.swift")
        let before = try contents()
        let message = try await errorMessage { try await upgrade() }
        let reason = "it does not depend on 'Vendor/bulkhead', or on a revision of 'bulkhead'"
        let remedy = "change its version in the manifest"
        #expect(message.contains("\(reason); \(remedy)"))
        #expect(try contents() == before)
    }

    @Test func `an upgrade that changes files requires a clean working tree unless it is forced`()
        async throws
    {
        #expect(try await upgrade(isForced: false).changes.isEmpty)
        try append("// newer\n", to: "clone/\(factory)")
        let missing = try await errorMessage { try await upgrade(isForced: false) }
        #expect(missing.hasPrefix("'\(folder.path("shop"))' is not in a Git repository"))
        let git = try await Subprocess.run("git", ["init", "--quiet"], in: folder.path("shop"))
        #expect(git.code == 0)
        let before = try contents()
        let message = try await errorMessage {
            try await Upgrade(of: Workspace(at: folder.path("shop")), source: clone.path).run()
        }
        #expect(message.contains("uncommitted changes"))
        #expect(try contents() == before)
        #expect(try await upgrade(isForced: true).changes.count == 2)
    }

    @Test(arguments: ["clone/LICENSE", "clone/Modules"])
    func `throws an error if the clone is damaged or missing`(path: String) async throws {
        try folder.remove(path)
        let message = try await errorMessage { try await upgrade() }
        let reason = "not found; the clone of bulkhead was moved or removed; run the script"
        #expect(message.contains(reason))
    }
}
