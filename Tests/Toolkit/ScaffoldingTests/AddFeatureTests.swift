import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// Tests new features, with and without an interface.
@Suite(.scriptedToolchain)
struct AddFeatureTests {
    private let shop: SampleWorkspace

    init() throws {
        shop = try SampleWorkspace()
    }

    @Test func `a single-module feature has tests and a definition`() throws {
        let before = try shop.contents()
        let notes = try shop.add(AddFeature("Bills", isSingle: true))
        // The note explains how other features can use this feature.
        #expect(try #require(notes.last).contains("run 'bulkhead split Bills'"))
        #expect(
            try shop.differences(from: before) == [
                "Modules/Bootstrap/AppContainer+Bills.swift",
                "Modules/Bootstrap/AppContainer.swift", "Modules/Features/Bills/BillsFeature.swift",
                "Package.swift", "Tests/BillsTests/BillsFeatureTests.swift",
            ]
        )
        let manifest = try shop.text("Package.swift")
        #expect(manifest.contains("    single(\"Bills\"),\n"))
        let container = try shop.text("Modules/Bootstrap/AppContainer.swift")
        #expect(container.hasPrefix("public import Bills\n"))
        #expect(container.contains("TagsProviding, BillsProviding {"))
        #expect(shop.workspace.features == ["Bills", "Notes", "Tags"])
    }

    @Test func `an implementation receives the roles of the features that it uses`() throws {
        try shop.write(
            "public struct MockNotesBook: NotesBook { public init() {} }\n",
            to: "Modules/Features/Notes/Testing/MockNotesBook.swift"
        )
        let notes = try shop.add(AddFeature("Bills", uses: ["Notes", "Notes"], hasExample: true))
        #expect(
            notes.first == "DefaultBillsFeature receives 'notesBook' but does not use it yet",
            "\(notes)"
        )
        #expect(try shop.text("Package.swift").contains("path: \"App/Examples/BillsExample\""))
        let implementation = try shop.text(
            "Modules/Features/Bills/Implementation/DefaultBillsFeature.swift"
        )
        #expect(implementation.contains("package init(notesBook: any NotesBook) {"))
        let arguments = [
            "Modules/Bootstrap/AppContainer+Bills.swift": "self.notesBook()",
            "Tests/BillsTests/DefaultBillsFeatureTests.swift": "MockNotesBook()",
            "App/Examples/BillsExample/BillsExample.swift": "MockNotesBook()",
        ]
        for (path, argument) in arguments {
            let text = try shop.text(path)
            #expect(text.contains("DefaultBillsFeature(notesBook: \(argument))"))
            #expect(text.contains("import NotesTesting\n") == argument.hasPrefix("Mock"))
        }
    }

    /// A feature, its protocol, and the beginning of the message.
    @Test(
        arguments: Row.table(
            """
            Bills → Bills → invalid name 'Bills': a module and a type with the same name hide each other; choose another name for the protocol, such as 'BillsFeature'
            Notes → A → module 'Notes' already exists;
            Tax → A → module 'TaxTests' already exists;
            Bills → an-A → invalid name 'an-A':
            Bills → Text → type 'Text' (
            Bills → A → type 'DefaultA' (
            Bills → B → type 'MockB' (
            Bills → C → type 'BillsProviding' (
            """
        )
    )
    func `refuses names that are invalid or already in use`(row: Row) async throws {
        try shop.write(
            "struct DefaultA {}\nstruct MockB {}\nprotocol BillsProviding {}\n",
            to: "Modules/Core/Types.swift"
        )
        try shop.write(shop.text("Package.swift") + "_ = \"TaxTests\"\n", to: "Package.swift")
        let message = try await errorMessage {
            try await shop.make(AddFeature(row[0], role: row[1]))
        }
        #expect(message.hasPrefix(row[2]), "\(message)")
    }

    @Test func `refuses the names of the modules and plugins in the vendored package`() async throws
    {
        let path = "\(EnginePackage.folder)/Package.swift"
        let manifest = try await SampleWorkspace.made(.full).text(path)
        let names = Set(manifest.matches(of: /name: "([A-Z]\w+)"/).map { String($0.1) })
        #expect(names.isSuperset(of: ["Injection", "Boundaries"]))
        // The suffix is refused anyway.
        for name in names where !name.hasSuffix("Testing") {
            let message = try await errorMessage {
                try await shop.make(AddFeature(name, role: "A"))
            }
            #expect(message.hasPrefix("module '\(name)' already exists;"), "\(message)")
        }
    }

    @Test func `refuses to use a feature that provides nothing`() async throws {
        let message = try await errorMessage {
            try await shop.make(AddFeature("Bills", uses: ["Tags"]))
        }
        let property =
            "property of the form 'Factory<any SomeProtocol>' in a container protocol of 'Tags'"
        let remedy = "declare 'TagsProviding' with such a property"
        #expect(message == "\(property) not found; \(remedy)")
    }

    @Test(arguments: ["var", "let"])
    func `refuses a feature whose property the container declares already`(keyword: String)
        async throws
    {
        let path = "Modules/Bootstrap/Old.swift"
        let use = "func f() { self.billsFeature() }\n"
        try shop.write("\(use)#if DEBUG\n\(keyword) billsFeature = 1\n#endif\n", to: path)
        let message = try await errorMessage { try await shop.make(AddFeature("Bills")) }
        let property = "property 'billsFeature' of the container (\(path):3)"
        #expect(message == "\(property) already exists; choose another name")
        try shop.write(use, to: path)
        try await shop.make(AddFeature("Bills"))
        #expect(shop.workspace.features.contains("Bills"))
    }
}
