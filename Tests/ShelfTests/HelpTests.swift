import CoreTesting
import Foundation
import ProgramTesting
import Testing

/// Tests of the help, and of the pages in `Docs` that contain parts of it.
struct HelpTests {
    private let shelf: InProcessShelf

    init() throws {
        shelf = try InProcessShelf()
    }

    private func text(of file: String) throws -> String {
        try String(contentsOf: BuiltProducts.packageRoot.appending(path: file), encoding: .utf8)
    }

    /// Returns a command line, followed by its output on a terminal with 80 columns.
    private func output(of call: CommandLine) async throws -> String {
        let terminal = try RecordingTerminal(columns: 80)
        let outcome = try await shelf.run(
            call,
            on: terminal,
            environment: ["NO_COLOR": "1"]
        )
        #expect(outcome.code == 0)
        #expect(outcome.errors == "")
        // The program that opens links is the only part of the help that depends on the system.
        let text = outcome.output.replacing("Runs open,", with: "Runs xdg-open,")
        return "$ shelf \(call)\n\(text)"
    }

    @Test func `the help of each topic is the recorded help`() async throws {
        var outputs = [try await output(of: "help")]
        let topics = try await shelf.run("help --names").output.split(separator: "\n")
        for topic in topics where topic != "manual" {
            outputs.append(try await output(of: "help \(topic)"))
        }
        let recorded = RecordedText(
            in: "Help.txt",
            updatedBy: "Tests/run Shelf -- --filter HelpTests"
        )
        try recorded.expect(outputs.joined(separator: "\n"))
    }

    @Test(
        arguments: [
            ("--help", "help"),
            ("add --help", "help add"),
            ("tag --help", "help tag"),
            ("help --help", "help help"),
            ("help tag rename", "help tag"),
        ] as [(CommandLine, CommandLine)]
    )
    func `--help prints the same as help, which also accepts a subcommand`(
        call: CommandLine,
        other: CommandLine
    ) async throws {
        let help = try await shelf.run(call)
        #expect(help.code == 0)
        #expect(help.output == (try await shelf.run(other).output))
    }

    @Test func `lists the names of the topics, and prints the version`() async throws {
        try await shelf.expect(
            transcript: """
                $ shelf help --names
                add
                list
                [...]
                completions
                exit-codes
                configuration
                manual
                """
        )
        let version = try await shelf.run("--version").output
        #expect(version.wholeMatch(of: /shelf \d+\.\d+\.\d+\n/) != nil)
    }

    @Test func `the manual page contains the help as it is printed on a terminal with 66 columns`()
        async throws
    {
        var manual = try await shelf.run("help manual").output
        for (escape, character) in [("\\-", "-"), ("\\(aq", "'"), ("\\(ti", "~")] {
            manual = manual.replacing(escape, with: character)
        }
        for topic in ["add", "exit-codes", "configuration"] {
            let terminal = try RecordingTerminal(columns: 66)
            let help = try await shelf.run(
                "help \(topic)",
                on: terminal,
                environment: ["NO_COLOR": "1"]
            )
            #expect(help.code == 0)
            #expect(manual.contains(help.output.trimmingCharacters(in: .newlines)), "\(topic)")
        }
    }

    @Test func `the manual contains every setting and exit code`() async throws {
        let manual = try text(of: "Docs/Shelf.md")
        let settings: [String: [String: String]] =
            try await shelf.run("config show --json").decoded()
        /// Returns the lines under a heading of a help topic. Expects that a block of the manual
        /// contains the lines without indentation.
        func rows(_ heading: String, of topic: String) async throws -> [Substring] {
            let help = try await shelf.run("help \(topic)").output.split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            let rows = help.drop { $0 != heading }.dropFirst().prefix { $0.hasPrefix("  ") }
                .map { $0.dropFirst(2) }
            #expect(manual.contains("```text\n\(rows.joined(separator: "\n"))\n```\n"))
            return rows
        }
        let described = try await rows("Settings:", of: "configuration")
        #expect(described.count == settings.count)
        for (key, setting) in settings {
            let names = "\(setting["variable"] ?? ""), \(setting["option"] ?? "") ("
            #expect(
                described.contains { $0.hasPrefix("\(key) ") && $0.contains(" \(names)") },
                "\(key)"
            )
        }
        #expect(
            try await rows("Exit codes:", of: "exit-codes").map { $0.prefix { $0 != " " } }
                == ["0", "1", "2", "64", "65", "69", "74", "78", "129", "130", "143"]
        )
    }

    @Test func `the tests on the architecture page match the tests of this target`() throws {
        func trimmed(_ text: some StringProtocol) -> String {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(
                separator: "\n"
            )
        }
        let page = try text(of: "Docs/Architecture.md")
        let section = try #require(
            page.split(separator: "\n## ").first { $0.hasPrefix("Tests of commands\n") }
        )
        let sources = try ["InProcessShelf", "CheckCommandTests"].map {
            trimmed(try text(of: "Tests/ShelfTests/\($0).swift"))
        }.joined()
        let blocks = section.matches(of: /```swift\n((?s).*?)```/).map { trimmed($0.1) }
        #expect(blocks.count == 2)
        for block in blocks {
            #expect(sources.contains(block), "\(block)")
        }
    }
}
