import Foundation
import ProgramTesting
import Testing

/// Builds the code of all recipes in the modules that its first lines name, as one package.
///
/// The folder `Packages/Recipes` contains the manifest and the tests. The pages are the sources.
@Suite(.buildsPackages)
struct RecipePackageTests {
    private let package: TemporaryFolder

    init() throws {
        package = try TemporaryFolder(
            package: "Recipes",
            modules: ["Injection", "InjectionRegistry", "InjectionTesting"]
        )
    }

    @Test
    func `recipes compile and pass their tests, and mistakes cause the errors on the pages`()
        async throws
    {
        let list = try Page("Docs/Recipes/README.md")
        for page in Page.recipes + [list] {
            try paste(page)
        }
        let format = try await Subprocess.run(
            "swift",
            [
                "format", "lint", "--strict", "--recursive", "--configuration",
                Page.root.appending(path: ".swift-format").path,
                package.path("Modules"),
            ]
        )
        #expect(format.code == 0, "\(format.errors)")
        let tests = try await package.swift(
            "test",
            "--explicit-target-dependency-import-check",
            "error"
        )
        try #require(tests.code == 0, "\(tests.output)\(tests.errors)")
        #expect(!"\(tests)".contains("warning:"), "\(tests.output)\(tests.errors)")
        for mistake in try Self.mistakes() {
            let broken = try await typecheck(mistake.source, in: package)
            #expect(broken.errors.contains(mistake.error), "\(broken.errors)")
            #expect(mistake.page.text.contains(mistake.error))
        }
    }

    /// Writes the code of a page to a file in each of its modules.
    private func paste(_ page: Page) throws {
        let blocks = page.blocks("swift").filter { $0.module != nil }
        for (module, blocks) in Dictionary(grouping: blocks, by: \.module) {
            let code = blocks.map { $0.text + "\n" }.joined(separator: "\n")
            try package.write(code, to: "Modules/\(try #require(module))/\(page.name).swift")
        }
    }

    private struct Mistake {
        let page: Page
        let source: String
        let error: String
    }

    private static func mistakes() throws -> [Mistake] {
        let forgotten = try Page("Docs/Recipes/MissingDefinition.md")
        let container = try #require(forgotten.blocks.last { $0.module == "Bootstrap" }).text
        let withoutFactory = container.components(separatedBy: "\nextension ")[0]
        return [
            Mistake(
                page: forgotten,
                source: withoutFactory,
                error:
                    "error: type 'ShelfContainer' does not conform to protocol 'SearchProviding'"
            ),
            Mistake(
                page: try Page("Docs/Recipes/SecondApp.md"),
                source: """
                    import Kiosk
                    import SearchInterface
                    func search(in kiosk: KioskContainer) { _ = kiosk.linkSearch }
                    """,
                error: "value of type 'KioskContainer' has no member 'linkSearch'"
            ),
        ]
    }
}
