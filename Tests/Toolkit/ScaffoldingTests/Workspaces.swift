import Foundation
import ProgramTesting
import Scaffolding
import Testing

extension Workspace {
    /// Applies a change without formatting the files, using Git or checking the rules.
    @discardableResult func make(_ change: any WorkspaceChange) async throws -> [String] {
        var plan = EditPlan(for: self)
        let notes = try await change.prepare(&plan)
        _ = try plan.write()
        return notes
    }

    /// Adds a feature without checking its name, because the check runs the compiler.
    @discardableResult func add(_ feature: AddFeature) throws -> [String] {
        var plan = EditPlan(for: self)
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
        var plan = EditPlan(for: self)
        let notes = try Renaming(kind, name, to: newName).rename(&plan)
        _ = try plan.write()
        return notes
    }
}

/// A workspace with two features and a service. Its files refer to the feature Notes in many ways.
struct SmallShop {
    let folder: TemporaryFolder
    let workspace: Workspace

    init() throws {
        folder = try TemporaryFolder(files: Self.files)
        workspace = try Workspace(at: folder.url.path)
    }

    func text(_ path: String) throws -> String {
        try folder.text(path)
    }

    func places(of text: String) throws -> [String] {
        try folder.contents().filter {
            $0.key.contains(text) || $0.value.range(of: Data(text.utf8)) != nil
        }.keys
            .sorted()
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

/// A copy of the parts of this workspace that commands read.
struct WorkspaceCopy {
    let workspace: Workspace
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let modules = ["Bootstrap", "Core", "CoreTesting", "Features", "Libraries", "Services"].map
        {
            "Modules/\($0)"
        }
        try folder.copy(["Package.swift", "README.md"] + modules, from: BuiltProducts.packageRoot)
        workspace = try Workspace(at: folder.url.path)
    }

    func text(_ path: String) -> String? {
        try? folder.text(path)
    }

    func addService(_ name: String, implements role: String) async throws -> [String] {
        try await workspace.make(AddService(name, implements: role))
    }

    func check(_ files: [String]) async throws -> Outcome {
        try await BuiltProducts.compile(
            files.map(folder.path),
            ["-typecheck", "-warnings-as-errors"],
            seesPackage: true
        )
    }
}

extension NewWorkspace {
    /// Creates a plan for a workspace of the given kind with a vendored package.
    init(_ kind: GeneratedWorkspace.Kind, at root: String) throws {
        try self.init(
            at: root,
            name: "WebShop",
            hasStarter: kind == .full,
            package: .vendored
        )
    }
}

struct GeneratedWorkspace: Sendable {
    enum Kind: CaseIterable, Sendable {
        case full, empty
    }

    let root: String
    /// The files that `bulkhead` does not update.
    let files: [String: String]
    /// The files in `Vendor`.
    let vendored: [String: String]

    fileprivate init(_ kind: Kind, at root: String) async throws {
        self.root = root
        let workspace = try NewWorkspace(kind, at: root)
        let changes = try await workspace.create()
        let texts = try changes.map {
            ($0.path, try String(contentsOfFile: "\(root)/\($0.path)", encoding: .utf8))
        }
        let all = Dictionary(uniqueKeysWithValues: texts)
        files = all.filter { !$0.key.hasPrefix("Vendor/") }
        vendored = all.filter { $0.key.hasPrefix("Vendor/") }
    }

    @TaskLocal fileprivate static var all: [Kind: GeneratedWorkspace] = [:]

    static func made(_ kind: Kind) throws -> GeneratedWorkspace {
        try #require(all[kind])
    }
}

/// A trait that creates one workspace of each of some kinds for all tests of a suite.
struct NewWorkspacesTrait: SuiteTrait, TestScoping {
    let kinds: [GeneratedWorkspace.Kind]

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        var all: [GeneratedWorkspace.Kind: GeneratedWorkspace] = [:]
        for kind in kinds {
            all[kind] = try await GeneratedWorkspace(kind, at: folder.path("\(kind)"))
        }
        try await GeneratedWorkspace.$all.withValue(all) { try await function() }
        withExtendedLifetime(folder) {}
    }
}

extension Trait where Self == NewWorkspacesTrait {
    /// A workspace of every kind.
    static var newWorkspaces: Self { Self(kinds: GeneratedWorkspace.Kind.allCases) }

    /// A workspace of one kind.
    static func newWorkspace(_ kind: GeneratedWorkspace.Kind) -> Self { Self(kinds: [kind]) }
}
