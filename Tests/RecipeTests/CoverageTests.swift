import Foundation
import ProgramTesting
import Testing

/// Finds code on the pages of the documentation that no test compiles, compares or runs.
///
/// - Swift and JSON must be in a source line for line, apart from indentation.
/// - A test can follow a page instead: Tests/tutorial, if Tests/run calls it with the page, or a
///   test that reads its blocks.
/// - Another command must have the same words as a call in a test or a script. ``unchecked`` lists
///   the exceptions.
struct CoverageTests {
    /// Commands that no test runs, and the reasons.
    private static let unchecked: KeyValuePairs = [
        "Tests/build-times": "builds for an hour",
        "Tests/shelf-benchmark": "takes 15 minutes; the tests run its short form",
        "swift run -c release injection-benchmark":
            "takes long in debug; the tests run its short form",
        "python3 -m venv": "installs other programs",
        "PATH=~/peers/bin": "runs other programs",
        "SHELF_TRAITS=Postgres App/run": "builds for minutes; Tests/postgres tests the program",
        "createdb -h db.example": "uses a server; Tests/postgres creates databases of its own",
        "echo 'db.example:": "uses a server",
        "export SHELF_LIBRARY=postgres:": "uses a server",
        "shelf import bookmarks.html": "uses a server",
    ]

    private static let swift = sources(ending: "swift")
    private static let json = sources(ending: "json") + swift
    /// The tests in Swift, and the scripts.
    private static let tests = Page.files(ending: ["swift", ""]).filter {
        $0.hasPrefix("Tests/") || $0 == ".ci/run"
    }
    .filter { !$0.hasSuffix("/CoverageTests.swift") }.compactMap {
        try? Page($0).lines.joined(separator: "\n")
    }

    /// The same without white space, because a call can have several lines.
    private static let calls = tests.map(compact)

    @Test(arguments: Page.all.filter { !$0.blocks.isEmpty })
    func `tests compile, compare or run all code of a page`(page: Page) throws {
        for block in page.blocks where try !isFollowed(block, on: page) {
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
                        Self.isRun(command),
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

    /// Test targets and suites except those of examples, scripts, and the commands of bulkhead.
    @Test func `commands within text name what exists`() async throws {
        let help = try await Subprocess.run(BuiltProducts.program("bulkhead"), ["--help"]).output
        let pages = Page.all.filter { !$0.path.contains("Scaffolding/Templates/") }
        func exists(_ path: String) -> Bool {
            FileManager.default.fileExists(atPath: Page.root.appending(path: path).path)
        }
        for (page, text) in pages.map({ ($0.path, $0.lines.joined(separator: "\n")) }) {
            for filter in text.matches(of: /`swift test --filter '?([\w|]+)'?`/) {
                for name in filter.1.split(separator: "|")
                where !["PaymentsTests", "ColorsTests"].contains(name) {
                    let isKnown =
                        exists("Tests/\(name)")
                        || Self.tests.contains { $0.contains("\nstruct \(name) {") }
                    #expect(isKnown, "\(page): \(name)")
                }
            }
            for script in text.matches(of: /`((Tests|App|Docs|\.ci)\/[a-z-]+)[ `]/).map(\.1) {
                #expect(exists(String(script)), "\(page): \(script)")
            }
            for command in text.matches(of: /`(\.\/|swift run )?bulkhead ([a-z]+)/).map(\.2) {
                #expect(help.contains("\n  \(command) "), "\(page): bulkhead \(command)")
            }
        }
    }

    @Test func `the list of exceptions has no superfluous entry`() {
        let commands = Page.all.flatMap { $0.blocks("sh") }.flatMap(Self.commands)
        for (command, _) in Self.unchecked {
            #expect(commands.contains { $0.hasPrefix(command) }, "\(command)")
        }
    }

    @Test(arguments: [
        ("swift", "let missing = NoSuchType()"),
        ("json", #"{ "noSuchKey": 1 }"#),
        ("sh", "bulkhead no-such-command"),
    ])
    func `code that is nowhere else is found`(language: String, line: String) {
        #expect(!Self.contains([line], in: Self.json))
        #expect(language != "sh" || !Self.isRun(line))
    }

    /// Whether a test reads the blocks of this language on the page, or in the section.
    private func isFollowed(_ block: Page.Block, on page: Page) throws -> Bool {
        // Tests/tutorial fails if it cannot follow a block that is not indented, in another language.
        let tutorials = try Page("Tests/run").lines.compactMap {
            $0.wholeMatch(of: /step .* Tests\/tutorial ?(\S*)/)?.1
        }
        if tutorials.contains(where: { ($0.isEmpty ? "Docs/YourWorkspace.md" : $0) == page.path }),
            !block.isIndented, !["yaml", "mermaid"].contains(block.language)
        {
            return true
        }
        if block.language == "sh", Page.recipes.contains(where: { $0.path == page.path }) {
            return true
        }
        return Self.tests.contains { test in
            guard
                test.contains("blocks(\"\(block.language)\")")
                    || test.contains("```\(block.language)\\n")
            else {
                return false
            }
            let parts = test.split(separator: "\"\(page.path)\"", omittingEmptySubsequences: false)
                .dropFirst()
            return parts.contains {
                !$0.hasPrefix(").section(") || $0.hasPrefix(").section(\"\(block.section)\")")
            }
        }
    }

    /// The lines of the sources without indentation, between line feeds.
    private static func sources(ending suffix: String) -> [String] {
        Page.files(ending: [suffix]).compactMap { try? Page($0) }.map { Page.code($0.lines) }
    }

    /// Whether a source contains the lines in a row.
    private static func contains(_ lines: [String], in sources: [String]) -> Bool {
        let text = Page.code(lines)
        return text.count > 2 && sources.contains { $0.contains(text) }
    }

    /// The commands without comments.
    private static func commands(of block: Page.Block) -> [String] {
        block.lines.map(withoutComment).filter { !$0.isEmpty }
    }

    private static func withoutComment(_ line: String) -> String {
        line.replacing(/(^|\s)(#|\/\/) .*/, with: "").trimmingCharacters(in: .whitespaces)
    }

    /// Whether a test or a script calls the same program with arguments that begin with the same
    /// words.
    private static func isRun(_ command: String) -> Bool {
        if unchecked.contains(where: { command.hasPrefix($0.key) }) {
            return true
        }
        let words = command.trimmingPrefix(/swift run |\.\//).split(separator: " ")
        let arguments = words.dropFirst().map { "\"\($0)\"" }.joined(separator: ",")
        let isProgram = ["bulkhead", "shelf", "swift"].contains(words.first)
        let text = compact(isProgram && words.count > 3 ? words.dropFirst().joined() : command)
        return calls.contains { test in
            isProgram && words.count > 1
                && (test.contains("(\(arguments)") || test.contains("[\(arguments)"))
                || test.contains(text)
        }
    }

    private static func compact(_ text: String) -> String {
        String(decoding: text.utf8.filter { $0 > UInt8(ascii: " ") }, as: UTF8.self)
    }
}
