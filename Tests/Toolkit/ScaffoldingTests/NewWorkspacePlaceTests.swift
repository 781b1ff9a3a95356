import Foundation
import ProgramTesting
import Scaffolding
import Synchronization
import Testing

/// Tests the names and the folders of new workspaces.
@Suite(.scriptedToolchain)
struct NewWorkspacePlaceTests {
    private let folder: TemporaryFolder
    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: [
        "../Shop", "Core", "BootStrap", "Injection", "Notes", "Files", "Foundation", "String",
        "Container", "Settings",
    ])
    func `refuses an invalid name and writes nothing`(name: String) async throws {
        let message = try await errorMessage {
            _ = try await NewWorkspace(at: folder.path("place"), name: name).create()
        }
        #expect(message.hasPrefix("invalid name '\(name)': "))
        #expect(message.hasSuffix("; choose another with --name NAME"))
        #expect(try folder.names() == [])
    }

    @Test(arguments: [
        ("Core", true, "'Core' is a module of every new workspace"),
        (
            "NOtes", false,
            "'Notes' is a module of every new workspace or of the starter, which --empty omits"
        ),
    ])
    func `the error for the name of a module of each workspace names the module`(
        name: String,
        isEmpty: Bool,
        reason: String
    ) async throws {
        let message = try await errorMessage {
            _ = try await NewWorkspace(
                at: folder.path("place"),
                name: name,
                hasStarter: !isEmpty
            ).create()
        }
        #expect(message == "invalid name '\(name)': \(reason); choose another with --name NAME")
    }

    @Test func `shows the progress of the creation`() async throws {
        let steps = Mutex<[String]>([])
        let workspace = try NewWorkspace(
            at: folder.path("Shop"),
            hasStarter: false,
            showProgress: { step in steps.withLock { $0.append(step) } }
        )
        _ = try await workspace.create()
        let shown = ["checking the name …", "formatting …", "reading the manifest …"]
        #expect(steps.withLock { $0 } == shown)
    }

    @Test(arguments: [
        ("a\"b", "'\"'"), ("a\\b", "'\\'"), ("100%", "'%'"), ("a\tb", "a control character"),
        ("a\nb/Shop", "a control character"),
    ])
    func `refuses a path in which Swift cannot build`(place: String, character: String) throws {
        let message = try errorMessage {
            try NewWorkspace(at: folder.path(place), name: "Shop")
        }
        let reason = "Swift cannot build in a folder with \(character) in its path"
        let name = folder.path(place)
        #expect(message == "invalid name '\(name)': \(reason); choose another folder")
    }

    @Test(
        arguments: Row.table(
            """
            full → ', which is not empty, already exists; specify a folder that is empty or does not exist
            file → ', which is not a readable folder, already exists; specify a folder that is empty
            link → ', which is not a readable folder, already exists;
            file/Shop → cannot read or write
            file/a/b/Shop → cannot read or write
            /dev/null/Shop → cannot read or write
            """
        )
    )
    func `refuses a path that is in use or cannot be written, and writes nothing`(row: Row)
        async throws
    {
        try folder.write("mine", to: "full/.hidden")
        try folder.write("mine", to: "file")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"),
            withDestinationPath: "nowhere"
        )
        let path = row[0].hasPrefix("/") ? row[0] : folder.path(row[0])
        let text = try await errorMessage {
            try await NewWorkspace(at: path, name: "Shop").create(
                isDryRun: !row[1].contains("write")
            )
        }
        #expect(text.contains(row[1]))
        #expect(try folder.names() == ["file", "full", "link"])
    }

    @Test func `reports a damaged or missing clone, and writes nothing`() async throws {
        // This clone has no license.
        let source = try TemporaryFolder()
        for part in ["Modules", "Tests", ".gitignore", ".swift-format"] {
            try FileManager.default.createSymbolicLink(
                atPath: source.path(part),
                withDestinationPath: "\(NewWorkspace.ownSource)/\(part)"
            )
        }
        try FileManager.default.createDirectory(
            atPath: folder.path("there"),
            withIntermediateDirectories: false
        )
        for (place, source, message) in [
            ("new/folders/Shop", source.url.path, "LICENSE' not found; the clone"),
            ("there", source.url.path, "LICENSE' not found; the clone"),
            ("Shop", folder.path("gone"), "the clone of bulkhead was moved or removed"),
        ] {
            let workspace = try NewWorkspace(at: folder.path(place), name: "Shop", source: source)
            let reported = try await errorMessage {
                try await workspace.create()
            }
            #expect(reported.contains(message))
        }
        #expect(try folder.names() == ["there"])
        #expect(try folder.names(in: "there").isEmpty)
    }
}

extension TemporaryFolder {
    fileprivate func names(in place: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(place)).sorted()
    }
}

/// Tests with the real compiler and formatter.
@Suite(.buildsPackages)
struct NewWorkspaceToolchainTests {
    private let folder: TemporaryFolder
    init() throws {
        folder = try TemporaryFolder()
    }

    @Test
    func `follows a symbolic link to an empty folder, and creates missing parent folders`()
        async throws
    {
        try FileManager.default.createDirectory(
            atPath: folder.path("there"),
            withIntermediateDirectories: false
        )
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"),
            withDestinationPath: "there"
        )
        for (place, root) in [
            ("link", "there"),
            ("a b/ü 'q $x; & (1)/日本/", "a b/ü 'q $x; & (1)/日本"),
        ] {
            let changes = try await NewWorkspace(
                at: folder.path(place),
                name: "Shop",
                hasStarter: false
            ).create()
            #expect(try folder.names(in: root).contains("Package.swift"))
            #expect(Set(changes.map(\.kind)) == [.added])
            #expect(!FileManager.default.isExecutableFile(atPath: folder.path("\(root)/README.md")))
        }
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link"))
                == "there"
        )
    }

    @Test func `the sources are formatted even if the name is long`() async throws {
        let name = "AnExceptionallyLongNameThatBreaksManyLines"
        _ = try await NewWorkspace(at: folder.path(name), package: .vendored).create()
        let places = ["Package.swift", "App", "Modules", "Tests"].map {
            folder.path("\(name)/\($0)")
        }
        let lint = try await Subprocess.run(
            "swift",
            ["format", "lint", "--strict", "--parallel", "--recursive"] + places
        )
        #expect(lint.code == 0, "\(lint.errors)")
        let upgrade = try await Upgrade(of: Workspace(at: folder.path(name))).run()
        #expect(upgrade.changes.isEmpty)
        #expect(upgrade.notes.isEmpty)
    }

    @Test(arguments: [
        ("Foundation", "the toolchain has a module with this name"),
        ("String", "Swift or Foundation has a type with this name"),
    ])
    func `refuses the name of a module or a type of the toolchain`(
        name: String,
        reason: String
    ) async throws {
        let message = try await errorMessage {
            _ = try await NewWorkspace(at: folder.path("place"), name: name).create()
        }
        #expect(message.hasPrefix("invalid name '\(name)': \(reason)"))
    }
}
