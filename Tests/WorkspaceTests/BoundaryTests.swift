import Foundation
import ProgramTesting
import Testing

/// The workspace held against its own rules, with the tool that it hands out.
struct BoundaryTests {
    private func bulkhead(_ arguments: String...) async throws -> Outcome {
        try await Call.run(BuiltProducts.program("bulkhead"), arguments, in: Manifest.root.path)
    }

    /// The build checks most targets; this checks also those that the build checks itself with.
    @Test func `no target breaks a rule, and nothing is declared that is not used`() async throws {
        let outcome = try await bulkhead("check", "--strict")
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("0 errors, 0 warnings (by boundaries.json)"))
    }

    @Test func `the modules that the build checks itself with depend on nothing else`() async throws {
        let names: Set = ["SwiftSource", "BoundaryRules", "boundaries-check"]
        let targets = try await Manifest.load().targets.filter { names.contains($0.name) }
        #expect(targets.count == names.count)
        for target in targets { #expect(names.isSuperset(of: target.dependencyNames)) }
    }

    @Test func `the drawing in Docs is that of today`() async throws {
        let page = try String(contentsOf: Manifest.root.appending(path: "Docs/ModuleGraph.md"), encoding: .utf8)
        let drawn = try await bulkhead("graph", "--format", "markdown").output
        let isFresh = drawn == page + "\n"
        #expect(isFresh, "stale; 'swift run bulkhead graph --out Docs/ModuleGraph.md' makes it anew")
    }

    @Test func `the table of layers in Docs matches boundaries.json`() async throws {
        let page = try String(contentsOf: Manifest.root.appending(path: "Docs/Architecture.md"), encoding: .utf8)
        let table = try await bulkhead("graph", "--format", "layers").output
        #expect(table.contains("| Bootstrap |"))
        let isFresh = page.contains(table)
        #expect(isFresh, "stale; replace it with the output of 'swift run bulkhead graph --format layers'")
    }
}
