import Foundation
import ProgramTesting
import Scaffolding

/// A workspace of two features and a service. Its files name the feature Notes in many ways.
struct SmallShop {
    let folder: TemporaryFolder
    let workspace: Workspace

    init() throws {
        folder = try TemporaryFolder()
        for (path, text) in Self.files { try folder.write(text, to: path) }
        workspace = try Workspace(at: folder.url.path)
    }

    func text(_ path: String) throws -> String { try String(contentsOfFile: folder.path(path), encoding: .utf8) }

    /// The texts of all files by path.
    func texts() throws -> [String: String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
        let texts = paths.compactMap { path in (try? text(path)).map { (path, $0) } }
        return Dictionary(uniqueKeysWithValues: texts)
    }

    /// The files that contain a text, or whose paths do.
    func places(of text: String) throws -> [String] {
        try texts().filter { $0.key.contains(text) || $0.value.contains(text) }.keys.sorted()
    }

    private static let files = [
        "Package.swift": """
        let features = [
            Feature("Notes", example: true),
            Feature("Tags"),
        ]

        let services = [
            Service("Files")
        ]

        let package = Package(name: "Shop", products: [.executable(name: "shop", targets: ["Shop"])])

        """,
        "README.md": "| [Modules/Features](Modules/Features) | features |\n",
        "App/Shop/Shop.swift": "import Bootstrap\nlet notes = 1\n",
        "App/Examples/NotesExample/NotesExample.swift": "import Notes\n@main struct NotesExample {}\n",
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
        "Modules/Features/Tags/Interface/Tags.swift": "public protocol TagsProviding: SharedContainer {}\n",
        "Modules/Features/Tags/Implementation/TagList.swift": "package struct TagList {}\nstruct NotesPage {}\n",
        "Tests/NotesTests/StoredNotesBookTests.swift":
            "import Notes\nstruct StoredNotesBookTests { func `Notes keeps`() {} }\n",
        "Tests/run": "swift test --filter NotesTests\n",
    ]
}

extension Workspace {
    /// Makes a change without formatting, git and checks.
    @discardableResult
    func make(_ change: any WorkspaceChange) async throws -> [String] {
        var plan = EditPlan(for: self)
        let notes = try await change.prepare(&plan)
        _ = try plan.write()
        return notes
    }

    /// Renames a part without the checks of the new name, which call the compiler.
    @discardableResult
    func rename(_ kind: WorkspacePart.Kind, _ name: String, to newName: String) throws -> [String] {
        var plan = EditPlan(for: self)
        let notes = try Renaming(kind, name, to: newName).rename(&plan)
        _ = try plan.write()
        return notes
    }
}
