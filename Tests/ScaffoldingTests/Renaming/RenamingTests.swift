import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// New names for the features of a small workspace.
struct RenamingTests {
    private let shop: SmallShop

    init() throws { shop = try SmallShop() }

    private func rename(_ old: String, _ new: String, _ kind: WorkspacePart.Kind = .feature) throws -> [String] {
        try Renaming(kind, old, to: new).rename(in: shop.workspace)
    }

    @Test func `modules, types, files and texts get the new name`() throws {
        _ = try rename("Notes", "Journal")
        #expect(
            try shop.text("Modules/Features/Journal/Interface/JournalBook.swift").hasPrefix(
                "public protocol JournalBook: Sendable {}\npublic protocol JournalProviding"))
        #expect(try shop.text("Tests/JournalTests/StoredJournalBookTests.swift").contains("`Journal keeps`"))
        #expect(try shop.text("App/Examples/JournalExample/JournalExample.swift").contains("struct JournalExample"))
        #expect(
            try shop.text("Modules/Bootstrap/AppContainer+Journal.swift").contains(
                "var journalBook: Factory<any JournalBook>"))
        #expect(try shop.text("Modules/Bootstrap/AppContainer.swift").contains("JournalProviding, TagsProviding"))
        #expect(
            try shop.text("Package.swift").contains(
                ".bootstrap(services: [\"Files\"], features: [\"Journal\", \"Tags\"])"))
        #expect(try shop.text("README.md").contains("| [Modules/Features/Journal](Modules/Features/Journal) |"))
        #expect(try shop.text("Tests/run") == "swift test --filter JournalTests\n")
    }

    @Test func `nothing of the old name is left but what is not its own`() throws {
        let notes = try rename("Notes", "Journal")
        let readme = "Modules/Features/Journal/README.md"
        let implementation = "Modules/Features/Journal/Implementation/StoredJournalBook.swift"
        #expect(
            try shop.places(of: "Notes")
                == [implementation, readme, "Modules/Features/Tags/Implementation/TagList.swift"])
        #expect(
            try shop.text(readme).hasSuffix(
                "Journal keeps your notes. See `JournalBook`, and https://example.org/Notes.\n"))
        #expect(
            notes == [
                "left alone: 'NotesPage', which Modules/Features/Tags/Implementation/TagList.swift:2 declares too"
            ])
        #expect(!FileManager.default.fileExists(atPath: shop.folder.path("Modules/Features/Notes")))
    }

    @Test func `only whole words of camel case are the name`() throws {
        _ = try rename("Notes", "Journal")
        let text = try shop.text("Modules/Features/Journal/Interface/JournalBook.swift")
        #expect(text.contains("case noJournal }\npublic struct NoteBookmark"))
    }

    @Test func `the word in small letters is everybody's, and an escape ends before the name`() throws {
        _ = try rename("Notes", "Journal")
        let text = try shop.text("Modules/Features/Journal/Implementation/StoredJournalBook.swift")
        #expect(text.contains("let notes: [String]"))
        #expect(text.contains(#""\(notes.count) Journal,\nJournal""#))
        #expect(try shop.text("App/Shop/Shop.swift").contains("let notes = 1"))
    }

    @Test func `the container's property changes also where others name a variable after it`() throws {
        let path = "Modules/Features/Tags/Implementation/TagList.swift"
        try shop.folder.write("import NotesInterface\nlet notesBook: any NotesBook = \"\\(f(notesBook))\"\n", to: path)
        _ = try rename("Notes", "Journal")
        #expect(
            try shop.text(path)
                == "import JournalInterface\nlet journalBook: any JournalBook = \"\\(f(journalBook))\"\n")
    }

    @Test(arguments: ["Journal", "NotesPlus", "MyNotes", "NotesNotes"])
    func `there and back is where it was`(name: String) throws {
        let before = try shop.texts()
        _ = try rename("Notes", name)
        #expect(shop.workspace.features == [name, "Tags"].sorted())
        _ = try rename(name, "Notes")
        #expect(try shop.texts() == before)
    }

    @Test func `a name of one letter is no article`() throws {
        try shop.folder.write("A shop with A lot. See `A` in Modules/Features/A.\n", to: "Docs/Shop.md")
        _ = try rename("Notes", "A")
        _ = try rename("A", "Journal")
        #expect(try shop.text("Docs/Shop.md") == "A shop with A lot. See `Journal` in Modules/Features/Journal.\n")
    }

    @Test func `where Core has a subject of the name, the word alone is Core's`() throws {
        try shop.folder.write(
            "/// Notes over the wire: 'Notes'\npublic struct NotesFormat {}\n",
            to: "Modules/Core/Notes/NotesFormat.swift")
        try shop.folder.write(
            "struct StoredNotesFormat {}\n", to: "Modules/Features/Notes/Implementation/StoredNotesFormat.swift")
        let notes = try rename("Notes", "Journal")
        #expect(
            try shop.text("Modules/Core/Notes/NotesFormat.swift")
                == "/// Notes over the wire: 'Journal'\npublic struct NotesFormat {}\n")
        #expect(try shop.text("Package.swift").contains(".interface(\"Journal\")"))
        #expect(try shop.text("App/Examples/JournalExample/JournalExample.swift").contains("import Journal\n"))
        #expect(
            try shop.text("Modules/Features/Journal/Implementation/StoredNotesFormat.swift").contains(
                "StoredNotesFormat"))
        #expect(notes.contains { $0.hasPrefix("left alone: 'StoredNotesFormat', which is called after 'NotesFormat'") })
    }

    @Test func `a folder that declares something of the name keeps it, but for imports`() throws {
        try shop.folder.write("import Notes\nenum Notes {}\nlet a = Notes.self\n", to: "Tests/ShopTests/Notes.swift")
        let notes = try rename("Notes", "Journal")
        #expect(try shop.text("Tests/ShopTests/Notes.swift") == "import Journal\nenum Notes {}\nlet a = Notes.self\n")
        #expect(notes.contains("left alone: 'Notes' in Tests/ShopTests/, which declares something of that name"))
    }

    @Test func `the tool, templates, data and linked files are left alone`() throws {
        let paths = [
            "App/Bulkhead/Help.swift", "Modules/Scaffolding/Templates/Notes/README.md", "App/Samples/notes.html",
        ]
        for path in paths { try shop.folder.write("Notes NotesInterface\n", to: path) }
        let outside = try SmallShop().folder
        let file = try outside.write("Notes\n", to: "Outside.md")
        try FileManager.default.createSymbolicLink(atPath: shop.folder.path("Link.md"), withDestinationPath: file)
        _ = try rename("Notes", "Journal")
        for path in paths { #expect(try shop.text(path) == "Notes NotesInterface\n") }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "Notes\n")
    }

    @Test(arguments: [
        ("Modules/Features/Tags/Implementation/TagList.swift", "struct JournalError {}\n", "'JournalError'"),
        ("App/Shop/Shop.swift", "let a: JournalBook\n", "'JournalBook'"),
        ("modules/features/journal/readme.md", "", "journal/readme.md'"),
    ])
    func `a new name that is taken is refused`(path: String, text: String, words: String) throws {
        try shop.folder.write(text, to: path)
        do {
            _ = try rename("Notes", "Journal")
            Issue.record("it was renamed")
        } catch ScaffoldingError.exists(let what, _) {
            #expect(what.localizedCaseInsensitiveContains(words))
        }
    }

    @Test func `where the new name was written already, that is said`() throws {
        try shop.folder.write("The Journal of old.\n", to: "Docs/Old.md")
        #expect(try rename("Notes", "Journal").contains("the new name was written already: 'Journal' in Docs/Old.md"))
    }

    @Test func `a service gets a new name too`() throws {
        try shop.folder.write("package struct FilesError {}\n", to: "Modules/Services/Files/FilesError.swift")
        _ = try rename("Files", "Disk", .service)
        #expect(try shop.places(of: "Files") == [])
        #expect(try shop.text("Modules/Services/Disk/DiskError.swift") == "package struct DiskError {}\n")
        #expect(try shop.text("Package.swift").contains(".tests(\"Disk\", uses: [\"Core\"])"))
    }

    @Test func `what is not there cannot be renamed, and a bad name is refused`() async throws {
        await #expect(throws: ScaffoldingError.missing("feature 'Nots'", remedy: "there are Notes, Tags")) {
            try await Renaming(.feature, "Nots", to: "Journal").apply(to: shop.workspace)
        }
        await #expect(throws: ScaffoldingError.self) {
            try await Renaming(.feature, "Notes", to: "Tags").apply(to: shop.workspace)
        }
        for name in ["notes-2", "Modules"] {
            do {
                _ = try await Renaming(.feature, "Notes", to: name).apply(to: shop.workspace)
                Issue.record("it was renamed")
            } catch ScaffoldingError.badName(let bad, _, _) {
                #expect(bad == name)
            }
        }
    }
}
