import Core
import CoreTesting
import Foundation
import ProgramTesting
import Synchronization
import Testing

/// Tests of `shelf edit ID` on a terminal, which opens an editor.
struct EditorTests {
    private let shelf: InProcessShelf

    init() throws {
        shelf = try InProcessShelf()
    }

    private func addLink(at location: SourceLocation = #_sourceLocation) async throws {
        let options = ["--title", "One", "--note", "first\nsecond", "-t", "b,a"]
        try await shelf.add("\(InProcessShelf.site)1 \(options)", at: location)
    }

    /// Edits link 1 with an editor that calls `body` with the path of the file.
    private func edit(
        _ environment: [String: String] = ["EDITOR": "ed"],
        at location: SourceLocation = #_sourceLocation,
        _ body: @escaping @Sendable (_ editor: String, _ path: String) throws -> Int32
    ) async throws -> Outcome {
        let terminal = try RecordingTerminal(columns: 80) { editor, path in
            do {
                return try body(editor, path)
            } catch {
                Issue.record(error, sourceLocation: location)
                return -1
            }
        }
        return try await shelf.run("edit 1 --no-color", on: terminal, environment: environment)
    }

    /// Edits link 1 with an editor that replaces `text` in the file. Returns the outcome and the
    /// contents of the file before the edit.
    private func edit(
        _ text: String,
        _ replacement: String,
        at location: SourceLocation = #_sourceLocation
    ) async throws -> (outcome: Outcome, text: String) {
        let shown = Mutex("")
        let outcome = try await edit(at: location) { _, path in
            let file = URL(filePath: path)
            let before = try String(contentsOf: file, encoding: .utf8)
            shown.withLock { $0 = before }
            try Data(before.replacing(text, with: replacement).utf8).write(to: file)
            return 0
        }
        return (outcome, shown.withLock(\.self))
    }

    @Test func `the editor shows all properties of a link`() async throws {
        try await addLink()
        let same = try await edit("b", "b")
        #expect(
            same.text == """
                # Link 1. Save the file and close the editor to apply your changes; empty the file to change nothing.
                url: http://site.example/1
                title: One
                tags: a, b
                # The note extends to the end of the file.
                note: first
                second

                """
        )
        #expect(same.outcome.errors == "note: nothing was changed\n")
        #expect(same.outcome.output == "")
    }

    /// Texts of the file, their replacements, and the properties that the command prints.
    private static let edits = Row.table(
        #"""
        /1⏎ → /3⏎ → 1  One⏎   http://site.example/3⏎   #a #b⏎
        One → → 1  http://site.example/1⏎   #a #b⏎
        a, b → b , a →
        a, b → c → 1  One⏎   http://site.example/1⏎   #c⏎
        title: One → title: → 1  http://site.example/1⏎   #a #b⏎
        first⏎second → url: none → 1  One⏎   http://site.example/1⏎   #a #b⏎
        title: One⏎ → # title: Two⏎ ⏎ →
        title: One → title:   One  ⏎ →
        """#
    )

    @Test(arguments: edits)
    func `an edit in the editor changes a property, unless the text means the same`(
        row: Row
    ) async throws {
        try await addLink()
        let outcome = try await edit(row.lines(0), row.lines(1)).outcome
        #expect(outcome.output == row.lines(2))
        #expect(outcome.errors == (row[2].isEmpty ? "note: nothing was changed\n" : ""))
        #expect(outcome.code == 0)
        let note = try await shelf.links("show 1").first?.note
        #expect(note == (row[1] == "url: none" ? "url: none" : "first\nsecond"))
    }

    @Test func `the editor keeps empty lines of a note, and shows a title on one line`()
        async throws
    {
        let options = ["--title", "Two\nlines", "--note", "first\nsecond"]
        try await shelf.add("\(InProcessShelf.site)1 \(options)")
        let edited = try await edit("second", "\nlast")
        #expect(edited.text.contains("\ntitle: Two lines\n"))
        let link = try #require(try await shelf.links("show 1").first)
        #expect(link.note == "first\n\nlast")
        #expect(link.title == "Two\nlines")
    }

    @Test func `no link changes if the editor fails or its file is empty`() async throws {
        try await addLink()
        let before = try await shelf.run("show 1").output
        let path = Mutex("")
        let empty = try await edit { _, file in
            path.withLock { $0 = file }
            try Data().write(to: URL(filePath: file))
            return 0
        }
        #expect(empty.code == 0)
        #expect(empty.errors == "note: nothing was changed\n")
        #expect(!FileManager.default.fileExists(atPath: path.withLock(\.self)))
        let failed = try await edit { _, _ in 1 }
        #expect(failed.code == 74)
        #expect(failed.errors == "error: 'ed' failed with exit code 1; nothing was changed\n")
        let removed = try await edit { _, path in
            try FileManager.default.removeItem(atPath: path)
            return 0
        }
        #expect(removed.code == 74)
        #expect(removed.errors.hasPrefix("error: the editor removed '"))
        #expect(try await shelf.run("show 1").output == before)
    }

    @Test(arguments: [
        ("nonsense", "invalid line 'nonsense': expected url:, title:, tags: or note:; nothing was"),
        (
            String(repeating: "x", count: 61),
            "invalid line '\(String(repeating: "x", count: 60))': expected url:"
        ),
        ("title: a\ntitle: b", "duplicate field 'title:'; nothing was changed"),
        ("url: nonsense", "cannot save 'nonsense': the URL must begin with http:// or https://"),
        ("title: \u{FF}", "the text is not valid UTF-8; nothing was changed"),
    ])
    func `keeps the edited file if its text is invalid`(text: String, error: String) async throws {
        try await addLink()
        let bytes = text.contains("\u{FF}") ? Data([0xFF]) : Data(text.utf8)
        let outcome = try await edit { _, path in
            try bytes.write(to: URL(filePath: path))
            return 0
        }
        let kept = try #require(
            outcome.errors.firstMatch(of: /^error: your text is kept in (\S+)\nerror: (.+)\n$/)
        )
        let file = URL(filePath: String(kept.1))
        #expect(kept.2.hasPrefix(error))
        #expect(outcome.code == (error.hasPrefix("cannot") ? 64 : 65))
        #expect(try Data(contentsOf: file) == bytes)
        try FileManager.default.removeItem(at: file.deletingLastPathComponent())
    }

    @Test func `opens no editor for several links, or with --json`() async throws {
        try await addLink()
        let two = try await shelf.run("edit 1 2", on: RecordingTerminal(columns: 80))
        #expect(two.errors == "error: the editor requires a single ID; edit the links one by one\n")
        #expect(two.code == 64)
        let json = try await shelf.run("edit 1 --json", on: RecordingTerminal(columns: 80))
        #expect(json.errors.hasPrefix("error: nothing to change; see 'shelf edit --help' "))
        #expect(json.code == 64)
    }

    @Test(arguments: [
        (["VISUAL": "a", "EDITOR": "b"], "a"),
        (["VISUAL": "", "EDITOR": "b"], "b"),
        ([:], "vi"),
    ])
    func `an environment variable selects the editor`(
        environment: [String: String],
        name: String
    ) async throws {
        try await addLink()
        let outcome = try await edit(environment) { editor, _ in editor == name ? 0 : 1 }
        #expect(outcome.errors == "note: nothing was changed\n")
    }
}
