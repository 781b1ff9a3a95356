import Foundation
import ProgramTesting
import Testing

/// The workspace held against its own rules.
struct BoundaryTests {
    private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func bulkhead(_ arguments: String...) async throws -> Outcome {
        try await Call.run(BuiltProducts.program("bulkhead"), arguments, in: root.path)
    }

    /// The build checks most targets; this checks also those that the build checks itself with.
    @Test func `no target breaks a rule, and nothing is declared that is not used`() async throws {
        let outcome = try await bulkhead("check", "--strict")
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test func `the drawing in Docs is that of today`() async throws {
        let page = try String(contentsOf: root.appending(path: "Docs/ModuleGraph.md"), encoding: .utf8)
        let drawn = try await bulkhead("graph", "--format", "markdown").output
        let isFresh = drawn == page + "\n"
        #expect(isFresh, "stale; 'swift run bulkhead graph --out Docs/ModuleGraph.md' makes it anew")
    }
}
