import Foundation
import ProgramTesting
import Testing

/// Checks the links of all pages, the recipes, and the catalogs of the engine.
struct PageTests {
    @Test func `every page can be read`() {
        #expect(Page.all.map(\.path) == Page.files(ending: ["md"]))
    }

    @Test func `the list of recipes links to every recipe`() throws {
        let list = try Page("Docs/Recipes/README.md").text
        #expect(Page.recipes.count > 5)
        #expect(
            list.matches(of: /\]\(([\w-]+)\.md\)/).map { String($0.1) }.sorted()
                == Page.recipes.map(\.name)
        )
    }

    @Test(arguments: Page.own)
    func `every link on a page leads to a file, and to a heading of it`(page: Page) throws {
        let folder = Page.root.appending(path: page.path).deletingLastPathComponent()
        let text = page.prose.joined(separator: "\n")
        for link in text.matches(of: /\]\(([^)\s#:]*)(?:#([^)\s]+))?\)/) {
            let file = link.1.isEmpty ? page.path : String(link.1)
            let target = (link.1.isEmpty ? Page.root : folder).appending(path: file)
            let exists = FileManager.default.fileExists(atPath: target.path)
            #expect(exists, "\(link.0)")
            if exists, let heading = link.2 {
                let path = target.standardizedFileURL.path.dropFirst(Page.root.path.count + 1)
                #expect(try Page(String(path)).anchors.contains(String(heading)), "\(link.0)")
            }
        }
    }

    /// Each command of a recipe either runs a program of this build or tests a target. A command
    /// that tests a target is not run, but the folder of the tests must exist.
    @Test(arguments: Page.recipes)
    func `the commands of a recipe succeed`(page: Page) async throws {
        for command in page.blocks("sh").flatMap(\.lines) {
            let words = command.prefix { $0 != "#" }.split(separator: " ").map(String.init)
            if words.starts(with: ["swift", "test", "--filter"]) {
                let tests = try #require(words.dropFirst(3).first, "\(command)")
                #expect(Page.folder(ofTests: tests) != nil, "\(command)")
            } else {
                try #require(words.starts(with: ["swift", "run"]), "\(command)")
                let program = try #require(words.dropFirst(2).first, "\(command)")
                let outcome = try await Subprocess.run(
                    BuiltProducts.program(program),
                    Array(words.dropFirst(3)),
                    in: Page.root.path
                )
                #expect(outcome.code == 0, "\(command): \(outcome.errors)")
            }
        }
    }

    @Test(arguments: ["Injection", "InjectionRegistry"])
    func `the first page of a catalog links to every public declaration`(module: String) throws {
        let folder = "Modules/Toolkit/Injection/\(module)/"
        let page = try Page("\(folder)\(module).docc/\(module).md").text
        var names: Set<Substring> = []
        for file in Page.files(ending: ["swift"]) where file.hasPrefix(folder) {
            let text = try Page(file).text
            let declaration =
                /(?m)^public (?:final )?(?:actor|class|enum|func|protocol|struct) (\w+)/
            for match in text.matches(of: declaration) {
                names.insert(match.1)
            }
        }
        #expect(names.count > 10)
        for name in names.sorted() {
            #expect(
                page.contains("- ``\(name)``") || page.contains("- ``\(name)("),
                "\(name) is not on \(module).md"
            )
        }
    }
}
