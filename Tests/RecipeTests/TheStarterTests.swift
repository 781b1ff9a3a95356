import Foundation
import ProgramTesting
import Testing

/// Compares the code in Docs/TheStarter.md with a new workspace.
///
/// The line before each block contains the path of the file in code style. The line `// …` stands
/// for omitted code, and the page omits comments.
@Suite(.buildsPackages)
struct TheStarterTests {
    static let code = PagePart("swift", on: "Docs/TheStarter.md")

    @Test func `the page shows the code of a new workspace`() async throws {
        let folder = try TemporaryFolder()
        let new = try await Subprocess.run(
            BuiltProducts.program("bulkhead"),
            ["new", folder.path("Shop"), "--vendor"]
        )
        try #require(new.code == 0, "\(new.errors)")
        let blocks = try Self.code.blocks()
        #expect(blocks.count >= 10)
        for block in blocks {
            let path = try #require(block.caption.firstMatch(of: /`([\w\/+]+\.swift)`/)?.1)
            let lines = try folder.text("Shop/\(path)").components(separatedBy: "\n")
            var source = Page.code(lines.filter { !$0.contains(/^ *\/\/\//) })[...]
            let parts = block.lines.split { $0.contains(/^ *\/\/ …$/) }
            for part in parts {
                let code = Page.code(Array(part))
                let range = try #require(source.range(of: code), "not in \(path):\n\(code)")
                // The line feed at the end of this part is the one before the next part.
                source = source[source.index(before: range.upperBound)...]
            }
        }
    }
}
