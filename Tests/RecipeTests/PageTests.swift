import Foundation
import Testing

/// What a page shows is what the tests beside this one compile and run.
struct PageTests {
    /// All sources of this target, and of the packages that it builds.
    private static let sources = FileManager.default.enumerator(atPath: Page.sources.path)?
        .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        .compactMap { try? source($0).split(separator: "\n").map(String.init) }.map(stripped)

    @Test(arguments: Page.recipes + Page.injection + Page.registry)
    func `the code of a page stands in a source, line for line`(page: Page) throws {
        let sources = try #require(Self.sources)
        for block in page.codeBlocks.map(Self.stripped) {
            #expect(!block.isEmpty)
            #expect(sources.contains { $0.contains(block) }, "\(page.name).md: \(block.joined(separator: "\n"))")
        }
    }

    @Test(arguments: Page.recipes + Page.injection + Page.registry)
    func `every page has code`(page: Page) {
        #expect(!page.codeBlocks.isEmpty)
    }

    @Test(arguments: Page.recipes)
    func `a recipe fits on a screen, and the index has it`(page: Page) throws {
        #expect(page.lines.count <= 65)
        let index = try String(contentsOf: Page.root.appending(path: "Docs/Recipes/README.md"), encoding: .utf8)
        #expect(index.contains("](\(page.name).md)"))
    }

    @Test(arguments: ["Injection", "InjectionRegistry"])
    func `the first page of a catalog leads to every public declaration`(module: String) throws {
        let folder = Page.root.appending(path: "Modules/Injection/\(module)")
        let page = try String(contentsOf: folder.appending(path: "\(module).docc/\(module).md"), encoding: .utf8)
        let files = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
        var names: Set<Substring> = []
        for file in files where file.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            let declaration = /(?m)^public (?:final )?(?:actor|class|enum|func|protocol|struct) (\w+)/
            for match in text.matches(of: declaration) { names.insert(match.1) }
        }
        #expect(names.count > 10)
        for name in names.sorted() {
            #expect(page.contains("- ``\(name)``") || page.contains("- ``\(name)("), "\(name) is not on \(module).md")
        }
    }

    @Test func `every recipe is in the list of recipes, and the other way round`() throws {
        let list = try String(contentsOf: Page.root.appending(path: "Docs/Recipes/README.md"), encoding: .utf8)
        let linked = Set(list.matches(of: /\]\(([\w-]+\.md)\)/).map { String($0.1) })
        let files = try FileManager.default.contentsOfDirectory(atPath: Page.root.appending(path: "Docs/Recipes").path)
        #expect(linked == Set(files.filter { $0.hasSuffix(".md") && $0 != "README.md" }))
        #expect(Page.recipes.count == linked.count)
    }

    /// The lines without indentation, and without empty ones.
    private static func stripped(_ lines: [String]) -> [String] {
        lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
