import Foundation
import ProgramTesting
import Testing

/// The built program in a workspace whose files begin with a byte order mark, and whose lines end with CR LF.
struct LineEndTests {
    private let shop: SampleShop

    init() async throws { shop = try await SampleShop() }

    /// The bytes of every file; texts would not show a mark.
    private func files() throws -> [String: Data] {
        let files = try shop.files().keys.compactMap { name in
            (try? Data(contentsOf: URL(filePath: "\(shop.path)/\(name)"))).map { (name, $0) }
        }
        return Dictionary(uniqueKeysWithValues: files)
    }

    @Test(arguments: [
        (["feature", "Billing", "--uses", "Notes", "--example"], true),
        (["service", "Redis", "--implements", "SessionStore"], false),
    ])
    func `what comes, is renamed there and back, and goes leaves every byte as it was`(
        arguments: [String], hasReturns: Bool
    ) async throws {
        for name in try shop.files().keys where name.hasSuffix(".swift") || name.hasSuffix(".md") {
            try shop.edit(name) { text in
                if hasReturns { text = text.replacing("\n", with: "\r\n") }
                // SwiftPM reads no manifest with a mark.
                if name != "Package.swift" { text = "\u{FEFF}\(text)" }
            }
        }
        let before = try files()
        func call(_ words: [String]) async throws {
            let outcome = try await Call.run(BuiltProducts.program("bulkhead"), words + ["--force"], in: shop.path)
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
        func differences(_ before: [String: Data]) throws -> [String] {
            let after = try files()
            return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
        }
        let part = Array(arguments.prefix(2))
        try await call(["add"] + arguments)
        let added = try files()
        #expect(added["Package.swift"] != before["Package.swift"])
        try await call(["rename"] + part + ["Zebra"])
        try await call(["rename", part[0], "Zebra", part[1]])
        #expect(try differences(added) == [])
        try await call(["remove"] + part)
        #expect(try differences(before) == [])
    }

    @Test func `a mark that SwiftPM stumbles over is not taken away in passing`() async throws {
        try shop.edit("Package.swift") { $0 = "\u{FEFF}\($0)" }
        let before = try files()
        let outcome = try await shop.bulkhead("add", "feature", "Billing", "--force")
        #expect(outcome.code == 65 && outcome.errors.contains("SwiftPM cannot evaluate"), "\(outcome.errors)")
        #expect(try files() == before)
    }
}
