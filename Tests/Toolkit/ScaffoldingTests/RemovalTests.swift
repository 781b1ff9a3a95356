import Foundation
import ProgramTesting
import Scaffolding
import Testing

struct RemovalTests {
    private let shop: SampleWorkspace
    init() throws {
        shop = try SampleWorkspace()
    }

    private func remove(
        _ name: String,
        _ kind: WorkspacePart.Kind = .feature
    ) async throws -> [String] {
        try await shop.make(Removal(kind, name))
    }

    private func uses(
        _ name: String,
        _ kind: WorkspacePart.Kind = .feature
    ) async throws -> [String] {
        do {
            _ = try await remove(name, kind)
            return []
        } catch ScaffoldingError.inUse(_, let uses, _) {
            return uses
        }
    }

    @Test
    func `removes a feature and all references to it, and lists the files that still mention it`()
        async throws
    {
        try shop.write("Tags\nand [its tests](Tests/NotesTests)\n", to: "Docs/Shop.md")
        try shop.write(
            "struct NotesPage2 {}\n",
            to: "Modules/Features/Tags/Implementation/TagList.swift"
        )
        try shop.folder.link("Modules/Features/Notes/Link.md", to: shop.path("README.md"))
        let note = "'Notes' is still mentioned in Docs/Shop.md, Tests/run"
        #expect(try await remove("Notes") == [note])
        let rest = [
            "Docs/Shop.md",
            "Modules/Features/Tags/Implementation/TagList.swift",
            "Tests/run",
        ]
        #expect(try shop.places(of: "Notes") == rest)
        #expect(
            try shop.text("Package.swift").hasPrefix(
                "let features: [[Target]] = [\n    feature(\"Tags\")\n]\n"
            )
        )
        #expect(!shop.exists("App/Examples"))
    }

    @Test(arguments: [
        (4, "Docs/1.md, Docs/2.md, Docs/3.md, Docs/4.md, Tests/run"),
        (5, "Docs/1.md, Docs/2.md, Docs/3.md, Docs/4.md, Docs/5.md …"),
    ])
    func `a note lists at most five files that still mention a part`(
        count: Int,
        files: String
    ) async throws {
        for number in 1...count {
            try shop.write("[its tests](Tests/NotesTests)\n", to: "Docs/\(number).md")
        }
        #expect(try await remove("Notes") == ["'Notes' is still mentioned in \(files)"])
    }

    @Test(
        arguments: Row.table(
            #"""
            App/Shop/List.swift → ⏎import struct NotesInterface.A → :2: imports 'NotesInterface'
            Modules/Features/Tags/Implementation/A.swift → import Notes → :1: imports 'Notes'
            Tests/TagsTests/A.swift → import NotesTesting → :1: imports 'NotesTesting'
            Modules/Bootstrap/AppContainer+Tags.swift → extension AppContainer {⏎var a: A { self { B(self.notesBook()) } } } → :2: resolves 'notesBook'
            Modules/Bootstrap/A.swift → extension AppContainer {⏎var a: A { b(\.notesBook) } } → :2: resolves 'notesBook'
            App/Shop/A.swift → import Bootstrap⏎let a = \AppContainer.notesBook → :2: resolves 'notesBook'
            App/Shop/A.swift → import Bootstrap⏎AppContainer.shared.notesBook() → :2: resolves 'notesBook'
            """#
        )
    )
    func `refuses to remove a feature that is in use, and reports where it is used`(row: Row)
        async throws
    {
        try shop.write(row.lines(1), to: row[0])
        let before = try shop.contents()
        #expect(try await uses("Notes") == [row[0] + row[2]])
        #expect(try shop.differences(from: before) == [])
    }

    @Test(
        arguments: Row.table(
            #"""
            App/Shop/A.swift → let a = settings().notesBook⏎// import Notes
            App/Shop/A.swift → import Bootstrap⏎let a = self.notesBook
            App/Shop/A.swift → import Bootstrap⏎let notesBook = 1
            Modules/Bootstrap/Settings.swift → struct Settings { init() { self.notesBook = 1 } }
            """#
        )
    )
    func `ignores text that only resembles a use`(row: Row) async throws {
        try shop.write(row.lines(1), to: row[0])
        #expect(try await uses("Notes") == [])
    }

    @Test(
        arguments: Row.table(
            """
            feature("Tags") → feature("Tags", uses: ["Notes"]) → :3: names 'Notes'
            ["Shop"])] → ["Shop", "NotesTesting"])] → :20: names 'NotesTesting'
            """
        )
    )
    func `refuses to remove a feature that other elements of the manifest mention`(row: Row)
        async throws
    {
        try shop.write(
            shop.text("Package.swift").replacing(row[0], with: row[1]),
            to: "Package.swift"
        )
        let message = try await errorMessage { try await remove("Notes") }
        let uses = "  Package.swift\(row[2])\n"
        #expect(message == "feature 'Notes' is in use:\n\(uses)remove these uses first")
    }

    @Test func `removes a service unless it is in use`() async throws {
        let path = "Modules/Bootstrap/AppContainer+Tags.swift"
        try shop.write("import Files\n", to: path)
        let message = try await errorMessage { try await remove("Files", .service) }
        let uses = "  \(path):1: imports 'Files'\n"
        #expect(message == "service 'Files' is in use:\n\(uses)remove these uses first")
        try shop.remove(path)
        #expect(try await remove("Files", .service) == [])
        #expect(try shop.places(of: "Files") == [])
        #expect(try shop.text("Package.swift").contains("let services: [[Target]] = []\n"))
    }

    @Test(.scriptedToolchain)
    func `refuses to remove a service whose protocol other sources use`() async throws {
        try await shop.addService("Redis", implements: "SessionCache")
        let path = "App/Shop/Cache.swift"
        try shop.write("import Core\nlet cache: any SessionCache\n", to: path)
        #expect(try await uses("Redis", .service) == ["\(path):2: names 'SessionCache'"])
    }

    @Test func `refuses to remove the only service for a protocol that has no file of its own`()
        async throws
    {
        try shop.write(
            "package protocol StoreProviding: SharedContainer { var store: Factory<any Store> { get } }\n",
            to: "Modules/Core/Stores.swift"
        )
        try shop.write(
            "extension AppContainer { var store: Factory<any Store> { a } }\n",
            to: "Modules/Bootstrap/AppContainer+Files.swift"
        )
        #expect(
            try await uses("Files", .service) == [
                "Modules/Bootstrap/AppContainer.swift: lists 'StoreProviding', which only Modules/Bootstrap/AppContainer+Files.swift provides"
            ]
        )
    }
}
