import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// Where new workspaces may be made, and what is left when they may not, or cannot.
struct NewPlaceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func make(_ path: String, name: String = "Shop", source: String? = nil) async throws {
        _ = try await NewWorkspace(
            at: path, name: name, isEmpty: true, source: source ?? NewWorkspace.ownSource
        ).make()
    }

    private func names(in place: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path(place)).sorted()
    }

    private func isMade(_ place: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.path("\(place)/App/Shop/ShopCommand.swift"))
    }

    @Test(arguments: ["Shop", "a b/ü 'q\" $x; & (1)/日本/Shop", "-n", "tail/"])
    func `a place may have any name, and folders around it are made`(place: String) async throws {
        try await make(folder.path(place))
        #expect(isMade(place))
        let parent = (place as NSString).deletingLastPathComponent
        #expect(try names(in: parent).count == 1)
    }

    @Test func `an empty folder is filled, and stays the same folder`() async throws {
        try FileManager.default.createDirectory(atPath: folder.path("there"), withIntermediateDirectories: false)
        let number = try FileManager.default.attributesOfItem(atPath: folder.path("there"))[.systemFileNumber] as? Int
        try await make(folder.path("there"))
        #expect(isMade("there"))
        #expect(try !names(in: "there").contains { $0.hasPrefix(".there") })
        #expect(
            try FileManager.default.attributesOfItem(atPath: folder.path("there"))[.systemFileNumber] as? Int == number)
    }

    @Test func `a link to an empty folder stays a link`() async throws {
        try FileManager.default.createDirectory(atPath: folder.path("there"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "there")
        try await make(folder.path("link"))
        #expect(isMade("there"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "there")
    }

    @Test func `a folder with something in it, a file, and a link that leads nowhere are refused`() async throws {
        try folder.write("mine", to: "full/.hidden")
        try folder.write("mine", to: "file")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "nowhere")
        for place in ["full", "file", "link"] {
            let error = await #expect(throws: ScaffoldingError.self) { try await make(folder.path(place)) }
            guard case .exists? = error else {
                Issue.record("\(place): \(String(describing: error))")
                continue
            }
        }
        #expect(try names() == ["file", "full", "link"])
        #expect(try names(in: "full") == [".hidden"])
    }

    @Test(arguments: ["file/Shop", "file/a/b/Shop", "/proc/nowhere/Shop"])
    func `a place in which nothing can be made is refused`(place: String) async throws {
        try folder.write("", to: "file")
        let path = place.hasPrefix("/") ? place : folder.path(place)
        await #expect(throws: ScaffoldingError.self) { try await make(path) }
        #expect(try names() == ["file"])
    }

    @Test func `a failure in the middle leaves nothing, and takes back the folders around`() async throws {
        // A source whose templates are there, and whose verbs are not.
        let source = try TemporaryFolder()
        for part in ["App", "Modules", ".gitignore", ".swift-format"] {
            try FileManager.default.createSymbolicLink(
                atPath: source.path(part), withDestinationPath: "\(NewWorkspace.ownSource)/\(part)")
        }
        try source.write("// swift-tools-version: 6.2\n", to: "Package.swift")
        try FileManager.default.createDirectory(atPath: folder.path("there"), withIntermediateDirectories: false)
        for place in ["new/folders/Shop", "there"] {
            await #expect(throws: ScaffoldingError.self) { try await make(folder.path(place), source: source.url.path) }
        }
        #expect(try names() == ["there"])
        #expect(try names(in: "there").isEmpty)
    }

    @Test func `a tool without its sources says so`() async throws {
        let error = await #expect(throws: ScaffoldingError.self) {
            try await make(folder.path("Shop"), source: folder.path("gone"))
        }
        guard case .missing? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try names().isEmpty)
    }

    @Test(arguments: [
        "", "1Shop", "my-shop", "shop", "Web Shop", "Ümlaut", "Any", "../Shop", "Core", "bulkhead", "BootStrap",
        "Injection", "Notes", "Foundation", "String", "Container", "Add", "Settings", "ShopTests",
    ])
    func `a name that would not do is refused, and nothing is left`(name: String) async throws {
        let error = await #expect(throws: ScaffoldingError.self) {
            _ = try await NewWorkspace(at: folder.path("place"), name: name).make()
        }
        guard case .badName? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try names().isEmpty)
    }

    @Test func `without a name it is that of the folder, and one is suggested where that will not do`() throws {
        #expect(try NewWorkspace(at: "some/where/Shop/").name == "Shop")
        let error = #expect(throws: ScaffoldingError.self) { try NewWorkspace(at: "some/web-shop 2") }
        guard case .badName("web-shop 2", _, let remedy)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(remedy == "choose another with --name, such as 'WebShop2'")
    }

    @Test func `a package around the place is noticed`() throws {
        try folder.write("", to: "Package.swift")
        #expect(try NewWorkspace(at: folder.path("a/Shop")).surroundingPackage == folder.url.path)
        #expect(try NewWorkspace(at: "/Shop").surroundingPackage == nil)
    }
}
