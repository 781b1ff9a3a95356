import Foundation
import PackageManifest
import ProgramTesting
import Scaffolding
import Testing

/// A workspace in a temporary folder.
struct SampleWorkspace: Sendable {
    let folder: TemporaryFolder
    let workspace: Workspace

    private init(_ folder: TemporaryFolder) throws {
        self.folder = folder
        workspace = try Workspace(at: folder.url.path)
    }

    /// Creates a small workspace with two features and a service. Its files refer to the feature
    /// Notes in many ways.
    init() throws {
        try self.init(TemporaryFolder(files: Self.files))
    }

    /// Creates a copy of the parts of this repository that commands read.
    static func repository() throws -> Self {
        let folder = try TemporaryFolder()
        let modules = ["Bootstrap", "Core", "CoreTesting", "Features", "Libraries", "Services"]
        try folder.copy(
            ["Package.swift", "README.md"] + modules.map { "Modules/\($0)" },
            from: BuiltProducts.packageRoot
        )
        return try Self(folder)
    }

    private static let files = [
        "Package.swift": """
        let features: [[Target]] = [
            feature("Notes"),
            feature("Tags"),
        ]

        let services: [[Target]] = [
            service("Files")
        ]

        let libraries: [[Target]] = []

        let foundation: [Target] = [
            .executableTarget(
                name: "NotesExample",
                dependencies: ["Notes"],
                path: "App/Examples/NotesExample"
            ),
        ]

        let package = Package(name: "Shop", products: [.executable(name: "shop", targets: ["Shop"])])

        """,
        "README.md": "| [Modules/Features](Modules/Features) | features |\n",
        "App/Shop/Shop.swift": "import Bootstrap\nlet notes = 1\n",
        "App/Examples/NotesExample/NotesExample.swift":
            "import Notes\n@main struct NotesExample {}\n",
        "Modules/Bootstrap/AppContainer.swift": """
        public import Injection
        public import NotesInterface
        public import TagsInterface

        public final class AppContainer: SharedContainer, NotesProviding, TagsProviding {
        }

        """,
        "Modules/Bootstrap/AppContainer+Notes.swift": """
        import Notes
        public import NotesInterface
        extension AppContainer {
            public var notesBook: Factory<any NotesBook> { self { StoredNotesBook() } }
        }

        """,
        "Modules/Core/Text.swift": "import Injection\npublic struct Text {}\n",
        "Tests/CoreTests/TextTests.swift": "import Core\n",
        "Modules/Services/Files/FileStore.swift": "import Core\npackage struct FileStore {}\n",
        "Modules/Features/Notes/README.md":
            "# Notes\n\nNotes keeps your notes. See `NotesBook`, and https://example.org/Notes.\n",
        "Modules/Features/Notes/Interface/NotesBook.swift": """
        public protocol NotesBook: Sendable {}
        public protocol NotesProviding: SharedContainer {
            var notesBook: Factory<any NotesBook> { get }
        }
        public enum NotesError: Error { case noNotes }
        public struct NoteBookmark {}

        """,
        "Modules/Features/Notes/Implementation/StoredNotesBook.swift": """
        import NotesInterface
        package struct StoredNotesBook: NotesBook {
            let notes: [String] = []
            func text() -> String { "\\(notes.count) Notes" }
        }
        struct NotesPage {}

        """,
        "Modules/Features/Tags/Interface/Tags.swift":
            "public protocol TagsProviding: SharedContainer {}\n",
        "Modules/Features/Tags/Implementation/TagList.swift":
            "package struct TagList {}\nstruct NotesPage {}\n",
        "Tests/NotesTests/StoredNotesBookTests.swift":
            "import Notes\nstruct StoredNotesBookTests { func `Notes keeps`() {} }\n",
        "Tests/run": "swift test --filter NotesTests\n",
    ]
}

// MARK: - Files

extension SampleWorkspace {
    func path(_ name: String) -> String {
        folder.path(name)
    }

    func text(_ path: String) throws -> String {
        try folder.text(path)
    }

    @discardableResult func write(_ text: String, to path: String) throws -> String {
        try folder.write(text, to: path)
    }

    func remove(_ path: String) throws {
        try folder.remove(path)
    }

    func exists(_ path: String) -> Bool {
        folder.exists(path)
    }

    func contents(of path: String = "") throws -> [String: Data] {
        try folder.contents(of: path)
    }

    func differences(from old: [String: Data]) throws -> [String] {
        try folder.differences(from: old)
    }

    /// Returns the paths of the files whose paths or contents contain a text.
    func places(of text: String) throws -> [String] {
        let files = try contents().filter { path, data in
            path.contains(text) || data.range(of: Data(text.utf8)) != nil
        }
        return files.keys.sorted()
    }
}

// MARK: - Changes

extension SampleWorkspace {
    /// Applies a change without formatting the files, using Git or checking the rules.
    @discardableResult func make(_ change: any WorkspaceChange) async throws -> [String] {
        var plan = EditPlan(for: workspace)
        let notes = try await change.prepare(&plan)
        _ = try plan.write()
        return notes
    }

    /// Adds a feature without checking its name, because the check runs the compiler.
    @discardableResult func add(_ feature: AddFeature) throws -> [String] {
        var plan = EditPlan(for: workspace)
        let notes = try feature.write(&plan)
        _ = try plan.write()
        return notes
    }

    /// Renames a part without checking the new name, because the check runs the compiler.
    @discardableResult func rename(
        _ kind: WorkspacePart.Kind,
        _ name: String,
        to newName: String
    ) throws -> [String] {
        var plan = EditPlan(for: workspace)
        let notes = try Renaming(kind, name, to: newName).rename(&plan)
        _ = try plan.write()
        return notes
    }

    @discardableResult
    func addService(_ name: String, implements role: String) async throws -> [String] {
        try await make(AddService(name, implements: role))
    }
}

// MARK: - New workspaces

extension SampleWorkspace {
    enum Kind: CaseIterable, Sendable { case full, empty }

    private static let full = Task { try await new(.full) }
    private static let empty = Task { try await new(.empty) }

    private static func new(_ kind: Kind) async throws -> Self {
        let folder = try TemporaryFolder()
        let plan = try NewWorkspace(kind, at: folder.url.path)
        // The toolchain formats the files, also for suites that replace it.
        _ = try await Program.$runner.withValue({ try await Program.runProcess($0, $1) }) {
            try await plan.create()
        }
        return try Self(folder)
    }

    /// Returns a new workspace of a kind, which all tests share. They do not change it.
    static func made(_ kind: Kind) async throws -> Self {
        try await (kind == .full ? full : empty).value
    }

    /// Returns the files of a new workspace except those in `Vendor`.
    func ownFiles() throws -> [String: String] {
        try contents().filter { !$0.key.hasPrefix("Vendor/") }
            .mapValues { String(decoding: $0, as: UTF8.self) }
    }
}

extension NewWorkspace {
    /// Creates a plan for a workspace of the given kind with a vendored package.
    init(_ kind: SampleWorkspace.Kind, at root: String) throws {
        try self.init(at: root, name: "WebShop", hasStarter: kind == .full, package: .vendored)
    }
}
