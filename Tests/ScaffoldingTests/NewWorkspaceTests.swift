import BoundaryRules
import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// The files that `bulkhead new` writes, without building them. Tests/workspaces builds them.
@Suite(.newWorkspaces)
struct NewWorkspaceTests {
    @Test(arguments: MadeWorkspace.Kind.allCases)
    func `is small enough to copy`(_ kind: MadeWorkspace.Kind) throws {
        let files = try MadeWorkspace.made(kind).files
        let lines = files.values.reduce(0) { $0 + $1.utf8.count { $0 == UInt8(ascii: "\n") } }
        #expect(files.count <= 130)
        // The container engine has 4,000 of them.
        #expect(lines <= 7_800)
    }

    @Test(arguments: MadeWorkspace.Kind.allCases)
    func `has the names of its owner, no trace of this workspace, and no part of the tool`(
        _ kind: MadeWorkspace.Kind
    ) async throws {
        let workspace = try MadeWorkspace.made(kind)
        let names = workspace.files.keys.sorted()
        #expect(names.contains("App/WebShop/WebShopCommand.swift"))
        #expect(names.contains("Modules/Features/Notes/README.md") == (kind == .full))
        #expect(!names.contains { $0.contains(".docc/") })
        let listing = try TemporaryFolder()
        try listing.write(names.joined(separator: "\n"), to: "files")
        let traces = [
            "[Ss]helf|SHELF|SQLite|URLSession|[Bb]ookmark|HTTPPageReader",
            "\\b(Library|Pages|Transfer|Reports)(Interface|Testing|Tests|Providing)\\b",
            "\\bChecking(Interface|Testing|Tests|Providing)\\b|\\b[Ll]ink(Store|Library|Checker|Tag|Draft|Query)",
            "Scaffolding|GraphDrawing|PackageManifest|CommandLineArguments|ProgramTesting|ThreadTesting",
        ]
        let found = try await Call.run(
            "grep", ["-rnE", traces.joined(separator: "|"), workspace.root, listing.url.path])
        #expect((found.code, found.output) == (1, ""))
        let placeholders = try await Call.run("grep", ["-rni", "AppName", workspace.root])
        #expect((placeholders.code, placeholders.output) == (1, ""))
    }

    @Test(arguments: MadeWorkspace.Kind.allCases)
    func `every link of its pages leads to a file`(_ kind: MadeWorkspace.Kind) throws {
        let workspace = try MadeWorkspace.made(kind)
        let root = URL(filePath: workspace.root)
        var count = 0
        for (path, text) in workspace.files where path.hasSuffix(".md") {
            let page = root.appending(path: path).deletingLastPathComponent()
            for link in text.matches(of: /\]\(([^)#:]+)(#[a-z-]+)?\)/) {
                count += 1
                let target = page.appending(path: String(link.1)).standardizedFileURL.path
                #expect(FileManager.default.fileExists(atPath: target), "\(path): \(link.1)")
            }
        }
        #expect(count > 15)
    }

    @Test(arguments: MadeWorkspace.Kind.allCases)
    func `the map has one row for each module with a README`(_ kind: MadeWorkspace.Kind) throws {
        let files = try MadeWorkspace.made(kind).files
        let readme = try #require(files["README.md"])
        let modules = files.keys.filter { $0.hasPrefix("Modules/") && $0.hasSuffix("/README.md") }
            .map { $0.dropLast("/README.md".count) }
        let rows = readme.matches(of: #/\n\| \[(Modules/[^\]]+)\]\(([^)]+)\) \| /#)
        #expect(rows.map(\.1).sorted() == modules.sorted())
        #expect(rows.allSatisfy { $0.1 == $0.2 })
        #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count < 50)
    }

    @Test(arguments: MadeWorkspace.Kind.allCases)
    func `the manifest has the boundaries and the functions of this one`(_ kind: MadeWorkspace.Kind) throws {
        let own = try String(contentsOfFile: "\(NewWorkspace.ownSource)/Package.swift", encoding: .utf8)
        let new = try #require(MadeWorkspace.made(kind).files["Package.swift"])
        for part in [#/\nlet boundaries: (?s:.*?)\n\]\n/#, #/\n// MARK: - From values (?s:.*)/#] {
            let text = try #require(own.firstMatch(of: part)).output
            #expect(text.count > 500 && new.contains(text))
        }
    }

    @Test(arguments: MadeWorkspace.Kind.allCases)
    func `the table of layers matches the rules`(_ kind: MadeWorkspace.Kind) throws {
        let files = try MadeWorkspace.made(kind).files
        let rules = try LayerRules(json: Data(try #require(files["boundaries.json"]).utf8))
        let page = try #require(files["Docs/Architecture.md"])
        let isFresh = page.contains(rules.table)
        #expect(rules.layers.count > 10 && isFresh, "replace the table in the template with:\n\(rules.table)")
    }

    @Test func `the sources are formatted, however long the name is`() async throws {
        let folder = try TemporaryFolder()
        let name = "AnExceptionallyLongNameThatBreaksManyLines"
        _ = try await NewWorkspace(at: folder.path(name)).make()
        let places = ["Package.swift", "App", "Modules", "Tests"].map { folder.path("\(name)/\($0)") }
        let lint = try await Call.run("swift", ["format", "lint", "--strict", "--parallel", "--recursive"] + places)
        #expect(lint.code == 0, "\(lint.errors)")
        let upgrade = try await Upgrade(of: Workspace(at: folder.path(name))).make()
        #expect(upgrade.changes.isEmpty && upgrade.notes.isEmpty)
    }

    @Test func `the scripts are executable`() async throws {
        let workspace = try MadeWorkspace.made(.empty)
        for script in ["App/run", "Tests/run", ".ci/run"].map({ "\(workspace.root)/\($0)" }) {
            #expect(FileManager.default.isExecutableFile(atPath: script))
            let check = try await Call.run("bash", ["-n", script])
            #expect(check.code == 0, "\(check.errors)")
        }
        let help = try await Call.run("\(workspace.root)/Tests/run", ["--help"])
        #expect(help.code == 0 && help.output.contains("Tests/run --all"))
    }

    @Test(arguments: MadeWorkspace.Kind.allCases)
    func `a preview lists the files and writes none`(_ kind: MadeWorkspace.Kind) async throws {
        let folder = try TemporaryFolder()
        let workspace = try NewWorkspace(at: folder.path("a/Shop"), name: "WebShop", isEmpty: kind == .empty)
        let made = try MadeWorkspace.made(kind)
        #expect(try await workspace.make(isDryRun: true).map(\.path) == made.files.keys.sorted())
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
        let onDisk = try FileManager.default.subpathsOfDirectory(atPath: made.root)
        #expect(Set(onDisk).isSuperset(of: made.files.keys))
        #expect(onDisk.count { !FileManager.default.fileExists(atPath: "\(made.root)/\($0)/.") } == made.files.count)
    }
}
