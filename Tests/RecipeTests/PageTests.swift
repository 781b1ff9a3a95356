import Foundation
import Testing

/// Compares the code on the pages of the documentation with the sources of this target.
struct PageTests {
    /// All sources of this target, and of the packages that it builds.
    private static let sources = FileManager.default.enumerator(atPath: Page.sources.path)?
        .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        .compactMap { try? String(contentsOf: Page.sources.appending(path: $0), encoding: .utf8) }
        .map { stripped($0.split(separator: "\n").map(String.init)) }

    @Test(arguments: Page.recipes + Page.injection + Page.registry)
    func `a page has code, which is in a source line for line`(page: Page) throws {
        let sources = try #require(Self.sources)
        let blocks = page.codeBlocks.map(Self.stripped)
        #expect(!blocks.isEmpty)
        for block in blocks {
            #expect(!block.isEmpty)
            #expect(sources.contains { $0.contains(block) }, "\(page.name).md: \(block.joined(separator: "\n"))")
        }
    }

    @Test(arguments: Page.recipes)
    func `a recipe fits on a screen`(page: Page) { #expect(page.lines.count <= 65) }

    @Test func `the list of recipes links to every recipe`() throws {
        let list = try String(contentsOf: Page.root.appending(path: "Docs/Recipes/README.md"), encoding: .utf8)
        #expect(Page.recipes.count > 5)
        #expect(list.matches(of: /\]\(([\w-]+)\.md\)/).map { String($0.1) }.sorted() == Page.recipes.map(\.name))
    }

    @Test(arguments: ["Injection", "InjectionRegistry"])
    func `the first page of a catalog links to every public declaration`(module: String) throws {
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

    private static func stripped(_ lines: [String]) -> [String] {
        lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}

struct Page: Sendable, CustomTestStringConvertible {
    let name: String
    let lines: [String]

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let sources = root.appending(path: "Tests/RecipeTests")
    static let recipes = pages(in: "Docs/Recipes")
    static let injection = pages(in: "Modules/Injection/Injection/Injection.docc")
    static let registry = pages(in: "Modules/Injection/InjectionRegistry/InjectionRegistry.docc")
    var testDescription: String { name }

    private static func pages(in path: String) -> [Page] {
        let folder = root.appending(path: path)
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".md") && $0 != "README.md" }.sorted().compactMap { file in
            guard let text = try? String(contentsOf: folder.appending(path: file), encoding: .utf8) else { return nil }
            return Page(
                name: String(file.dropLast(3)),
                lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        }
    }

    /// The blocks of Swift: fenced with ```` ```swift ````, or indented by four spaces after an empty line.
    var codeBlocks: [[String]] {
        var blocks: [[String]] = []
        var fence: String?
        var isInBlock = false
        var previous = ""
        for line in lines {
            if let open = fence {
                if line.trimmingPrefix(while: \.isWhitespace).hasPrefix("```") {
                    fence = nil
                } else if open == "swift" {
                    blocks[blocks.count - 1].append(line)
                }
            } else if line.trimmingPrefix(while: \.isWhitespace).hasPrefix("```") {
                fence = line.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
                if fence == "swift" { blocks.append([]) }
            } else if line.hasPrefix("    "), isInBlock || previous.isEmpty {
                if !isInBlock { blocks.append([]) }
                isInBlock = true
                blocks[blocks.count - 1].append(line)
            } else if !line.isEmpty {
                isInBlock = false
            }
            previous = line
        }
        return blocks
    }
}
