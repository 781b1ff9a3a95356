import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// Features and services of a small workspace go.
struct RemovalTests {
    private let shop: SmallShop

    init() throws { shop = try SmallShop() }

    private func remove(_ name: String, _ kind: WorkspacePart.Kind = .feature) throws -> [String] {
        try Removal(kind, name).remove(from: shop.workspace)
    }

    /// The uses for which a part is refused.
    private func uses(_ name: String, _ kind: WorkspacePart.Kind = .feature) throws -> [String] {
        do {
            _ = try remove(name, kind)
            return []
        } catch ScaffoldingError.inUse(let what, let uses, _) {
            #expect(what == "\(kind.rawValue) '\(name)'")
            return uses
        }
    }

    @Test func `everything of a feature goes`() throws {
        try shop.folder.write("swift test --filter TagsTests\n", to: "Tests/run")
        try shop.folder.write("struct NotesPage2 {}\n", to: "Modules/Features/Tags/Implementation/TagList.swift")
        #expect(try remove("Notes") == [])
        #expect(try shop.texts().keys.filter { $0.contains("Notes") } == [])
        #expect(try shop.places(of: "Notes") == ["Modules/Features/Tags/Implementation/TagList.swift"])
        #expect(
            try shop.text("Package.swift").contains(
                """
                        // Features
                        .interface("Tags"),
                        .implementation("Tags"),
                        .featureTests("Tags"),

                        .bootstrap(services: ["Files"], features: ["Tags"]),
                        .app("Shop", features: ["Tags"]),
                """))
        #expect(!FileManager.default.fileExists(atPath: shop.folder.path("App/Examples")))
    }

    @Test func `where it is still spoken of is said`() throws {
        try shop.folder.write("Tags\nand Notes\n", to: "Docs/Shop.md")
        #expect(try remove("Notes") == ["'Notes' is still spoken of in Docs/Shop.md:2, Tests/run:1"])
    }

    @Test(arguments: [
        ("App/Shop/List.swift", "\nimport struct NotesInterface.A", ":2: imports 'NotesInterface'"),
        ("Modules/Features/Tags/Implementation/A.swift", "import Notes", ":1: imports 'Notes'"),
        ("Tests/TagsTests/A.swift", "import NotesTesting", ":1: imports 'NotesTesting'"),
        (
            "Modules/Bootstrap/AppContainer+Tags.swift",
            "extension AppContainer {\nvar a: A { self { B(self.notesBook()) } } }", ":2: resolves 'notesBook'"
        ),
        ("App/Shop/A.swift", "import Bootstrap\nlet a = \\AppContainer.notesBook", ":2: resolves 'notesBook'"),
        ("App/Shop/A.swift", "import Bootstrap\nAppContainer.shared.notesBook()", ":2: resolves 'notesBook'"),
        (
            "Docs/A.md", "\nSee [it](../Modules/Features/Notes/README.md#top).",
            ":2: links to 'Modules/Features/Notes/README.md'"
        ),
        ("Tests/all", "cat Modules/Features/Notes/*", ":1: names 'Modules/Features/Notes'"),
    ])
    func `a feature in use is refused, with the place`(path: String, text: String, words: String) throws {
        let before = try shop.texts().count
        try shop.folder.write(text, to: path)
        #expect(try uses("Notes") == [path + words])
        #expect(try shop.texts().count == before + 1)
    }

    @Test(arguments: [
        ("App/Shop/A.swift", "let a = settings().notesBook\n// import Notes"),
        ("App/Shop/A.swift", "import Bootstrap\nlet a = self.notesBook"),
        ("Modules/Bootstrap/Settings.swift", "struct Settings { init() { self.notesBook = 1 } }"),
        ("Docs/A.md", "[it](https://example.org/Modules/Features/Notes), [that](Modules/Features/Notes)"),
    ])
    func `what only looks like a use is none`(path: String, text: String) throws {
        try shop.folder.write(text, to: path)
        #expect(try uses("Notes") == [])
    }

    @Test(arguments: [
        (
            ".implementation(\"Tags\")", ".implementation(\"Tags\", uses: [\"Notes\"])",
            ":20: '.implementation(\"Tags\")' uses 'Notes'"
        ),
        (
            ".featureTests(\"Tags\")", ".featureTests(\"Tags\", also: [\"NotesTesting\"])",
            ":21: '.featureTests(\"Tags\")' uses 'NotesTesting'"
        ),
        ("[\"Shop\"])]", "[\"Shop\", \"Notes\"])]", ":3: names \"Notes\""),
    ])
    func `a feature that the manifest needs is refused`(old: String, new: String, words: String) throws {
        try shop.folder.write(try shop.text("Package.swift").replacing(old, with: new), to: "Package.swift")
        #expect(try uses("Notes") == ["Package.swift" + words])
    }

    @Test func `a service in use is refused, and else it goes`() throws {
        let path = "Modules/Bootstrap/AppContainer+Tags.swift"
        try shop.folder.write("import Files\n", to: path)
        #expect(try uses("Files", .service) == ["\(path):1: imports 'Files'"])
        try FileManager.default.removeItem(atPath: shop.folder.path(path))
        #expect(try remove("Files", .service) == [])
        #expect(try shop.places(of: "Files") == [])
        #expect(try shop.text("Package.swift").contains("services: []"))
    }

    @Test func `a service that alone makes a role of Core is refused where the role has no folder of its own`() throws {
        try shop.folder.write(
            "public protocol StoreProviding: SharedContainer { var store: Factory<any Store> { get } }\n",
            to: "Modules/Core/Store.swift")
        try shop.folder.write(
            "extension AppContainer { var store: Factory<any Store> { a } }\n",
            to: "Modules/Bootstrap/AppContainer+Files.swift")
        #expect(
            try uses("Files", .service) == [
                "Modules/Bootstrap/AppContainer.swift: promises 'store' of 'StoreProviding', which Modules/Bootstrap/AppContainer+Files.swift alone provides"
            ])
    }

    @Test func `what is not there cannot be removed`() {
        #expect(throws: ScaffoldingError.missing("service 'Fils'", remedy: "there are Files")) {
            try remove("Fils", .service)
        }
    }
}
