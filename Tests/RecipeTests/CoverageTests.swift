import Foundation
import ProgramTesting
import Testing

/// Tests that all code in the documentation is compiled, compared or run by a test.
///
/// - A source must contain Swift and JSON code line for line, apart from indentation.
/// - Instead, Tests/tutorial or another test can follow a part of a page. ``followed`` lists the
///   parts that other tests follow.
/// - Every other command must be in ``unchecked``, with the reason why no test runs it.
struct CoverageTests {
    /// The parts of pages that other tests follow.
    private static let followed: [PagePart] =
        CommandTests.parts + [
            AppWithAScreenTests.commands, ReadmeCodeTests.idea, TheStarterTests.code,
            VersionsTests.dependency,
            // RulesFileTests of BoundaryRulesTests decodes the rules and reads the comment.
            PagePart("json", on: "Docs/Boundaries.md"),
            PagePart("json", on: "Docs/RulesFile.md"),
            PagePart("swift", on: "Docs/Boundaries.md"),
            // ConfigurationTests of ShelfTests uses the settings and imports the links.
            PagePart("json", on: "Docs/Shelf.md"),
        ]

    /// The beginnings of commands that no test reads from a page, and the reasons.
    static let unchecked = Row.table(
        """
        Tests/build-times → builds for an hour
        Tests/shelf-benchmark → takes 15 minutes; Tests/run --all runs the short form
        swift run -c release injection-benchmark → builds in release; Tests/run --all runs the short form
        python3 -m venv → installs other programs
        PATH=~/peers/bin → runs other programs
        SHELF_TRAITS=Postgres App/run → builds for minutes; Tests/postgres tests the program
        createdb -h db.example → uses a server; Tests/postgres creates databases of its own
        echo 'db.example: → uses a server
        export SHELF_LIBRARY=postgres: → uses a server
        shelf import bookmarks.html → uses a server
        App/install shelf → builds for minutes; InstallTests runs it
        swift package check-boundaries → builds a package; DependentPackageTests runs it
        swift run appname → is for a new workspace; Tests/workspaces runs it there
        bulkhead add library Money → is for a new workspace; Tests/workspaces runs it there
        App/run → is for a new workspace; Tests/workspaces runs it there
        Tests/run → runs tests; Tests/run --all and Tests/workspaces run it
        bulkhead test --since → builds a package; TestCommandTests runs it
        bulkhead add feature Payments → is for a new workspace; Tests/workspaces runs it there
        BULKHEAD_TOOL → is for a new workspace; Tests/workspaces runs it there
        bulkhead check → is for a new workspace; Tests/workspaces runs it there
        bulkhead upgrade → is for a new workspace; Tests/workspaces runs it there
        """
    )

    /// Modules that exist only in examples.
    private static let samples: Set<Substring> = ["Colors", "NAME", "Notes", "Payments"]

    private static let swift = sources(ending: "swift")
    private static let json = sources(ending: "json") + swift

    @Test(arguments: Page.all.filter { !$0.blocks.isEmpty })
    func `tests compile, compare or run all code on a page`(page: Page) throws {
        for block in page.blocks where !isFollowed(block, on: page) {
            let place = "\(page.path): \(block.lines.first ?? "")"
            switch block.language {
            case "text", "mermaid": continue
            case "swift":
                #expect(
                    Self.contains(block.lines, in: Self.swift),
                    "no source contains this code: \(place)"
                )
            case "json":
                #expect(
                    Self.contains(block.lines, in: Self.json),
                    "no source contains this JSON: \(place)"
                )
            case "sh":
                for command in Self.commands(of: block) {
                    #expect(
                        Self.unchecked.contains { command.hasPrefix($0[0]) },
                        "no test runs this command: \(page.path): \(command)"
                    )
                }
            case "yaml":
                let commands = page.blocks("sh").flatMap(Self.commands)
                for line in block.lines {
                    let command = try #require(
                        Self.withoutComment(line).wholeMatch(of: /- run: (.+)/)?.1,
                        "\(place)"
                    )
                    #expect(
                        commands.contains(String(command)),
                        "no block of the page runs this command: \(place)"
                    )
                }
            default: Issue.record("no test covers code in '\(block.language)': \(place)")
            }
        }
    }

    /// Checks the names of test targets, suites, scripts and bulkhead commands, except for names in
    /// examples.
    @Test func `commands in running text refer to existing tests, scripts and commands`()
        async throws
    {
        let help = try await Subprocess.run(BuiltProducts.program("bulkhead"), ["--help"]).output
        let text = Page.own.map(\.text).joined(separator: "\n")
        let tests = text.matches(of: /`Tests\/run ([A-Z]\w+(?: [A-Z]\w+)*)`/)
            .flatMap { $0.1.split(separator: " ") }
        #expect(tests.count > 10)
        for name in tests where !Self.samples.contains(name) {
            #expect(Page.folder(ofTests: "\(name)Tests") != nil, "\(name)")
        }
        let scripts = text.matches(of: /`((Tests|App|Docs|\.ci)\/[a-z-]+)[ `]/).map(\.1)
        #expect(scripts.count > 30)
        for script in scripts {
            let path = Page.root.appending(path: String(script)).path
            #expect(FileManager.default.fileExists(atPath: path), "\(script)")
        }
        let commands = text.matches(of: /`(\.\/|swift run )?bulkhead ([a-z]+)/).map(\.2)
        #expect(commands.count > 30)
        for command in commands {
            #expect(help.contains("\n  \(command) "), "\(command)")
        }
    }

    @Test func `every unchecked command is on a page`() {
        let commands = Page.all.flatMap { $0.blocks("sh") }.flatMap(Self.commands)
        for command in Self.unchecked.map(\.cells[0]) {
            #expect(commands.contains { $0.hasPrefix(command) }, "\(command)")
        }
    }

    @Test(arguments: ["let missing = NoSuchType()", #"{ "noSuchKey": 1 }"#])
    func `reports code that no source contains`(line: String) {
        #expect(!Self.contains([line], in: Self.json))
    }

    @Test func `every followed part of a page contains at least one block`() throws {
        for part in Self.followed {
            #expect(try !part.blocks().isEmpty, "\(part)")
        }
    }

    /// The pages that Tests/tutorial follows.
    private static let tutorials = (try? Page("Tests/run"))?.lines.compactMap { line in
        line.wholeMatch(of: /\s*step .* Tests\/tutorial ?(\S*)/).map {
            $0.1.isEmpty ? "Docs/YourWorkspace.md" : String($0.1)
        }
    }

    /// Whether Tests/tutorial or another test follows the block of the page.
    private func isFollowed(_ block: Page.Block, on page: Page) -> Bool {
        // Tests/tutorial runs or applies every block of its page that is not excluded here. The
        // script fails if it cannot follow a block.
        if Self.tutorials?.contains(page.path) == true, !block.isIndented,
            !["yaml", "mermaid"].contains(block.language)
        {
            return true
        }
        // PageTests runs the commands of the recipes. RecipePackageTests compiles the code of
        // modules, but a sample in the folder Recipes must also contain it.
        let isRecipe = page.path.hasPrefix("Docs/Recipes/")
        let sample = Page.sources.appending(path: "Recipes/\(page.name).swift").path
        let hasSample = FileManager.default.fileExists(atPath: sample)
        return isRecipe && (block.language == "sh" || block.module != nil && !hasSample)
            || Self.followed.contains { $0.contains(block, on: page.path) }
    }

    /// Returns the code of each source, in the form that ``Page/code(_:)`` returns.
    private static func sources(ending suffix: String) -> [Data] {
        Page.files(ending: [suffix]).compactMap { try? Page($0) }
            .map { Data(Page.code($0.lines).utf8) }
    }

    /// Whether a source contains the lines consecutively.
    private static func contains(_ lines: [String], in sources: [Data]) -> Bool {
        let code = Data(Page.code(lines).utf8)
        return code.count > 2 && sources.contains { $0.range(of: code) != nil }
    }

    /// Returns the commands of a block without comments.
    private static func commands(of block: Page.Block) -> [String] {
        block.lines.map(withoutComment).filter { !$0.isEmpty }
    }

    private static func withoutComment(_ line: String) -> String {
        line.replacing(/(^|\s)(#|\/\/) .*/, with: "").trimmingCharacters(in: .whitespaces)
    }
}
