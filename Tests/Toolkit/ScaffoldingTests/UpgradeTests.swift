import Foundation
import PackageManifestTesting
import ProgramTesting
import Scaffolding
import Testing

@Suite(.scriptedToolchain)
struct UpgradeTests {
    private let clone: TemporaryFolder
    private let shop: TemporaryFolder
    private let factory = "Modules/Toolkit/Injection/Injection/Factory.swift"
    private let construction = "Modules/Toolkit/Injection/Injection/Construction.swift"
    private let vendor = "Vendor/bulkhead"

    init() async throws {
        clone = try .toolClone()
        shop = try TemporaryFolder()
        let made = try await SampleWorkspace.made(.full).folder
        try shop.copy(made.names(), from: made.url)
    }

    private func upgrade(
        to choice: EnginePackage.Choice? = nil,
        isDryRun: Bool = false,
        isForced: Bool = true
    ) async throws -> ChangeRunner.Result {
        try await Upgrade(
            of: Workspace(at: shop.url.path),
            to: choice,
            isDryRun: isDryRun,
            isForced: isForced,
            source: clone.url.path
        ).run()
    }

    @Test func `replaces the vendored package as a whole, and is idempotent`() async throws {
        // Different line endings do not count as an edit.
        try shop.write(
            shop.text("\(vendor)/\(factory)").replacing("\n", with: "\r\n"),
            to: "\(vendor)/\(factory)"
        )
        try clone.append("// newer\n", to: factory)
        try clone.write("// new\n", to: "Modules/Toolkit/Boundaries/Check/New/Part.swift")
        try clone.remove(construction)
        try shop.append("// mine\n", to: "Modules/Core/ExplainedError.swift")
        let before = try shop.contents()
        let preview = try await upgrade(isDryRun: true)
        #expect(try shop.contents() == before)
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
        #expect(try shop.differences(from: before) == result.changes.map(\.path))
        let after = try shop.contents()
        #expect(try await upgrade().changes.isEmpty)
        #expect(try shop.contents() == after)
        // A folder is removed with its last file.
        try clone.remove("Modules/Toolkit/Boundaries/Check/New")
        _ = try await upgrade()
        #expect(!shop.exists("\(vendor)/Modules/Toolkit/Boundaries/Check/New"))
    }

    /// The argument is the change that reverts the edit.
    @Test(arguments: [Change.Kind.changed, .removed, .added])
    func `reports that the vendored package was edited, and replaces the edits`(
        kind: Change.Kind
    ) async throws {
        let before = try shop.contents()
        let path = "\(vendor)/\(factory)"
        switch kind {
        case .changed: try shop.append("// mine\n", to: path)
        case .removed: try shop.write("// mine\n", to: "\(path).swift")
        case .added: try shop.remove(path)
        }
        let result = try await upgrade()
        #expect(result.changes.map(\.kind) == [kind])
        #expect(
            result.notes == [
                "'Vendor/bulkhead' was edited, and the edits are not kept; 'git diff' shows them"
            ]
        )
        #expect(try shop.contents() == before)
    }

    @Test func `does not format the manifest if the dependency stays the same`() async throws {
        let toolchain = ScriptedToolchain { $0 + "// formatted\n" }
        let result = try await toolchain.use { try await upgrade() }
        #expect(result.changes.isEmpty)
    }

    @Test func `moves from the vendored package to a repository and back`() async throws {
        let before = try shop.contents()
        try await clone.initialize()
        let revision = try await clone.git("rev-parse", "HEAD")
        let url = "https://git.example/bulkhead.git"
        #expect(
            try await upgrade(to: .url(url)).notes == [
                "README.md and AGENTS.md name the command 'bulkhead', which is now 'swift run bulkhead'"
            ]
        )
        #expect(!shop.exists("Vendor"))
        let manifest = try shop.text("Package.swift")
        let long = ".package(url: \"\(url)\", revision: \"\(revision)\")"
        #expect(manifest.contains(long))
        // The formatter divides a long line.
        let lines = ".package(\n    url: \"\(url)\",\n    revision: \"\(revision)\"\n)"
        try shop.write(manifest.replacing(long, with: lines), to: "Package.swift")
        _ = try await upgrade(to: .vendored)
        #expect(try shop.contents() == before)
    }

    @Test func `changes the revision of a repository, and keeps its URL`() async throws {
        try await clone.initialize()
        _ = try await upgrade(to: .url("https://git.example/Tools.git"))
        let manifest = try shop.text("Package.swift")
        #expect(manifest.contains("package: \"tools\""))
        let other = ".package(url: \"https://git.example/other\", revision: \"1\"), "
        try shop.write(
            manifest.replacing(".package(url:", with: "\(other).package(url:"),
            to: "Package.swift"
        )
        #expect(try await upgrade().changes.isEmpty)
        try await clone.commit()
        let revision = try await clone.git("rev-parse", "HEAD")
        #expect(try await upgrade().changes == [Change(.changed, "Package.swift")])
        let dependency =
            ".package(url: \"https://git.example/Tools.git\", revision: \"\(revision)\")"
        #expect(try shop.text("Package.swift").contains(other + dependency))
    }

    @Test(arguments: [
        ".package(url: \"https://git.example/bulkhead.git\", from: \"1.0.0\")",
        "/* Modules/Injection/Injection */",
    ])
    func `refuses a manifest with another dependency`(dependency: String) async throws {
        let manifest = try shop.text("Package.swift").replacing(
            ".package(path: \"Vendor/bulkhead\")",
            with: dependency
        )
        try shop.write(manifest, to: "Package.swift")
        let before = try shop.contents()
        let message = try await errorMessage { try await upgrade() }
        let reason = "it does not depend on 'Vendor/bulkhead', or on a revision of 'bulkhead'"
        let remedy = "change its version in the manifest"
        #expect(message.contains("\(reason); \(remedy)"))
        #expect(try shop.contents() == before)
    }

    @Test func `an upgrade that changes files requires a clean working tree unless it is forced`()
        async throws
    {
        #expect(try await upgrade(isForced: false).changes.isEmpty)
        try clone.append("// newer\n", to: factory)
        let missing = try await errorMessage { try await upgrade(isForced: false) }
        #expect(missing.hasPrefix("'\(shop.url.path)' is not in a Git repository"))
        try await shop.git("init", "--quiet")
        let before = try shop.contents()
        let message = try await errorMessage {
            try await Upgrade(of: Workspace(at: shop.url.path), source: clone.url.path).run()
        }
        #expect(message.contains("uncommitted changes"))
        #expect(try shop.contents() == before)
        let paths = try await upgrade().changes.map(\.path)
        #expect(paths == ["\(vendor)/\(factory)", "\(vendor)/VERSION"])
    }

    @Test(arguments: ["LICENSE", "Modules"])
    func `throws an error if the clone is damaged or missing`(path: String) async throws {
        try clone.remove(path)
        let message = try await errorMessage { try await upgrade() }
        let reason = "not found; the clone of bulkhead was moved or removed; run the script"
        #expect(message.contains(reason))
    }
}

extension TemporaryFolder {
    fileprivate func append(_ text: String, to path: String) throws {
        try write(self.text(path) + text, to: path)
    }
}
