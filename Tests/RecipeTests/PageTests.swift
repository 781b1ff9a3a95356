import Foundation
import Testing

/// What a page shows is what the tests beside this one compile and run.
struct PageTests {
    @Test(arguments: Page.all(of: .recipes))
    func `the code of a page stands in its sources, line for line`(page: Page) throws {
        let sources = try page.sourceLines().map(stripped)
        #expect(!page.codeBlocks.isEmpty)
        for block in page.codeBlocks.map(stripped) {
            #expect(!block.isEmpty)
            #expect(sources.contains { $0.contains(block) }, "\(page.name).md: \(block.joined(separator: "\n"))")
        }
    }

    @Test(arguments: Page.all(of: .recipes))
    func `a recipe fits on a screen, and the index has it`(page: Page) throws {
        #expect(page.lines.count <= 64)
        let index = try String(contentsOf: Page.root.appending(path: "Docs/Recipes/README.md"), encoding: .utf8)
        #expect(index.contains("](\(page.name).md)"))
    }

    @Test func `there are as many recipes as the index says`() {
        #expect(Page.all(of: .recipes).count == 8)
    }

    /// The lines without indentation, and without empty ones.
    private func stripped(_ lines: [String]) -> [String] {
        lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
