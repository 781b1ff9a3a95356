import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// What `bulkhead new` makes, looked at without building it; Tests/workspaces builds it.
@Suite(.newWorkspaces)
struct NewWorkspaceTests {
    @Test(arguments: MadeWorkspace.Kind.allCases)
    func `it has its owner's names, and no trace of those of this workspace`(_ kind: MadeWorkspace.Kind) async throws {
        let workspace = try MadeWorkspace.made(kind)
        let names = workspace.files.keys.sorted()
        #expect(names.contains("App/WebShop/WebShopCommand.swift"))
        #expect(names.contains("Modules/Features/Notes/README.md") == (kind == .full))
        #expect(!names.contains { $0.contains(".docc/") })
        let listing = try TemporaryFolder()
        try listing.write(names.joined(separator: "\n"), to: "files")
        let traces = [
            "[Ss]helf|SHELF|SQLite|URLSession|[Bb]ookmark|HTTPPageReader",
            "\\b(Library|Pages|Transfer|Reports)(Interface|Testing|Tests|Providing)?\\b",
            "\\bChecking(Interface|Testing|Tests|Providing)\\b|\\b[Ll]ink(Store|Library|Checker|Tag|Draft|Query)",
        ]
        let found = try await Call.run(
            "grep", ["-rnE", traces.joined(separator: "|"), workspace.root, listing.url.path])
        #expect((found.code, found.output) == (1, ""))
        let placeholders = try await Call.run(
            "grep", ["-rniE", "AppName", "--exclude-dir=Scaffolding", workspace.root])
        #expect((placeholders.code, placeholders.output) == (1, ""))
    }

    @Test(arguments: MadeWorkspace.Kind.allCases)
    func `what it is made from makes it again`(_ kind: MadeWorkspace.Kind) async throws {
        let first = try MadeWorkspace.made(kind)
        let folder = try TemporaryFolder()
        let second = try await MadeWorkspace(kind, at: folder.path("again"), from: first.root)
        #expect(Set(first.files.keys) == Set(second.files.keys))
        for (path, text) in first.files where second.files[path] != text { Issue.record("\(path) differs") }
    }

    @Test(arguments: MadeWorkspace.Kind.allCases)
    func `every link of its pages leads somewhere`(_ kind: MadeWorkspace.Kind) throws {
        let workspace = try MadeWorkspace.made(kind)
        let (files, root) = (workspace.files, URL(filePath: workspace.root))
        var count = 0
        for (path, text) in files where path.hasSuffix(".md") && !path.contains("/Templates/") {
            let page = root.appending(path: path).deletingLastPathComponent()
            for link in text.matches(of: /\]\(([^)#:]+)(#[a-z-]+)?\)/) {
                count += 1
                let target = page.appending(path: String(link.1)).standardizedFileURL.path
                #expect(FileManager.default.fileExists(atPath: target), "\(path): \(link.1)")
            }
        }
        #expect(count > 20)
    }

    @Test(arguments: MadeWorkspace.Kind.allCases)
    func `the map has one row for each module, and one alone`(_ kind: MadeWorkspace.Kind) throws {
        let files = try MadeWorkspace.made(kind).files
        let readme = try #require(files["README.md"])
        let modules = Set(
            files.keys.compactMap { path -> String? in
                guard path.hasSuffix("/README.md"), path.hasPrefix("Modules/"), !path.contains("/Templates/") else {
                    return nil
                }
                return String(path.dropLast("/README.md".count))
            })
        let rows = readme.matches(of: #/\n\| \[(Modules/[^\]]+)\]\(([^)]+)\) \| /#)
        #expect(rows.map(\.1).sorted() == modules.map { Substring($0) }.sorted())
        #expect(rows.allSatisfy { $0.1 == $0.2 })
    }

    @Test(arguments: MadeWorkspace.Kind.allCases)
    func `the lines of what is copied are those of this manifest`(_ kind: MadeWorkspace.Kind) throws {
        let files = try MadeWorkspace.made(kind).files
        let own = try targets(String(contentsOfFile: "\(NewWorkspace.ownSource)/Package.swift", encoding: .utf8))
        let new = targets(try #require(files["Package.swift"]))
        let copied = [
            "SwiftSource", "BoundaryRules", "boundaries-check", "Boundaries", "PackageManifest", "GraphDrawing",
            "Scaffolding", "ProgramTesting", "Injection", "InjectionTesting", "CommandLineArguments", "Bulkhead",
        ]
        for name in copied {
            let line = try #require(own[name])
            #expect(new[name] == line)
        }
    }

    /// What makes each target, but tests, by its name, without line breaks.
    private func targets(_ manifest: String) -> [String: String] {
        let list = manifest.replacing(/\s+/, with: " ").replacing("( ", with: "(").replacing("[ ", with: "[")
        let calls = list.matches(of: /\.(?!tests)[a-zA-Z]+\("([A-Za-z-]+)"[^()]*\)/)
        return Dictionary(calls.map { (String($0.1), String($0.0)) }, uniquingKeysWith: { first, _ in first })
    }

    @Test func `its sources are in the format of the house, however long the name is`() async throws {
        let folder = try TemporaryFolder()
        let name = "AnExceptionallyLongNameThatBreaksManyLines"
        _ = try await NewWorkspace(at: folder.path(name)).make()
        let places = ["Package.swift", "App", "Modules", "Tests"].map { folder.path("\(name)/\($0)") }
        let lint = try await Call.run("swift", ["format", "lint", "--strict", "--parallel", "--recursive"] + places)
        #expect(lint.code == 0, "\(lint.errors)")
    }

    @Test func `its scripts can be executed`() async throws {
        let workspace = try MadeWorkspace.made(.empty)
        for script in ["App/run", "Tests/run", ".ci/run"].map({ "\(workspace.root)/\($0)" }) {
            #expect(FileManager.default.isExecutableFile(atPath: script))
            let check = try await Call.run("bash", ["-n", script])
            #expect(check.code == 0, "\(check.errors)")
        }
    }

    @Test(arguments: MadeWorkspace.Kind.allCases)
    func `a preview names the files that are made, and makes none`(_ kind: MadeWorkspace.Kind) async throws {
        let folder = try TemporaryFolder()
        let workspace = try NewWorkspace(at: folder.path("a/Shop"), name: "WebShop", isEmpty: kind == .empty)
        #expect(try await workspace.preview().map(\.path) == MadeWorkspace.made(kind).files.keys.sorted())
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }
}
