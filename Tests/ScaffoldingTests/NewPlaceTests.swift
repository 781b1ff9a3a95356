import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// Where new workspaces may be made, and what is left when they may not, or cannot.
struct NewPlaceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func names(in place: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path(place)).sorted()
    }

    private func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
    }

    @Test func `fills an empty folder behind a link, and creates the folders around a new one`() async throws {
        try makeFolder("there")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "there")
        for (place, root) in [("link", "there"), ("a b/ü 'q $x; & (1)/日本/", "a b/ü 'q $x; & (1)/日本")] {
            let changes = try await NewWorkspace(at: folder.path(place), name: "Shop", isEmpty: true).make()
            #expect(try names(in: root).contains("Package.swift"))
            #expect(changes.allSatisfy { $0.kind == .added })
            #expect(FileManager.default.isExecutableFile(atPath: folder.path("\(root)/Tests/run")))
            #expect(!FileManager.default.isExecutableFile(atPath: folder.path("\(root)/README.md")))
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "there")
    }

    @Test func `refuses a folder with a file, a file, and a broken link`() async throws {
        try folder.write("mine", to: "full/.hidden")
        try folder.write("mine", to: "file")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "nowhere")
        for place in ["full", "file", "link"] {
            let error = await #expect(throws: ScaffoldingError.self) {
                try await NewWorkspace(at: folder.path(place), name: "Shop").make(isDryRun: true)
            }
            guard case .exists? = error else {
                Issue.record("\(place): \(String(describing: error))")
                continue
            }
        }
        #expect(try names() == ["file", "full", "link"])
    }

    @Test(arguments: ["file/Shop", "file/a/b/Shop", "/dev/null/Shop"])
    func `reports a place that cannot be written, and leaves nothing`(place: String) async throws {
        try folder.write("", to: "file")
        let path = place.hasPrefix("/") ? place : folder.path(place)
        let error = await #expect(throws: ScaffoldingError.self) {
            try await NewWorkspace(at: path, name: "Shop", isEmpty: true).make()
        }
        guard case .cannotWrite? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try names() == ["file"])
    }

    @Test func `a failure in the middle leaves nothing, and takes back the folders around`() async throws {
        // A clone whose manifest has no functions.
        let source = try TemporaryFolder()
        for part in ["App", "Modules", ".gitignore", ".swift-format"] {
            try FileManager.default.createSymbolicLink(
                atPath: source.path(part), withDestinationPath: "\(NewWorkspace.ownSource)/\(part)")
        }
        try source.write("// swift-tools-version: 6.2\n", to: "Package.swift")
        try makeFolder("there")
        for place in ["new/folders/Shop", "there"] {
            let workspace = try NewWorkspace(at: folder.path(place), name: "Shop", source: source.url.path)
            let error = await #expect(throws: ScaffoldingError.self) { try await workspace.make() }
            guard case .manifestNotUnderstood? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        #expect(try names() == ["there"])
        #expect(try names(in: "there").isEmpty)
    }

    @Test func `a tool without its sources says so`() async throws {
        let workspace = try NewWorkspace(at: folder.path("Shop"), source: folder.path("gone"))
        let error = await #expect(throws: ScaffoldingError.self) { try await workspace.make() }
        guard case .missing? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try names().isEmpty)
    }
}
