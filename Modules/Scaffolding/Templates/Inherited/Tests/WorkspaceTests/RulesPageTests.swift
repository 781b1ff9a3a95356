import BoundaryRules
import Foundation
import Testing

/// Tests that the page about the rules is up to date.
struct RulesPageTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func `AGENTS.md states the rules of boundaries.json`() throws {
        let rules = try LayerRules(
            json: Data(contentsOf: Self.root.appending(path: "boundaries.json"))
        )
        let page = try String(contentsOf: Self.root.appending(path: "AGENTS.md"), encoding: .utf8)
        #expect(rules.layers.count > 1)
        #expect(
            page.contains(rules.guide),
            "stale; 'bulkhead upgrade --force' writes the rules again"
        )
    }
}
