import Foundation
import Testing

/// Keeps expressions out of pages and sources that Docs/Glossary.md or the usual spelling replaced.
struct WordTests {
    /// The retired expressions in lower case, and what to write instead.
    private static let retired = [
        "sample app": "reference app for shelf, and starter for the program of a new workspace",
        "the sample ": "the starter, or the example",
        "feature of one module": "single-module feature",
        "features of one module": "single-module features",
        "feature that is one module": "single-module feature",
        "single feature": "single-module feature",
        "follows the contract": "satisfies the contract",
        "breaks the contract": "does not satisfy the contract",
        "look-up": "lookup",
        " cancelled": "canceled",
        "error in line": "error on line",
        "registration in bootstrap": "definition in Bootstrap",
        "registrations of each feature": "definitions of each feature",
    ]

    @Test func `no page and no source contains a retired expression`() throws {
        let own = "Tests/RecipeTests/WordTests.swift"
        for path in Page.files(ending: ["json", "md", "sh", "swift"]) where path != own {
            let text = try String(contentsOf: Page.root.appending(path: path), encoding: .utf8)
            let data = Data(text.lowercased().utf8)
            for (expression, replacement) in Self.retired {
                let place = data.range(of: Data(expression.utf8))?.lowerBound
                let line = place.map { data[..<$0].count { $0 == UInt8(ascii: "\n") } + 1 }
                #expect(line == nil, "\(path):\(line ?? 0): write '\(replacement)'")
            }
        }
    }
}
