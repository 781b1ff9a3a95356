import Foundation
import ProgramTesting
import Testing

/// Tests commands with the toolchain. `Tests/workspaces` builds and tests the results.
@Suite(.buildsPackages)
struct BulkheadToolchainTests {
    /// The kind, the name and the options of a part.
    @Test(
        arguments: Row.table(
            """
            feature → Billing → --uses Notes --example --role InvoiceKeeper
            feature → Favorites → --uses Notes --example --single
            service → Redis → --implements SessionStore
            library → Money →
            """
        )
    )
    func `adding, renaming, renaming back and removing a part restores every byte`(row: Row)
        async throws
    {
        let shop = try await SampleShop(usesToolchain: true)
        let before = try shop.contents()
        let kind = row[0]
        let name = row[1]
        func call(_ words: String) async throws {
            let outcome = try await shop.bulkhead("\(words) --force")
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(
                try await shop.bulkhead("check --strict").output.contains("0 errors, 0 warnings")
            )
        }
        try await call("add \(kind) \(name) \(row[2])")
        let lint = try await shop.shell(
            "swift format lint --strict --recursive Package.swift App Modules Tests"
        )
        #expect(lint.code == 0, "\(lint.errors)")
        let added = try shop.contents()
        try await call("rename \(kind) \(name) Zebra")
        #expect(try shop.mentions(of: name).filter { before[$0] == nil } == [])
        try await call("rename \(kind) Zebra \(name)")
        #expect(try shop.differences(from: added) == [])
        try await call("remove \(kind) \(name)")
        #expect(try shop.differences(from: before) == [])
    }

    @Test(arguments: [
        (
            "Package.swift", "    feature(\"Notes\")\n", "    .feature(\"Notes\")\n",
            "Package.swift:9: an element of 'features'"
        ),
        ("Package.swift", "// swift-tools", "nonsense\n// swift-tools", "SwiftPM cannot evaluate"),
        ("Package.swift", "// swift-tools", "\u{FEFF}// swift-tools", "SwiftPM cannot evaluate"),
    ])
    func `a failed change leaves the workspace unchanged`(
        file: String,
        text: String,
        fault: String,
        message: String
    ) async throws {
        let shop = try await SampleShop(usesToolchain: true)
        try shop.edit(file) { $0.replace(text, with: fault, maxReplacements: 1) }
        let changed = try shop.contents()
        let outcome = try await shop.bulkhead("add feature Billing --uses Notes --force")
        #expect(outcome.code == 65, "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(try shop.differences(from: changed) == [])
    }

    @Test func `writes a workspace and prints the next steps`() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Subprocess.run(
            BuiltProducts.program("bulkhead"),
            ["new", "my shop", "--name", "Shop", "--empty", "--vendor"],
            in: folder.url.path
        )
        #expect((outcome.code, outcome.errors) == (0, ""))
        #expect(
            outcome.output.contains("\n  App/Shop/\n  + Console.swift\n  + ShopCommand.swift\n")
        )
        #expect(outcome.output.contains("\n+ Vendor/bulkhead/  ("))
        #expect(outcome.output.contains("\n  cd 'my shop'\n  swift run shop help\n  Tests/run\n"))
        #expect(outcome.output.hasSuffix("\n  bulkhead add feature NAME\n"))
        let made = try FileManager.default.contentsOfDirectory(atPath: folder.path("my shop/App"))
            .sorted()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["my shop"])
        #expect(made == ["Shop"])
    }
}
