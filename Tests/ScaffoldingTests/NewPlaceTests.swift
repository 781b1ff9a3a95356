import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// Where new workspaces may be made, and what is left when they may not, or cannot.
struct NewPlaceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Makes a folder that holds a file in a folder.
    private func make(_ path: String) throws {
        var place = try NewFolder(at: path)
        let root = try place.begin()
        #expect(URL(filePath: root).lastPathComponent.hasPrefix("."))
        try FileManager.default.createDirectory(atPath: "\(root)/App", withIntermediateDirectories: false)
        try Data("made".utf8).write(to: URL(filePath: "\(root)/App/file"))
        try place.finish()
    }

    private func names(in place: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path(place)).sorted()
    }

    private func isMade(_ place: String) throws -> Bool {
        try names(in: place) == ["App"] && names(in: "\(place)/App") == ["file"]
    }

    private func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
    }

    @Test(arguments: ["Shop", "a b/ü 'q\" $x; & (1)/日本/Shop", "-n", "tail/", "a/../b/./Shop"])
    func `a place may have any name, and folders around it are made`(place: String) throws {
        try make(folder.path(place))
        #expect(try isMade(place == "a/../b/./Shop" ? "b/Shop" : place))
        #expect(try names().count == 1)
    }

    @Test func `an empty folder is filled, and stays the same folder`() throws {
        try makeFolder("there")
        func number() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: folder.path("there"))[.systemFileNumber] as? Int
        }
        let before = try number()
        try make(folder.path("there"))
        #expect(try isMade("there"))
        #expect(try number() == before)
    }

    @Test func `a link to an empty folder stays a link`() throws {
        try makeFolder("there")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "there")
        try make(folder.path("link"))
        #expect(try isMade("there"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "there")
    }

    @Test func `a folder with something in it, a file, and a link that leads nowhere are refused`() throws {
        try folder.write("mine", to: "full/.hidden")
        try folder.write("mine", to: "file")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "nowhere")
        for place in ["full", "file", "link"] {
            let error = #expect(throws: ScaffoldingError.self) { try make(folder.path(place)) }
            guard case .exists? = error else {
                Issue.record("\(place): \(String(describing: error))")
                continue
            }
        }
        #expect(try names() == ["file", "full", "link"])
        #expect(try names(in: "full") == [".hidden"])
    }

    @Test(arguments: ["file/Shop", "file/a/b/Shop", "/proc/nowhere/Shop", "/dev/null/Shop"])
    func `a place in which nothing can be made is refused, and nothing is left`(place: String) throws {
        try folder.write("", to: "file")
        var new = try NewFolder(at: place.hasPrefix("/") ? place : folder.path(place))
        #expect(throws: ScaffoldingError.self) { try new.begin() }
        new.abandon()
        #expect(try names() == ["file"])
    }

    @Test func `what somebody else puts in the place meanwhile is kept, and all that was made goes`() throws {
        var new = try NewFolder(at: folder.path("a/b/Shop"))
        _ = try new.begin()
        try folder.write("theirs", to: "a/b/Shop/file")
        #expect(throws: ScaffoldingError.self) { try new.finish() }
        new.abandon()
        #expect(try names(in: "a/b") == ["Shop"])
        #expect(try names(in: "a/b/Shop") == ["file"])

        try makeFolder("there")
        new = try NewFolder(at: folder.path("there"))
        let root = try new.begin()
        for name in ["A", "B", "C"] { try Data().write(to: URL(filePath: "\(root)/\(name)")) }
        try folder.write("theirs", to: "there/B")
        #expect(throws: ScaffoldingError.self) { try new.finish() }
        new.abandon()
        #expect(try names(in: "there") == ["B"])
        #expect(try String(contentsOfFile: folder.path("there/B"), encoding: .utf8) == "theirs")
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
