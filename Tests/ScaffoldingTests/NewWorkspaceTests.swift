import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// What `bulkhead new` makes, looked at without building it; Tests/workspaces builds it.
struct NewWorkspaceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Makes a workspace in the folder, and returns its files by their paths.
    private func make(
        _ place: String, name: String? = nil, isEmpty: Bool = false, source: String = NewWorkspace.ownSource
    ) async throws -> [String: Data] {
        let workspace = try NewWorkspace(at: folder.path(place), name: name, isEmpty: isEmpty, source: source)
        let changes = try await workspace.make()
        var files: [String: Data] = [:]
        for change in changes {
            files[change.path] = try Data(contentsOf: URL(filePath: folder.path("\(place)/\(change.path)")))
        }
        return files
    }

    @Test(arguments: [false, true])
    func `it has its owner's names, and no trace of those of this workspace`(isEmpty: Bool) async throws {
        let files = try await make("my shop", name: "WebShop", isEmpty: isEmpty)
        #expect(files.keys.contains("App/WebShop/WebShopCommand.swift"))
        #expect(files.keys.contains("Modules/Features/Notes/README.md") == !isEmpty)
        for (path, data) in files {
            let text = path + "\n" + String(decoding: data, as: UTF8.self)
            for line in text.split(separator: "\n") where Trace.isIn(line) { Issue.record("\(path): \(line)") }
            let isTemplate = path.hasPrefix("Modules/Scaffolding/")
            #expect(isTemplate || text.firstMatch(of: /AppName|appname/) == nil, "\(path)")
        }
    }

    @Test(arguments: [false, true])
    func `what it is made from makes it again`(isEmpty: Bool) async throws {
        let first = try await make("first", name: "Shop", isEmpty: isEmpty)
        let second = try await make("second", name: "Shop", isEmpty: isEmpty, source: folder.path("first"))
        #expect(Set(first.keys) == Set(second.keys))
        for (path, data) in first where second[path] != data { Issue.record("\(path) differs") }
    }

    @Test(arguments: [false, true])
    func `every link of its pages leads somewhere`(isEmpty: Bool) async throws {
        let files = try await make("Shop", isEmpty: isEmpty)
        let root = URL(filePath: folder.path("Shop"))
        var count = 0
        for (path, data) in files where path.hasSuffix(".md") && !path.contains("/Templates/") {
            let page = root.appending(path: path).deletingLastPathComponent()
            for link in String(decoding: data, as: UTF8.self).matches(of: /\]\(([^)#:]+)(#[a-z-]+)?\)/) {
                count += 1
                let target = page.appending(path: String(link.1)).standardizedFileURL.path
                #expect(FileManager.default.fileExists(atPath: target), "\(path): \(link.1)")
            }
        }
        #expect(count > 20)
    }

    @Test(arguments: [false, true])
    func `the map has one row for each module, and one alone`(isEmpty: Bool) async throws {
        let files = try await make("Shop", isEmpty: isEmpty)
        let readme = String(decoding: try #require(files["README.md"]), as: UTF8.self)
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

    @Test(arguments: [false, true])
    func `the lines of what is copied are those of this manifest`(isEmpty: Bool) async throws {
        let files = try await make("Shop", isEmpty: isEmpty)
        let own = try targets(String(contentsOfFile: "\(NewWorkspace.ownSource)/Package.swift", encoding: .utf8))
        let new = targets(String(decoding: try #require(files["Package.swift"]), as: UTF8.self))
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
        let name = "AnExceptionallyLongNameThatBreaksManyLines"
        _ = try await make("Shop", name: name)
        let root = folder.path("Shop")
        let places = ["Package.swift", "App", "Modules", "Tests"].map { "\(root)/\($0)" }
        let lint = try await Call.run("swift", ["format", "lint", "--strict", "--parallel", "--recursive"] + places)
        #expect(lint.code == 0, "\(lint.errors)")
    }

    @Test func `its scripts can be executed`() async throws {
        _ = try await make("Shop", isEmpty: true)
        for script in ["App/run", "Tests/run", ".ci/run"] {
            #expect(FileManager.default.isExecutableFile(atPath: folder.path("Shop/\(script)")))
            let check = try await Call.run("bash", ["-n", folder.path("Shop/\(script)")])
            #expect(check.code == 0, "\(check.errors)")
        }
    }

    @Test func `a preview names the files that are made, and makes none`() async throws {
        for isEmpty in [false, true] {
            let workspace = try NewWorkspace(at: folder.path("Shop\(isEmpty)"), name: "Shop", isEmpty: isEmpty)
            let preview = try await workspace.preview()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == (isEmpty ? 1 : 0))
            #expect(try await workspace.make() == preview)
        }
    }
}

/// Names of this workspace that no other should have.
private enum Trace {
    static func isIn(_ line: Substring) -> Bool {
        line.contains(/[Ss]helf|SHELF|SQLite|URLSession|[Bb]ookmark|FactoryKit 3/)
            || line.contains(/\b(Library|Pages|Transfer|Reports)(Interface|Testing|Tests|Providing)?\b/)
            || line.contains(/\bChecking(Interface|Testing|Tests|Providing)\b/)
            || line.contains(/\b([Ll]ink(Store|Library|Checker|Tag|Draft|Query|Merger)|HTTPPageReader)\b/)
    }
}
