import Core
import CoreTesting
import Foundation
import ProgramTesting
import Synchronization
import Testing

/// Tests of `shelf edit`, `shelf tag`, `shelf undo` and `shelf open`.
struct EditCommandTests {
    private let shelf: InProcessShelf
    init() throws {
        shelf = try InProcessShelf()
    }

    private func add(_ count: Int, _ options: CommandLine = "") async throws {
        for number in 1...count {
            try await shelf.add("https://example.org/\(number) \(options)")
        }
    }

    private struct PrintedTag: Decodable {
        var tag: String
        var links: Int
    }

    private struct PrintedChange: Decodable {
        var change: String
        var links: Int
        var made: String
        var ids: [Int]
    }

    private func link(_ id: Int) async throws -> PrintedLink {
        try #require(try await shelf.links("show \(String(id))").first)
    }

    @Test func `an edit changes only the given properties`() async throws {
        try await add(2, "--title old --note kept -t inbox,a")
        let edited = try await shelf.links("edit 1 2 --title new -t b --not-tag INBOX")
        #expect(edited.map(\.title) == ["new", "new"])
        #expect(edited.map(\.note) == ["kept", "kept"])
        #expect(edited.map(\.tags) == [["a", "b"], ["a", "b"]])
        try await shelf.run("edit 1 --tags '' --note ''")
        let bare = try await link(1)
        #expect(bare.tags == [])
        #expect(bare.note == nil)
        #expect(bare.title == "new")
        try await shelf.run("edit 1 --tags 'x, y'")
        #expect(try await link(1).tags == ["x", "y"])
    }

    @Test func `--merge merges a link into the link that already has its new URL`() async throws {
        try await add(2, "-t a")
        let url = try await link(2).url
        let refused = try await shelf.run("edit 1 --url \(url) -t b")
        #expect(refused.errors.hasSuffix("merge the two links (--merge)\n"))
        #expect(refused.code == 1)
        let merged = try await shelf.links("edit 1 --url \(url) --merge -t b")
        #expect(merged.map(\.id) == [2])
        #expect(merged.map(\.tags) == [["a", "b"]])
        #expect(try await shelf.urls("list") == [url])
    }

    @Test func `reports an edit that changes nothing`() async throws {
        try await add(2, "--title old -t a")
        let same = try await shelf.run("edit 1 2 --title old -t a")
        #expect(same.errors == "note: nothing was changed\n")
        #expect(same.code == 1)
        #expect(try await shelf.links("edit 1 -t a").count == 1)
        try await shelf.run("edit 2 --title new")
        let one = try await shelf.run("edit 1-2 --title new")
        #expect(one.errors == "")
        #expect(one.code == 0)
        let spelling = try await shelf.run("edit 1 --tags A")
        #expect(spelling.errors == "note: nothing was changed\n")
    }

    @Test func `every command that accepts IDs accepts ranges of IDs`() async throws {
        try await add(6)
        try await shelf.run("rm 3")
        func ids(_ call: CommandLine) async throws -> [Int] {
            try await shelf.links(call).map(\.id)
        }
        #expect(try await ids("show 2-4") == [2, 4])
        #expect(try await ids("show 5 1-2 2-5") == [5, 1, 2, 4])
        #expect(try await ids("show 4-4") == [4])
        #expect(try await ids("show 5-9000000000000000000") == [5, 6])
        #expect(try await ids("edit 1-4 -t x") == [1, 2, 4])
        #expect(try await ids("list -t x") == [4, 2, 1])
        #expect(try await shelf.run("edit 1-2").code == 64)
        #expect(try await ids("rm 1-2") == [1, 2])
        #expect(try await ids("list") == [6, 5, 4])
        let none =
            "error: no link has an ID from 1 to 3; list the links to see their IDs (shelf list)\n"
        try await shelf.expect("show 1-3", errors: none, code: 1)
        try await shelf.expect("rm 4 1-3", errors: none, code: 1)
        let missing = "error: link 3 not found; list the links to see their IDs (shelf list)\n"
        try await shelf.expect("show 3-3", errors: missing, code: 1)
    }

    /// Edits link 1 on a terminal, with an editor that calls `body` with the path of the file.
    private func editInEditor(
        environment: [String: String] = ["EDITOR": "ed"],
        _ body: @escaping @Sendable (_ editor: String, _ path: String) throws -> Int32
    ) async throws -> Outcome {
        let terminal = try RecordingTerminal(columns: 80) { (try? body($0, $1)) ?? -1 }
        return try await shelf.run("edit 1", on: terminal, environment: environment)
    }

    @Test func `no link changes if the editor changes nothing or fails`() async throws {
        try await add(1, "--title old")
        let before = try await shelf.run("show 1").output
        let path = Mutex("")
        let variables = ["VISUAL": "first", "EDITOR": "second"]
        let same = try await editInEditor(environment: variables) { editor, file in
            path.withLock { $0 = file }
            return editor == "first" ? 0 : 1
        }
        #expect(same.code == 0)
        #expect(same.errors == "note: nothing was changed\n")
        #expect(!FileManager.default.fileExists(atPath: path.withLock(\.self)))
        let empty = try await editInEditor { _, path in
            try Data().write(to: URL(filePath: path))
            return 0
        }
        #expect(empty.code == 0)
        #expect(empty.errors == "note: nothing was changed\n")
        let failed = try await editInEditor { _, _ in 1 }
        #expect(failed.code == 74)
        #expect(failed.errors == "error: 'ed' failed with exit code 1; nothing was changed\n")
        let removed = try await editInEditor { _, path in
            try FileManager.default.removeItem(atPath: path)
            return 0
        }
        #expect(
            removed.code == 74,
            "\(removed)"
        )
        #expect(
            removed.errors.hasPrefix("error: the editor removed '"),
            "\(removed)"
        )
        #expect(try await shelf.run("show 1").output == before)
    }

    @Test(arguments: [
        (
            "nonsense",
            "invalid line 'nonsense': expected url:, title:, tags: or note:; nothing was changed"
        ),
        ("title: a\ntitle: b", "duplicate field 'title:'; nothing was changed"),
        ("url: nonsense", "cannot save 'nonsense': the URL must begin with http:// or https://"),
        ("title: \u{FF}", "the text is not valid UTF-8; nothing was changed"),
    ])
    func `keeps the edited file if its text is invalid`(_ text: String, _ error: String)
        async throws
    {
        try await add(1)
        let bytes = text.contains("\u{FF}") ? Data([0xFF]) : Data(text.utf8)
        let outcome = try await editInEditor { _, path in
            try bytes.write(to: URL(filePath: path))
            return 0
        }
        let kept = try #require(
            outcome.errors.firstMatch(of: /^error: your text is kept in (\S+)\nerror: (.+)\n$/)
        )
        let file = URL(filePath: String(kept.1))
        #expect(kept.2 == error)
        #expect(outcome.code == (error.hasPrefix("cannot") ? 64 : 65))
        #expect(try Data(contentsOf: file) == bytes)
        try FileManager.default.removeItem(at: file.deletingLastPathComponent())
    }

    @Test func `lists the most used tags first`() async throws {
        try await add(2, "-t 'to read'")
        try await shelf.run("edit 1 -t swift")
        try await shelf.expect("tag list", prints: "links  tag\n    2  to read\n    1  swift\n")
        try await shelf.expect("tag list --names", prints: "to read\nswift\n")
        let tags: [PrintedTag] = try await shelf.run("tag list --json").decoded()
        #expect(tags.map(\.tag) == ["to read", "swift"])
        #expect(tags.map(\.links) == [2, 1])
    }

    @Test func `renames, merges and removes tags in all links`() async throws {
        try await add(2, "-t a,b")
        try await shelf.expect("tag rename a c", prints: "renamed in 2 links: #c\n")
        #expect(try await link(2).tags == ["b", "c"])
        try await shelf.expect("tag merge b c INTO d", prints: "merged in 2 links: #d\n")
        #expect(try await link(1).tags == ["d"])
        try await shelf.expect("tag merge d into e", prints: "merged in 2 links: #e\n")
        try await shelf.expect("tag merge e into d", prints: "merged in 2 links: #d\n")
        try await shelf.expect("tag rename d D", prints: "renamed in 2 links: #D\n")
        try await shelf.expect("tag remove D", prints: "removed in 2 links: #D\n")
        #expect(try await shelf.run("tag remove D").code == 1)
        try await shelf.expect("tag list --names")
        try await shelf.run("undo")
        try await shelf.expect(
            "tag rename d D",
            errors: "note: the tag is already called 'D'\n",
            code: 1
        )
        #expect(try await shelf.run("tag rename d D --json").code == 1)
        #expect(try await shelf.run("tag rename D d").code == 0)
        let missing =
            "error: no link has the tag 'nope'; list the tags to see their names (shelf tag list)\n"
        try await shelf.expect("tag rename nope x", errors: missing, code: 1)
        try await shelf.run("edit 1 -t e")
        try await shelf.expect("tag rename e f", prints: "renamed in 1 link: #f\n")
        try await shelf.run("tag rename f e")
        let taken =
            "error: the tag 'd' already exists; merge the two tags "
            + "(shelf tag merge \"e\" into \"d\")\n"
        try await shelf.expect("tag rename e d", errors: taken, code: 1)
    }

    @Test func `undoes every change, starting with the newest`() async throws {
        try await add(2, "-t a")
        let before = try await shelf.run("list --json").output
        try await shelf.run("edit 1 --title new")
        try await shelf.run("tag rename a b")
        try await shelf.run("tag merge b into d")
        try await shelf.run("rm 1 2")
        let trial = try await shelf.run("undo --dry-run")
        #expect(trial.code == 0)
        #expect(trial.output.hasPrefix("would undo the removal of 2 links (20"))
        #expect(try await shelf.run("list --json").output == "[]\n")
        #expect(
            try await shelf.run("undo").output.hasPrefix("undid the removal of 2 links (20")
        )
        #expect(
            try await shelf.run("undo").output.hasPrefix("undid the merge of tags in 2 links (20")
        )
        #expect(
            try await shelf.run("undo").output.hasPrefix("undid the rename of a tag in 2 links")
        )
        let edit: PrintedChange = try await shelf.run("undo --json").decoded()
        #expect(edit.change == "edit")
        #expect(edit.links == 1)
        #expect(edit.made == "2023-11-14T22:13:20Z")
        #expect(edit.ids == [1])
        #expect(try await shelf.run("list --json").output == before)
    }

    @Test func `an import is one change, and undo prints its first links as they were before`()
        async throws
    {
        try await add(1, "--title old")
        try await shelf.run("edit 1 --title new")
        for option in ["--dry-run", "--verbose"] {
            let lines = try await shelf.run("undo \(option)").output.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.last == "  1  old")
        }
        try await shelf.run(
            "import -",
            input: (1...7).map { "https://a.example/\($0)" }.joined(separator: "\n")
        )
        let lines = try await shelf.run("undo --dry-run").output.split(separator: "\n").map(
            String.init
        )
        #expect(lines[0].hasPrefix("would undo the import of 7 links"))
        let names = (1...5).map { "  \($0 + 1)  https://a.example/\($0)" }
        #expect(Array(lines.dropFirst()) == names + ["  … and 2 more"])
        try await shelf.run("rm 2-7")
        let removal = try await shelf.run("undo --dry-run").output
        #expect(removal.hasSuffix("/5\n  … and 1 more\n"))
        try await shelf.run("undo")
        let change: PrintedChange = try await shelf.run("undo --json").decoded()
        #expect(change.ids == Array(2...8))
        #expect(change.links == 7)
        #expect(try await shelf.run("undo").code == 0)
        try await shelf.expect("undo", errors: "note: nothing to undo\n", code: 1)
        #expect(try await shelf.run("undo --json").output == "null\n")
    }

    @Test(arguments: [
        (0, ""),
        (127, "error: program 'view' not found; set SHELF_OPENER to another program\n"),
        (3, "error: 'view' failed with exit code 3; set SHELF_OPENER to another program\n"),
    ])
    func `opens a URL with the given program, and reports a failure of the program`(
        _ code: Int32,
        _ errors: String
    ) async throws {
        try await add(1)
        let calls = Mutex<[String]>([])
        let terminal = try RecordingTerminal { command, argument in
            calls.withLock { $0.append("\(command) \(argument)") }
            return code
        }
        let outcome = try await shelf.run(
            "open 1",
            on: terminal,
            environment: ["SHELF_OPENER": "view"]
        )
        #expect(outcome.code == (code == 0 ? 0 : 74))
        #expect(outcome.errors == errors)
        #expect(calls.withLock(\.self) == ["view https://example.org/1"])
        let verbose = try await shelf.run(
            "open 1 --verbose",
            on: RecordingTerminal { _, _ in code },
            environment: ["SHELF_OPENER": "view"]
        )
        let note = code == 0 ? "note: opened https://example.org/1\n" : errors
        #expect(verbose.errors == note)
    }

    /// Runs `open` with the arguments. Returns the outcome and the opened URLs.
    private func open(_ call: CommandLine) async throws -> (outcome: Outcome, urls: [String]) {
        let urls = Mutex<[String]>([])
        let terminal = try RecordingTerminal { _, url in
            urls.withLock { $0.append(url) }
            return 0
        }
        let outcome = try await shelf.run("open \(call)", on: terminal)
        return (outcome, urls.withLock(\.self))
    }

    @Test func `opens links in ranges of IDs, and the first results of a search`() async throws {
        try await add(12, "-t swift")
        try await shelf.add("https://example.org/other --title 'swift book'")
        let all = (1...12).map { "https://example.org/\($0)" }
        #expect(try await open("2-4 1").urls == [all[1], all[2], all[3], all[0]])
        #expect(try await open("swift -n 1").urls.count == 1)
        #expect(try await open("'swift book'").urls == ["https://example.org/other"])
        #expect(try await open("-t swift -n 20").urls == all.reversed())
        let limited = try await open("-t swift")
        #expect(limited.urls == Array(all.reversed().prefix(10)))
        let note = "note: opening 10 of 12 links; -n 12 opens all of them\n"
        #expect(limited.outcome.errors == note)
        #expect(limited.outcome.code == 0)
        let unchecked = try await open("swift --verdict unchecked")
        #expect(unchecked.urls.count == 10)
        let uncheckedNote = "note: opening 10 of 13 links; -n 13 opens all of them\n"
        #expect(unchecked.outcome.errors == uncheckedNote)
        #expect(try await open("-t swift -n 10").outcome.errors == "")
        try await shelf.run("rm 11-12")
        let ten = try await open("-t swift")
        #expect(ten.urls.count == 10)
        #expect(ten.outcome.errors == "")
    }

    @Test func `opens nothing if no link matches`() async throws {
        try await add(1, "-t swift")
        let none = try await open("nowhere")
        #expect(none.urls == [])
        #expect(none.outcome.errors == "note: no link matches\n")
        #expect(none.outcome.code == 1)
        let tag = try await open("-t swfit")
        #expect(tag.outcome.errors == "note: no link has the tag 'swfit'; did you mean 'swift'?\n")
        #expect(tag.outcome.code == 1)
    }
}
