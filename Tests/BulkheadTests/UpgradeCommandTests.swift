import Foundation
import ProgramTesting
import Testing

/// `bulkhead upgrade`, as its users call it.
struct UpgradeCommandTests {
    private func upgrade(_ arguments: String..., in folder: String) async throws -> Outcome {
        try await Call.run(BuiltProducts.program("bulkhead"), ["upgrade", "--force"] + arguments, in: folder)
    }

    @Test func `prints the changes, the parts that it keeps, and the next step`() async throws {
        let shop = try await SampleShop()
        #expect(try await upgrade(in: shop.path).output == "up to date\n")

        // As if the tool had written other contents: one part is unchanged since, the other is not.
        let parts = ["Modules/Injection/README.md", "Modules/Boundaries/README.md"]
        for part in parts { try shop.edit(part) { $0 = part == parts[0] ? "" : "mine" } }
        try shop.edit(".bulkhead") { record in
            for part in parts {
                let line = record.split(separator: "\n").first { $0.hasSuffix("  \(part)") } ?? ""
                record = record.replacing(line, with: "cbf29ce484222325  \(part)")
            }
        }
        let changes = "  Modules/Injection/\n  ~ README.md\n"
        let preview = try await upgrade("--dry-run", in: shop.path)
        #expect(preview.code == 0 && preview.errors == "")
        #expect(
            preview.output.hasPrefix(
                "upgrade would do this:\n\(changes)note: '\(parts[1])' was changed here and kept; "))
        #expect(try shop.text(parts[0]) == "")
        let outcome = try await upgrade(in: shop.path)
        #expect(
            outcome.output.hasPrefix("upgrade:\n\(changes)note: ") && outcome.output.hasSuffix("next:\n  Tests/run\n"))
        #expect(try shop.text(parts[0]).hasPrefix("# Injection"))
        #expect(try shop.text(parts[1]) == "mine")
    }

    @Test func `reports a folder that cannot be upgraded in one line`() async throws {
        let folder = try TemporaryFolder()
        let nowhere = try await upgrade(in: folder.url.path)
        #expect(nowhere.code == 65 && nowhere.errors.contains("not a workspace"))
        let shop = try await SampleShop()
        try FileManager.default.removeItem(atPath: "\(shop.path)/.bulkhead")
        let unknown = try await upgrade(in: shop.path)
        #expect((unknown.code, unknown.output) == (73, ""))
        #expect(
            unknown.errors.hasSuffix(
                "/.bulkhead', which lists what 'bulkhead new' wrote; restore it; a workspace without it cannot be upgraded\n"
            ))
        #expect(unknown.errors.split(separator: "\n").count == 1)
    }
}
