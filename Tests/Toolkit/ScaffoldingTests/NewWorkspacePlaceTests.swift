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

    @Test(
        arguments: Row.table(
            """
            ../Shop → a name must not be a path
            Core → 'Core' is a module of every new workspace;
            BootStrap → 'Bootstrap' is a module of every new workspace;
            Injection → 'Injection' is a module of every new workspace;
            NOtes → 'Notes' is a module of every new workspace or of the starter, which --empty omits;
            Container → the engine has a type with this name, which the module would hide
            Settings → Modules/Bootstrap/Settings.swift:4 declares a type with this name, which the module would hide
            """
        )
    )
    func `refuses an invalid name and writes nothing`(row: Row) async throws {
        let message = try await errorMessage {
            try await NewWorkspace(
                at: folder.path("place"),
                name: row[0],
                hasStarter: row[1].contains("starter")
            ).create()
        }
        #expect(message.hasPrefix("invalid name '\(row[0])': \(row[1])"))
        #expect(message.hasSuffix("; choose another with --name NAME"))
        #expect(try folder.names() == [])
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

    @Test(
        arguments: Row.table(
            #"""
            a"b → '"'
            a\b → '\'
            100% → '%'
            a\#tb → a control character
            a⏎b/Shop → a control character
            """#
        )
    )
    func `refuses a path in which Swift cannot build`(row: Row) throws {
        let path = folder.path(row.lines(0))
        let message = try errorMessage { try NewWorkspace(at: path, name: "Shop") }
        let reason = "Swift cannot build in a folder with \(row[1]) in its path"
        #expect(message == "invalid name '\(path)': \(reason); choose another folder")
    }

    @Test(
        arguments: Row.table(
            """
            full → ', which is not empty, already exists; specify a folder that is empty or does not exist
            file → ', which is not a readable folder, already exists; specify a folder that is empty
            link → ', which is not a readable folder, already exists;
            file/Shop → cannot read or write
            file/a/b/Shop → cannot read or write
            """
        )
    )
    func `refuses a path that is in use or cannot be written, and writes nothing`(row: Row)
        async throws
    {
        try folder.write("mine", to: "full/.hidden")
        try folder.write("mine", to: "file")
        try folder.link("link", to: "nowhere")
        let text = try await errorMessage {
            try await NewWorkspace(at: folder.path(row[0]), name: "Shop").create(
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
            try source.link(part, to: "\(NewWorkspace.ownSource)/\(part)")
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

    @Test
    func `follows a symbolic link to an empty folder, and creates missing parent folders`()
        async throws
    {
        try FileManager.default.createDirectory(
            atPath: folder.path("there"),
            withIntermediateDirectories: false
        )
        try folder.link("link", to: "there")
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
        }
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link"))
                == "there"
        )
    }
}

/// Tests with the real compiler and formatter.
@Suite(.buildsPackages)
struct NewWorkspaceToolchainTests {
    private let folder: TemporaryFolder
    init() throws {
        folder = try TemporaryFolder()
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
    }

    @Test(
        arguments: Row.table(
            """
            Foundation → the toolchain has a module with this name
            String → Swift or Foundation has a type with this name
            """
        )
    )
    func `refuses the name of a module or a type of the toolchain`(row: Row) async throws {
        let message = try await errorMessage {
            try await NewWorkspace(at: folder.path("place"), name: row[0]).create()
        }
        #expect(message.hasPrefix("invalid name '\(row[0])': \(row[1])"))
    }
}
