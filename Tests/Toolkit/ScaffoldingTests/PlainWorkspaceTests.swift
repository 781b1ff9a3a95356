import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// Tests the commands in a workspace without a container.
@Suite(.scriptedToolchain, .newWorkspace(.plain))
struct PlainWorkspaceTests {
    private static let dependencies = "Modules/Bootstrap/Dependencies.swift"

    private let folder: TemporaryFolder
    private let workspace: Workspace

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.copyItem(
            atPath: GeneratedWorkspace.made(.plain).root,
            toPath: folder.path("shop")
        )
        workspace = try Workspace(at: folder.path("shop"))
    }

    private func text(_ path: String) throws -> String {
        try folder.text("shop/\(path)")
    }

    @Test func `no file of a workspace without a container mentions the engine`() async throws {
        let made = try GeneratedWorkspace.made(.plain)
        let words = ["Injection", "AppContainer", "Factory", "Providing", "SharedContainer"]
        let owned = made.files.filter { _, text in words.contains { text.contains($0) } }.keys
        #expect(owned.sorted() == [])
        let vendored = made.vendored.keys.filter { $0.contains("Injection") }
        #expect(vendored.sorted() == [])
        let manifest = try #require(made.vendored["Vendor/bulkhead/Package.swift"])
        #expect(!manifest.contains("Injection"))
    }

    @Test func `an upgrade of a workspace without a container adds no engine`() async throws {
        let upgrade = Upgrade(of: workspace, isForced: true)
        #expect(try await upgrade.run().changes.isEmpty)
    }

    @Test func `the initializer creates a new feature with the features that it uses`() throws {
        let notes = try workspace.add(AddFeature("Billing", uses: ["Notes"]))
        #expect(
            notes == [
                "DefaultBillingFeature receives 'noteBook' but does not use it yet",
                "an app gets the feature from the property 'billingFeature' of Dependencies, after 'import BillingInterface'",
            ]
        )
        #expect(
            try text(Self.dependencies) == """
                import Billing
                public import BillingInterface
                import Files
                import Notes
                public import NotesInterface

                /// The objects that the app can use. Each receives its dependencies in `init`.
                ///
                /// A property without a value does not compile.
                public struct Dependencies: Sendable {
                    public var settings: Settings
                    public var noteBook: any NoteBook
                    public var billingFeature: any BillingFeature

                    /// Creates the objects that the program uses.
                    public init(settings: Settings) {
                        self.init(settings: settings, noteStore: FileNoteStore(path: settings.notesPath))
                    }

                    /// Creates the objects with another store of notes, such as a mock.
                    package init(settings: Settings, noteStore: any NoteStore) {
                        self.settings = settings
                        noteBook = StoredNoteBook(store: noteStore)
                        billingFeature = DefaultBillingFeature(noteBook: noteBook)
                    }
                }

                """
        )
        let interface = "Modules/Features/Billing/Interface/BillingFeature.swift"
        #expect(try text(interface).hasPrefix("/// The operations of the feature Billing.\n"))
        let element = "feature(\"Billing\", uses: [\"NotesInterface\"]"
        #expect(try text("Package.swift").contains(element))
    }

    private static let additions: [(WorkspacePart.Kind, any WorkspaceChange)] = [
        (.feature, AddFeature("Billing", hasExample: true)),
        (.feature, AddFeature("Billing", role: "InvoiceKeeper", uses: ["Notes"])),
        (.feature, AddFeature("Billing", role: "InvoiceKeeper", isSingle: true)),
        (.service, AddService("Billing", implements: "SessionCache")),
        (.service, AddService("Billing", implements: "SessionCache", of: "Notes")),
    ]

    @Test(arguments: additions.indices)
    func `adding, renaming, renaming back and removing a part restores every byte`(
        addition: Int
    ) async throws {
        let (kind, addition) = Self.additions[addition]
        let before = try folder.contents()
        try await workspace.make(addition)
        let added = try folder.contents()
        #expect(added["shop/Package.swift"] != before["shop/Package.swift"])
        try workspace.rename(kind, "Billing", to: "Zebra")
        let mentions = try folder.contents().filter { path, data in
            "\(path)\(String(decoding: data, as: UTF8.self))".lowercased().contains("billing")
        }
        #expect(mentions.keys.sorted() == [])
        try workspace.rename(kind, "Zebra", to: "Billing")
        #expect(try folder.differences(from: added) == [])
        let notes = try await workspace.make(Removal(kind, "Billing"))
        #expect(!notes.joined().contains(Self.dependencies))
        #expect(try folder.differences(from: before) == [])
    }

    @Test func `renames the property of a feature that only the initializer mentions`()
        async throws
    {
        try await workspace.make(AddFeature("Billing"))
        try folder.remove("shop/Tests/BillingTests")
        try workspace.rename(.feature, "Billing", to: "Zebra")
        let dependencies = try text(Self.dependencies)
        #expect(dependencies.contains("    public var zebraFeature: any ZebraFeature\n"))
        #expect(!dependencies.lowercased().contains("billing"))
    }

    @Test func `the manifest of a single-module feature does not mention the engine`() throws {
        try workspace.add(AddFeature("Billing", isSingle: true))
        let manifest = try text("Package.swift")
        #expect(manifest.contains("func single("))
        #expect(!manifest.contains("Injection"))
    }

    @Test func `splits a single-module feature`() async throws {
        try workspace.add(AddFeature("Billing", role: "InvoiceKeeper", isSingle: true))
        try await workspace.make(FeatureSplit("Billing"))
        let text = try text(Self.dependencies)
        #expect(text.contains("import Billing\npublic import BillingInterface\n"))
        #expect(text.contains("    public var invoiceKeeper: any InvoiceKeeper\n"))
        #expect(text.contains("        invoiceKeeper = DefaultInvoiceKeeper()\n"))
    }

    @Test func `the initializer creates a new service, which the app cannot use`() async throws {
        let notes = try await workspace.make(
            AddService("Redis", implements: "SessionCache", of: "Notes")
        )
        let note =
            "StoredNoteBook does not receive 'sessionCache' yet; add 'sessionCache: any SessionCache' to its init (Modules/Features/Notes/Implementation/StoredNoteBook.swift:9), and pass 'sessionCache: sessionCache' to it (\(Self.dependencies):22), below the assignment of 'sessionCache'"
        #expect(notes.last == note)
        try await workspace.make(AddService("Disk", implements: "FileCache"))
        let text = try text(Self.dependencies)
        #expect(text.contains("    package var sessionCache: any SessionCache\n"))
        #expect(text.contains("        sessionCache = RedisSessionCache()\n"))
        #expect(text.contains("package import Core\nimport Disk\n"))
        #expect(text.contains("public import NotesInterface\nimport Redis\n"))
    }

    @Test func `adds no mock for a protocol that the structure does not provide`() async throws {
        let complete = ["every protocol of 'Core' has a complete mock"]
        #expect(try await workspace.make(AddMocks("Core")) == complete)
        #expect(!folder.exists("shop/Modules/CoreTesting/MockExplainedError.swift"))
        try folder.remove("shop/Modules/Features/Notes/Testing/MockNoteBook.swift")
        _ = try await workspace.make(AddMocks("Notes"))
        #expect(folder.exists("shop/Modules/Features/Notes/Testing/MockNoteBook.swift"))
    }

    @Test func `refuses to remove a part that the initializer still uses`() async throws {
        let message = try await errorMessage {
            try await workspace.make(Removal(.feature, "Notes"))
        }
        #expect(message.contains("\(Self.dependencies):18: names 'NoteStore'"), "\(message)")
        #expect(message.contains("App/WebShop/WebShopCommand.swift"), "\(message)")
        let service = try await errorMessage {
            try await workspace.make(Removal(.service, "Files"))
        }
        let use = "\(Self.dependencies):14: names 'FileNoteStore'"
        #expect(service.contains(use))
    }

    @Test func `reports a structure Dependencies with an unusual form`() throws {
        let changed = try text(Self.dependencies).replacing("\n    }\n}", with: " }\n}")
        try folder.write(changed, to: "shop/\(Self.dependencies)")
        let message = try errorMessage {
            try workspace.add(AddFeature("Billing"))
        }
        #expect(message.contains("is not on its own line; move it"))
        try folder.write("public struct Dependencies {}\n", to: "shop/\(Self.dependencies)")
        let missing = try errorMessage {
            try workspace.add(AddFeature("Billing"))
        }
        #expect(missing.contains("structure 'Dependencies' with a property"))
        #expect(missing.contains("; declare it as in a new workspace"))
    }
}
