import Foundation
import ProgramTesting
import Scaffolding
import Testing

@Suite(.scriptedToolchain, .newWorkspaces)
struct UpgradeTests {
    private let folder: TemporaryFolder
    private let factory = "Modules/Injection/Injection/Factory.swift"
    private let construction = "Modules/Injection/Injection/Construction.swift"

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.copyItem(
            atPath: GeneratedWorkspace.made(.full).root,
            toPath: folder.path("shop")
        )
        let parts = [
            "Modules/Injection/Injection", "Modules/Injection/InjectionTesting",
            "Modules/Boundaries", "App/common.sh", "Modules/Scaffolding/Templates", "Package.swift",
            ".gitignore", ".swift-format",
        ]
        try folder.copy(parts, from: BuiltProducts.packageRoot, to: "clone")
    }

    private func upgrade(
        isDryRun: Bool = false,
        isForced: Bool = true
    ) async throws -> ChangeRunner.Result {
        try await Upgrade(
            of: Workspace(at: folder.path("shop")),
            isDryRun: isDryRun,
            isForced: isForced,
            source: folder.path("clone")
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

    @Test func `replaces and removes unchanged parts, adds new parts, and is idempotent`()
        async throws
    {
        // Different line endings do not count as a change.
        try folder.write(
            text("shop/\(factory)").replacing("\n", with: "\r\n"),
            to: "shop/\(factory)"
        )
        try append("// newer\n", to: "clone/\(factory)")
        try folder.write("// new\n", to: "clone/Modules/Boundaries/Check/New/Part.swift")
        try folder.remove("clone/\(construction)")
        try append("// newer\n", to: "clone/Package.swift")
        try append("# newer\n", to: "clone/App/common.sh")
        try append("// owner\n", to: "shop/Modules/Core/ExplainedError.swift")
        let values = try #require(
            text("shop/Package.swift").split(separator: "// MARK: - From").first
        )
        let before = try contents()
        let preview = try await upgrade(isDryRun: true)
        #expect(try contents() == before)
        let result = try await upgrade()
        #expect(preview.changes == result.changes)
        #expect(
            result.changes == [
                Change(.changed, "App/common.sh"),
                Change(.added, "Modules/Boundaries/Check/New/Part.swift"),
                Change(.removed, construction),
                Change(.changed, factory),
                Change(.changed, "Package.swift"),
            ]
        )
        #expect(result.notes.isEmpty)
        for path in [factory, "Modules/Boundaries/Check/New/Part.swift", "App/common.sh"] {
            #expect(try text("shop/\(path)").replacing("\r\n", with: "\n") == text("clone/\(path)"))
        }
        #expect(!folder.exists("shop/\(construction)"))
        #expect(try text("shop/Package.swift").hasPrefix(values))
        #expect(try text("shop/Package.swift").hasSuffix("}\n// newer\n"))
        let after = try contents()
        let again = try await upgrade()
        #expect(again.changes.isEmpty)
        #expect(again.notes.isEmpty)
        #expect(try contents() == after)
        // A folder is removed with its last file.
        try folder.remove("clone/Modules/Boundaries/Check/New")
        #expect(
            try await upgrade().changes == [
                Change(.removed, "Modules/Boundaries/Check/New/Part.swift")
            ]
        )
        #expect(!folder.exists("shop/Modules/Boundaries/Check/New"))
    }

    @Test
    func
        `adds the page of rules to an older workspace, and replaces only the generated part of the page`()
        async throws
    {
        let page = try text("shop/AGENTS.md")
        try folder.remove("shop/AGENTS.md")
        let record = try text("shop/.bulkhead").split(separator: "\n").filter {
            !$0.hasSuffix("  AGENTS.md")
        }
        try folder.write(record.joined(separator: "\n") + "\n", to: "shop/.bulkhead")
        #expect(try await upgrade().changes == [Change(.added, "AGENTS.md")])
        #expect(try text("shop/AGENTS.md").contains(rulesOfPage(page)))
        try append("\nMine.\n", to: "shop/AGENTS.md")
        let rules = try text("shop/boundaries.json").replacing(
            "a mock replaces an interface",
            with: "a mock is small"
        )
        try folder.write(rules, to: "shop/boundaries.json")
        #expect(try await upgrade().changes == [Change(.changed, "AGENTS.md")])
        #expect(try text("shop/AGENTS.md").contains("a mock is small"))
        #expect(try text("shop/AGENTS.md").hasSuffix("\nMine.\n"))
        #expect(try await upgrade().changes == [])
    }

    private func rulesOfPage(_ page: String) throws -> String {
        let start = try #require(page.firstRange(of: "- **App**"))
        return String(page[start.lowerBound...])
    }

    @Test
    func `adds the gate to the rules of a workspace whose targets used the plugin`() async throws {
        let rules = try text("shop/boundaries.json")
        try folder.write(
            rules.replacing("  \"checkedWith\": \"BoundaryGate\",\n", with: ""),
            to: "shop/boundaries.json"
        )
        try append("// newer\n", to: "clone/Package.swift")
        let changes = try await upgrade().changes
        #expect(
            changes == [Change(.changed, "Package.swift"), Change(.changed, "boundaries.json")]
        )
        #expect(
            try text("shop/boundaries.json").hasPrefix("{\n  \"checkedWith\": \"BoundaryGate\",\n")
        )
        #expect(try await upgrade().changes == [])
    }

    @Test func `keeps parts that the owner changed, and reports each new version only once`()
        async throws
    {
        try append("// owner\n", to: "shop/\(factory)")
        try append("// owner\n", to: "shop/\(construction)")
        try append("// owner\n", to: "shop/Package.swift")
        #expect(try await upgrade().notes.isEmpty)
        try append("// newer\n", to: "clone/\(factory)")
        try folder.remove("clone/\(construction)")
        try append("// newer\n", to: "clone/Package.swift")
        let before = try contents()
        let result = try await upgrade()
        #expect(result.changes.isEmpty)
        let clone = folder.path("clone")
        #expect(
            result.notes == [
                "'\(construction)' was changed in the workspace, so it was kept; the new version of the tool no longer includes it, so remove it if you do not need it",
                "'\(factory)' was changed in the workspace, so the new version was not applied; compare your version with the new version in '\(clone)'",
                "the functions of 'Package.swift' were changed in the workspace, so the new version was not applied; compare your version with the new version in '\(clone)'",
            ]
        )
        #expect(
            try contents().filter { $0.key != ".bulkhead" }
                == before.filter { $0.key != ".bulkhead" }
        )
        #expect(try await upgrade().notes.isEmpty)
        try append("// newest\n", to: "clone/\(factory)")
        #expect(try await upgrade().notes.count == 1)
        // If the owner copies the new version of a part, upgrades replace the part again.
        try folder.write(text("clone/\(factory)"), to: "shop/\(factory)")
        try append("// later\n", to: "clone/\(factory)")
        #expect(try await upgrade().changes == [Change(.changed, factory)])
    }

    @Test func `does not add parts that the owner removed, and keeps files that the owner added`()
        async throws
    {
        try folder.remove("shop/\(factory)")
        try folder.write("// owner\n", to: "shop/Modules/Boundaries/Check/Part.swift")
        #expect(try await upgrade().notes.isEmpty)
        try append("// newer\n", to: "clone/\(factory)")
        try folder.write("// tool\n", to: "clone/Modules/Boundaries/Check/Part.swift")
        let result = try await upgrade()
        #expect(result.changes.isEmpty)
        #expect(result.notes.count == 2)
        #expect(
            result.notes.last
                == "'\(factory)' was removed from the workspace, so the new version was not added; copy it from '\(folder.path("clone"))' to restore it"
        )
        #expect(!folder.exists("shop/\(factory)"))
        #expect(try text("shop/Modules/Boundaries/Check/Part.swift") == "// owner\n")
    }

    @Test
    func
        `refuses new manifest functions that do not fit the values in the manifest, and changes nothing`()
        async throws
    {
        try append("// newer\n", to: "clone/\(factory)")
        let functions = try text("clone/Package.swift").replacing(
            "mocks: [String]? = [],",
            with: "fakes: [String]? = [],"
        )
        try folder.write(functions, to: "clone/Package.swift")
        let before = try contents()
        let error = await #expect(throws: ScaffoldingError.self) { try await upgrade() }
        let message = error?.message ?? ""
        #expect(message.hasPrefix("SwiftPM rejects the new Package.swift, "))
        #expect(message.contains("\nerror: "))
        #expect(try contents() == before)
    }

    @Test func `an upgrade that changes files requires a clean working tree unless it is forced`()
        async throws
    {
        #expect(try await upgrade(isForced: false).changes.isEmpty)
        try append("// newer\n", to: "clone/\(factory)")
        await #expect(throws: ScaffoldingError.noRepository(path: folder.path("shop"))) {
            try await upgrade(isForced: false)
        }
        let git = try await Subprocess.run("git", ["init", "--quiet"], in: folder.path("shop"))
        #expect(git.code == 0)
        let before = try contents()
        let error = await #expect(throws: ScaffoldingError.self) {
            try await upgrade(isForced: false)
        }
        #expect(error?.message.contains("uncommitted changes") == true)
        #expect(try contents() == before)
        #expect(try await upgrade(isForced: true).changes == [Change(.changed, factory)])
    }

    @Test(arguments: [
        "x", "0123456789abcdef  ../outside", "0123456789abcdef  /outside", "0123456789abcdef a",
    ])
    func `throws an error if the record of checksums is damaged`(_ line: String) async throws {
        try append("\(line)\n", to: "shop/.bulkhead")
        try append("// newer\n", to: "clone/\(factory)")
        let error = await #expect(throws: ScaffoldingError.self) { try await upgrade() }
        #expect(error?.message.contains("expected a checksum and a path; restore the file") == true)
        #expect(try text("shop/\(factory)") != text("clone/\(factory)"))
    }

    @Test(arguments: [
        (
            "shop/.bulkhead",
            "/.bulkhead' not found; it lists what 'bulkhead new' wrote; restore it from Git"
        ),
        (
            "clone/App/common.sh",
            "not found; the clone of bulkhead was moved or removed; run the script"
        ),
        ("clone/Modules", "not found; the clone of bulkhead was moved or removed; run the script"),
    ])
    func `throws an error if the record of checksums or the clone is missing`(
        _ path: String,
        _ words: String
    ) async throws {
        try folder.remove(path)
        let error = await #expect(throws: ScaffoldingError.self) { try await upgrade() }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
}
