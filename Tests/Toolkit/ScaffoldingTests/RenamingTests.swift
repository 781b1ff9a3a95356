import Foundation
import ProgramTesting
import Scaffolding
import Testing

struct RenamingTests {
    private let shop: SampleWorkspace
    init() throws {
        shop = try SampleWorkspace()
    }

    @discardableResult
    private func rename(
        _ old: String,
        _ new: String,
        _ kind: WorkspacePart.Kind = .feature
    ) throws -> [String] {
        try shop.rename(kind, old, to: new)
    }

    @Test func `renames modules, types, files and words in text`() throws {
        try rename("Notes", "Journal")
        let interface = try shop.text("Modules/Features/Journal/Interface/JournalBook.swift")
        #expect(
            interface.hasPrefix(
                "public protocol JournalBook: Sendable {}\npublic protocol JournalProviding"
            )
        )
        // The old name matches only whole camel-case words, and not the lowercase word.
        #expect(interface.contains("case noJournal }\npublic struct NoteBookmark"))
        let book = try shop.text("Modules/Features/Journal/Implementation/StoredJournalBook.swift")
        #expect(book.contains("let notes: [String]"))
        #expect(book.contains(#""\(notes.count) Journal""#))
        #expect(try shop.text("App/Shop/Shop.swift").contains("let notes = 1"))
        #expect(
            try shop.text("Tests/JournalTests/StoredJournalBookTests.swift").contains(
                "`Journal keeps`"
            )
        )
        #expect(
            try shop.text("App/Examples/JournalExample/JournalExample.swift").contains(
                "struct JournalExample"
            )
        )
        let bootstrap = try shop.text("Modules/Bootstrap/AppContainer+Journal.swift")
        #expect(bootstrap.contains("var journalBook: Factory<any JournalBook>"))
        #expect(
            try shop.text("Modules/Bootstrap/AppContainer.swift").contains(
                "JournalProviding, TagsProviding"
            )
        )
        let manifest = try shop.text("Package.swift")
        #expect(manifest.contains("    feature(\"Journal\"),\n"))
        #expect(manifest.contains("        path: \"App/Examples/JournalExample\"\n"))
        #expect(try shop.text("Tests/run") == "swift test --filter JournalTests\n")
    }

    @Test func `the old name remains only in URLs and as part of other names`() throws {
        let notes = try rename("Notes", "Journal")
        let readme = "Modules/Features/Journal/README.md"
        let implementation = "Modules/Features/Journal/Implementation/StoredJournalBook.swift"
        let list = "Modules/Features/Tags/Implementation/TagList.swift"
        #expect(try shop.places(of: "Notes") == [implementation, readme, list])
        #expect(
            try shop.text(readme).hasSuffix(
                "notes. See `JournalBook`, and https://example.org/Notes.\n"
            )
        )
        #expect(notes == ["not renamed: 'NotesPage', which \(list):2 also declares"])
    }

    @Test func `renames only Swift files, and keeps the names of other files`() throws {
        for file in ["NotesPage.swift", "NotesPicture.png", "NotesText.md", "NotesText.swift"] {
            try shop.write("", to: "Modules/Features/Notes/Interface/\(file)")
        }
        try rename("Notes", "Journal")
        let files = try shop.contents(of: "Modules/Features/Journal/Interface").keys
        let names = [
            "JournalBook.swift", "JournalText.swift",
            // Another feature declares NotesPage too.
            "NotesPage.swift", "NotesPicture.png", "NotesText.md",
        ]
        #expect(files.sorted() == names)
    }

    @Test func `a name in a URL stays, and one after the end of the URL changes`() throws {
        let page = "Modules/Features/Notes/A.md"
        let lines = " \n\"')>`]".map { "http://a.b/Notes\($0)Notes\n" }
        try shop.write(lines.joined(), to: page)
        try rename("Notes", "Journal")
        #expect(
            try shop.text("Modules/Features/Journal/A.md")
                == lines.map { "\($0.dropLast(6))Journal\n" }.joined()
        )
    }

    @Test(arguments: [
        "struct", "class", "enum", "actor", "protocol", "typealias", "associatedtype", "func",
        "var", "let", "case",
    ])
    func `renames the uses of each kind of declaration`(keyword: String) throws {
        let own = "Modules/Features/Notes/Interface/A.swift"
        try shop.write("\(keyword) addedNotes\n", to: own)
        try shop.write("addedNotes\n", to: "App/Shop/A.swift")
        try rename("Notes", "Journal")
        #expect(try shop.text("App/Shop/A.swift") == "addedJournal\n")
    }

    /// A name, an identifier, and the identifier after the name is replaced by "Web".
    @Test(
        arguments: Row.table(
            """
            HTTP → HTTPClient → WebClient
            HTTP → httpClient → webClient
            HTTP → plainHTTP → plainWeb
            HTTP → HTTPS → HTTPS
            WebPages → StoredWebPagesError → StoredWebError
            WebPages → _webPages → _web
            WebPages → webPagesOf → webOf
            Notes → HTTPNotes → HTTPWeb
            WebPages → WebPagesets → WebPagesets
            S3 → S3Store → WebStore
            S3 → S32Store → S32Store
            Notes → denotes → denotes
            A → AStore → WebStore
            A → StoredA → StoredWeb
            """
        )
    )
    func `replaces a name in an identifier`(row: Row) {
        let name = CamelCaseName(row[0])
        #expect(name.replaced(by: CamelCaseName("Web"), in: row[1]) == row[2])
        #expect(name.isPart(of: row[1]) == (row[1] != row[2]))
    }

    @Test func `renames the container's property together with variables of that name`() throws {
        let path = "Modules/Features/Tags/Implementation/TagList.swift"
        try shop.write(
            "import NotesInterface\nlet notesBook: any NotesBook = \"\\(f(notesBook))\"\n",
            to: path
        )
        try rename("Notes", "Journal")
        #expect(
            try shop.text(path)
                == "import JournalInterface\nlet journalBook: any JournalBook = \"\\(f(journalBook))\"\n"
        )
    }

    @Test func `keeps a variable that another module declares too`() throws {
        let path = "App/Shop/A.swift"
        for place in ["Modules/Features/Notes/Interface/A.swift", path] {
            try shop.write("var openNotes = 1\n", to: place)
        }
        let note = "not renamed: 'openNotes', which \(path):1 also declares"
        #expect(try rename("Notes", "Journal").contains(note))
        #expect(try shop.text(path) == "var openNotes = 1\n")
    }

    @Test(arguments: ["Journal", "NotesPlus", "MyNotes", "NotesNotes"])
    func `renaming a feature and renaming it back restores every byte`(name: String) throws {
        let before = try shop.contents()
        try rename("Notes", name)
        #expect(shop.workspace.features == [name, "Tags"].sorted())
        try rename(name, "Notes")
        #expect(try shop.differences(from: before) == [])
    }

    @Test
    func `in files of other modules, renames a word only in imports, paths and code spans`()
        throws
    {
        let page =
            "The Notes of `Notes`, 'Notes', Modules/Features/Notes/README.md and Modules/Features/Notes.\n"
        try shop.write(page, to: "Docs/Page.md")
        try shop.write(
            "import Notes\nenum Menu { struct Notes {} }\nlet title = \"Notes\"\n",
            to: "Tests/ShopTests/A.swift"
        )
        try rename("Notes", "Journal")
        #expect(
            try shop.text("Docs/Page.md")
                == "The Notes of `Journal`, 'Journal', Modules/Features/Journal/README.md and Modules/Features/Journal.\n"
        )
        #expect(
            try shop.text("Tests/ShopTests/A.swift")
                == "import Journal\nenum Menu { struct Notes {} }\nlet title = \"Notes\"\n"
        )
    }

    @Test(arguments: ["\n", "\r\n", "\r", "\n\r"])
    func `keeps the byte order mark and the line endings of a file`(ending: String) throws {
        try shop.write("\u{FEFF}NotesTests\(ending)a\(ending)", to: "Docs/Notes.md")
        try rename("Notes", "Journal")
        let data = try shop.contents()["Docs/Notes.md"]
        #expect(data == Data("\u{FEFF}JournalTests\(ending)a\(ending)".utf8))
    }

    @Test func `renames the modules of a feature in the baseline`() throws {
        let file = "boundaries-baseline.json"
        let text = """
            {"violations": [
              {"module":"Notes","rule":"undeclared-import","subject":"Core"},
              {"module":"NotesTests","rule":"undeclared-import","subject":"NotesInterface"},
              {"module":"Tags","rule":"undeclared-import","subject":"Notes"}
            ]}

            """
        try shop.write(text, to: file)
        try rename("Notes", "Journal")
        #expect(try shop.text(file) == text.replacing("Notes", with: "Journal"))
    }

    @Test(arguments: [
        "", ".c", ".h", ".json", ".md", ".modulemap", ".sh", ".swift", ".txt", ".yaml", ".yml",
    ])
    func `renames modules in text files with each of these endings`(ending: String) throws {
        try shop.write("import NotesInterface\n", to: "Docs/page\(ending)")
        try rename("Notes", "Journal")
        #expect(try shop.text("Docs/page\(ending)") == "import JournalInterface\n")
    }

    @Test func `does not change the tool, templates, data files, or targets of symbolic links`()
        throws
    {
        let paths = [
            "Modules/Toolkit/Bulkhead/Help.swift",
            "Modules/Toolkit/Templates/Notes/README.md",
            "Tests/Toolkit/BulkheadTests/A.swift",
            "Vendor/bulkhead/README.md",
            ".build/a.txt",
            ".git/a.txt",
            ".swiftpm/a.txt",
            "App/Samples/notes.html",
        ]
        for path in paths {
            try shop.write("Notes NotesInterface\n", to: path)
        }
        let outside = try TemporaryFolder()
        try shop.folder.link("Link.md", to: outside.write("NotesInterface\n", to: "Outside.md"))
        try rename("Notes", "Journal")
        for path in paths {
            #expect(try shop.text(path) == "Notes NotesInterface\n")
        }
        #expect(try outside.text("Outside.md") == "NotesInterface\n")
    }

    @Test(
        arguments: Row.table(
            """
            App/Shop/Shop.swift → struct JournalError {} → 'JournalError' (App/Shop/Shop.swift:1) already exists; choose another name
            modules/features/journal/readme.md →  → 'Modules/Features/Journal/README.md' already exists; choose another name, or move that file away first
            """
        )
    )
    func `refuses a new name that already exists`(row: Row) throws {
        try shop.write(row[1], to: row[0])
        let before = try shop.contents()
        let message = try errorMessage { try rename("Notes", "Journal") }
        #expect(message == row[2])
        #expect(try shop.differences(from: before) == [])
    }

    @Test(arguments: ["Journal", "Diary", "Log", "Paper"])
    func `of several new names that exist, the error contains the first in alphabetical order`(
        name: String
    ) throws {
        let path = "App/Shop/Shop.swift"
        let forms = [
            "Stored\(name)Book", "no\(name)", "\(name)Providing", "\(name)Example",
            "\(name)Error", "\(name)Interface", "\(name)Book", "\(name)Testing",
        ]
        let lines = forms.map { "let _: \($0)\n" }
        try shop.write(lines.joined(), to: path)
        let message = try errorMessage { try rename("Notes", name) }
        #expect(message == "'\(name)Book' (\(path):7) already exists; choose another name")
    }

    @Test func `renames a service`() throws {
        try shop.write(
            "package struct FilesError {}\n",
            to: "Modules/Services/Files/FilesError.swift"
        )
        try shop.write("FilesTests\n", to: "Docs/A.md")
        try rename("Files", "Disk", .service)
        #expect(try shop.places(of: "Files") == [])
        #expect(
            try shop.text("Modules/Services/Disk/DiskError.swift")
                == "package struct DiskError {}\n"
        )
        #expect(try shop.text("Package.swift").contains("service(\"Disk\")"))
    }

    @Test(
        arguments: Row.table(
            """
            Tags → module 'Tags' already exists
            Notes → module 'Notes' already exists
            notes-2 → invalid name 'notes-2'
            NOTES → invalid name 'NOTES': it differs from 'Notes' only in case, which some
            """
        )
    )
    func `refuses an invalid name`(row: Row) async throws {
        let message = try await errorMessage {
            try await shop.make(Renaming(.feature, "Notes", to: row[0]))
        }
        #expect(message.hasPrefix(row[1]))
    }

    @Test(
        arguments: Row.table(
            """
            JournalInterface → NotesInterface
            journalBook → notesBook
            Tags → Tags
            Modules/Features/Journal → Modules/Features/Notes
            """
        )
    )
    func `recognizes the former name of a module, a property and a folder`(row: Row) {
        #expect(Renaming(.feature, "Notes", to: "Journal").formerName(of: row[0]) == row[1])
    }
}
