import BoundaryRules
import Foundation
import Testing

/// Tests that the list of rules in AGENTS.md is up to date.
struct RulesPageTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func `AGENTS.md lists the rules in boundaries.json`() throws {
        let rules = try LayerRules(
            json: Data(contentsOf: Self.root.appending(path: "boundaries.json"))
        )
        let page = try String(contentsOf: Self.root.appending(path: "AGENTS.md"), encoding: .utf8)
        #expect(rules.layers.count > 1)
        #expect(
            page.contains(rules.guide),
            "AGENTS.md is out of date; run 'bulkhead upgrade --force'"
        )
    }
}
