import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// Tests commands in a workspace with the manifest and the rules that version 1.0.0 wrote, and to
/// which its commands added a feature.
struct OldWorkspaceTests {
    private let shop: SmallShop
    private let before: [String: Data]

    init() throws {
        shop = try SmallShop(ofVersion1: true)
        before = try shop.folder.contents()
    }

    @Test func `a feature is an element with the names of the features that it uses`()
        async throws
    {
        try shop.folder.write(
            "public protocol TagList {}\npublic protocol TagsProviding { var tagList: Factory<any TagList> { get } }\n",
            to: "Modules/Features/Tags/Interface/Tags.swift"
        )
        try shop.folder.write(
            "public struct MockTagList: TagList {}\n",
            to: "Modules/Features/Tags/Testing/MockTagList.swift"
        )
        let before = try shop.folder.contents()
        try shop.workspace.add(AddFeature("Bills", uses: ["Tags"], hasExample: true))
        let manifest = try shop.text("Package.swift")
        #expect(manifest.contains("    Feature(\"Bills\", uses: [\"Tags\"]),\n"))
        #expect(manifest.contains("        name: \"BillsExample\",\n"))
        try shop.workspace.rename(.feature, "Bills", to: "Orders")
        #expect(
            try shop.text("Package.swift").contains("    Feature(\"Orders\", uses: [\"Tags\"]),\n")
        )
        try await shop.workspace.make(Removal(.feature, "Orders"))
        #expect(try shop.folder.differences(from: before) == [])
    }

    @Test func `a single-module feature is an element with an argument`() async throws {
        try shop.workspace.add(AddFeature("Bills", isSingle: true))
        #expect(try shop.text("Package.swift").contains("    Feature(\"Bills\", single: true),\n"))
        try await shop.workspace.make(FeatureSplit("Bills"))
        #expect(try shop.text("Package.swift").contains("    Feature(\"Bills\"),\n"))
        try await shop.workspace.make(Removal(.feature, "Bills"))
        #expect(try shop.folder.differences(from: before) == [])
    }

    @Test(.scriptedToolchain) func `libraries and apps are elements of their lists`() async throws {
        try await shop.workspace.make(AddModule.library("Money"))
        try await shop.workspace.make(AddModule.app("Admin"))
        let manifest = try shop.text("Package.swift")
        #expect(manifest.contains("let libraries: [Library] = [\n    Library(\"Money\")\n]\n"))
        #expect(manifest.contains("    App(\"Shop\"),\n    App(\"Admin\"),\n"))
        try await shop.workspace.make(Removal(.library, "Money"))
        try await shop.workspace.make(Removal(.app, "Admin"))
        #expect(try shop.text("Package.swift").contains("let libraries: [Library] = []\n"))
    }

    @Test func `an upgrade reports that an old workspace continues to work`() async throws {
        let error = await #expect(throws: ScaffoldingError.self) {
            try await Upgrade(of: shop.workspace, isForced: true).run()
        }
        #expect(error?.message.contains("continues to work") == true)
        #expect(try shop.folder.differences(from: before) == [])
    }
}

/// Tests the changed manifest with the real toolchain.
@Suite(.buildsPackages)
struct OldManifestTests {
    @Test func `SwiftPM accepts the manifest of version 1.0.0 after each change`() async throws {
        let shop = try SmallShop(ofVersion1: true)
        try shop.workspace.add(AddFeature("Bills", hasExample: true))
        try shop.workspace.add(AddFeature("Orders", isSingle: true))
        try await shop.workspace.make(AddModule.library("Money"))
        try shop.workspace.rename(.feature, "Bills", to: "Invoices")
        let description = try await Subprocess.run(
            "swift",
            ["package", "--package-path", shop.folder.url.path, "dump-package"]
        )
        #expect(description.code == 0, "\(description.errors)")
        for name in ["InvoicesInterface", "InvoicesExample", "Orders", "MoneyTests"] {
            #expect(description.output.contains("\"\(name)\""))
        }
    }
}
