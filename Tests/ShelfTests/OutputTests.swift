import Core
import CoreTesting
import Foundation
import ProgramTesting
import Synchronization
import Testing

/// Tests of the complete output of commands.
struct OutputTests {
    private let shelf: InProcessShelf
    private static let now = "2023-11-14T22:13:20Z"

    init() throws {
        shelf = try InProcessShelf(["/1": .respond(status: 410), "/2": .respond()])
    }

    private func addTwoLinks() async throws {
        let options = ["--title", "One", "--note", "first\nsecond", "-t", "b,a"]
        try await shelf.add("\(InProcessShelf.site)1 \(options)")
        try await shelf.add("\(InProcessShelf.site)2")
    }

    @Test func `list -v prints all properties of each link`() async throws {
        try await addTwoLinks()
        try await shelf.run("check 1")
        try await shelf.expect(
            "list -v",
            prints: """
                2  http://site.example/2
                   added \(Self.now)
                1  One  [dead]
                   http://site.example/1
                   first second
                   #a #b
                   added \(Self.now), checked \(Self.now)

                """
        )
        try await shelf.expect(
            "list -n 1 -t a",
            prints: "1  One  [dead]\n   http://site.example/1\n   #a #b\n"
        )
    }

    @Test func `IDs are aligned to the right`() async throws {
        let urls = (1...10).map { "http://a.example/\($0)" }
        for url in urls {
            try await shelf.add("\(url) --title T")
        }
        let lines = try await shelf.run("list").output.split(separator: "\n")
        #expect(lines.prefix(2) == ["10  T", "    http://a.example/10"])
        #expect(lines.dropFirst(2).prefix(2) == [" 9  T", "    http://a.example/9"])
    }

    @Test func `show prints all properties and checks of each link`() async throws {
        try await addTwoLinks()
        shelf.clock.advance(by: .seconds(60))
        try await shelf.run("edit 2 --title Two")
        try await shelf.run("check 2")
        let output = try await shelf.run("show 1 2").output
        let beginning = """
            One
              ID       1
              URL      http://site.example/1
              note     first
                       second
              tags     #a #b
              added    \(Self.now)
            Two
              ID       2
              URL      http://site.example/2
              added    \(Self.now)
              updated  2023-11-14T22:14:20Z
              checked  2023-11-14T22:14:20Z  ok  200
            """
        #expect(output.hasPrefix(beginning), "\(output)")
        #expect(output.hasSuffix(" ms\n"))
        #expect(output.split(separator: "\n").count == 13)
        let missing = "error: link 7 not found; list the links to see their IDs (shelf list)\n"
        try await shelf.expect("show 1 7", errors: missing, code: 1)
    }

    @Test func `check prints the links that are ok only with -v`() async throws {
        try await addTwoLinks()
        let dead = "dead     1  http://site.example/1  (gone)\n"
        let summary = "checked 2 links: 1 ok, 1 dead\n"
        try await shelf.expect("check", prints: dead + summary, code: 2)
        let verbose = try await shelf.run("check -v --per-host 1 --concurrency 1")
        let lines = verbose.output.split(separator: "\n")
        #expect(lines.sorted().prefix(2).first == "checked 2 links: 1 ok, 1 dead")
        #expect(lines.contains("ok       2  http://site.example/2"))
        try await shelf.expect("check -q", prints: dead, code: 2)
    }

    @Test func `check prints the new URL of a moved link`() async throws {
        let shelf = try InProcessShelf([
            "/a": .redirect(to: "/b", status: 301),
            "/b": .respond(),
        ])
        try await shelf.add("\(InProcessShelf.site)a")
        let output = try await shelf.run("check").output
        #expect(output.contains("moved    1  http://site.example/a  ("))
        #expect(output.contains("now at http://site.example/b)\n"))
        let shown = try await shelf.run("show 1").output
        #expect(shown.hasSuffix(" ms  moved permanently: http://site.example/b\n"), "\(shown)")
    }

    @Test func `rm prints the removed links, or their properties as JSON`() async throws {
        try await addTwoLinks()
        try await shelf.run("check 1")
        let planned = try await shelf.links("rm 1 2 --dry-run")
        #expect(planned.map(\.id) == [1, 2])
        #expect(planned.first?.verdict == "dead")
        try await shelf.expect("rm 2 -q")
        let removed = try await shelf.links("rm 1")
        #expect(removed.first?.verdict == "dead")
        try await shelf.expect("undo -q")
        try await shelf.expect(
            "show 2",
            errors: """
                error: link 2 not found; list the links to see their IDs (shelf list)

                """,
            code: 1
        )
    }

    @Test func `rm names the links in its question, and does not ask with --force`() async throws {
        try await addTwoLinks()
        let terminal = try RecordingTerminal(input: "n\n", columns: 80)
        let asked = try await shelf.run("rm 1 2", on: terminal)
        #expect(asked.errors == "  1  One\n  2  http://site.example/2\nRemove 2 links? [y/N] ")
        let forced = try await shelf.run(
            "rm 1 2 --force",
            on: RecordingTerminal(input: "n\n", columns: 80)
        )
        #expect(forced.output == "removed 1  One\nremoved 2  http://site.example/2\n")
        #expect(forced.code == 0)
    }

    @Test func `rm does not ask before it removes one link`() async throws {
        try await addTwoLinks()
        let outcome = try await shelf.run("rm 1", on: RecordingTerminal(input: "n\n", columns: 80))
        #expect(outcome.output == "removed 1  One\n")
        #expect(outcome.errors == "")
    }

    @Test(arguments: [("y", 0), ("Y", 0), ("yes", 0), ("YES", 0), ("", 1), ("n", 1), ("yep", 1)])
    func `only y and yes confirm a removal`(answer: String, code: Int32) async throws {
        try await addTwoLinks()
        let terminal = try RecordingTerminal(input: "\(answer)\n", columns: 80)
        #expect(try await shelf.run("rm 1 2", on: terminal).code == code)
        #expect(try await shelf.links("list").isEmpty == (code == 0))
    }

    @Test func `commands for tags print JSON for programs`() async throws {
        try await addTwoLinks()
        let renamed = #"{"tag":"c","links":1}"# + "\n"
        try await shelf.expect("tag rename b c --json", prints: renamed)
        let same = #"{"tag":"c","links":0}"# + "\n"
        let note = "note: the tag is already called 'c'\n"
        try await shelf.expect("tag rename c c --json", prints: same, errors: note, code: 1)
        let merged = #"{"tag":"d","links":1}"# + "\n"
        try await shelf.expect("tag merge a c into d --json", prints: merged)
        let listed = "[\n" + #"{"tag":"d","links":1}"# + "\n]\n"
        try await shelf.expect("tag list --json", prints: listed)
        try await shelf.expect("tag remove d -q")
        try await shelf.expect("tag list --json", prints: "[]\n")
    }

    @Test func `tag list --after completes a list of tags`() async throws {
        try await addTwoLinks()
        try await shelf.expect("tag list --names --after a,", prints: "a,b\n")
        try await shelf.expect("tag list --names --after a,b,")
    }

    @Test func `report prints JSON for programs`() async throws {
        try await addTwoLinks()
        try await shelf.run("check 1")
        let verdicts = #"{"ok":0,"moved":0,"blocked":0,"flaky":0,"dead":1,"changed":0}"#
        let tags = #"[{"tag":"a","links":1},{"tag":"b","links":1}]"#
        let json = #""links":2,"unchecked":1,"verdicts":\#(verdicts),"tags":\#(tags),"changes":[]"#
        try await shelf.expect("report --json", prints: "{\(json)}\n")
    }

    @Test(arguments: [20, 21])
    func `report lists at most twenty changes, or all changes with -v`(count: Int) async throws {
        let pages = (1...count).map { "/\($0)" }
        let states = ScriptedSite.Behavior.sequence([.respond(), .respond(status: 410)])
        let site = Dictionary(uniqueKeysWithValues: pages.map { ($0, states) })
        let shelf = try InProcessShelf(ScriptedSite(site))
        try await shelf.run(
            "import -",
            input: pages.map { "http://site.example\($0)\n" }.joined()
        )
        try await shelf.run("check --retries 0 --interval 0s")
        shelf.clock.advance(by: .seconds(60))
        try await shelf.run("check --retries 0 --interval 0s")
        let output = try await shelf.run("report").output
        #expect(output.contains("\n  \(count) verdicts changed since the previous check\n"))
        #expect(output.matches(of: #/dead \(was ok\) {10}\d+ {2}http/#).count == 20)
        #expect(output.hasSuffix("    and 1 more; -v shows all\n") == (count == 21))
        let verbose = try await shelf.run("report -v").output
        #expect(verbose.matches(of: #/dead \(was ok\)/#).count == count)
        #expect(!verbose.contains("more; -v shows all"))
    }

    @Test func `config prints every setting with its origin`() async throws {
        let library = "\(shelf.folder.url.path)/.local/share/shelf/library.db"
        func rows(_ options: CommandLine = "", variables: [String: String] = [:]) async throws
            -> [String]
        {
            let outcome = try await shelf.run(
                "config show \(options)",
                environment: ["SHELF_LIBRARY": ""].merging(variables) { $1 }
            )
            let lines = outcome.output.split(separator: "\n")
            return lines.map {
                $0.replacing(#/ {2,}/#, with: "|").trimmingCharacters(in: .whitespaces)
            }
        }
        #expect(
            try await rows() == [
                "setting|value|set by", "library|\(library)|default", "color|true|default",
                "urls.removeTracking|false|default", "urls.anyScheme|false|default",
                "check.accept|200..=299|default", "check.concurrency|64|default",
                "check.perHost|10|default", "check.interval|50ms|default",
                "check.retries|2|default", "check.timeout|20s|default",
                "check.maxAge|none|default", "check.skip|none|default", "check.hosts|{}|default",
            ]
        )
        let changed = try await rows(
            "--no-color --library a.db",
            variables: ["SHELF_CHECK_HOSTS": #"{"d": {}, "b": {"skip": true}, "c": {}, "a": {}}"#]
        )
        #expect(changed[1] == "library|a.db|--library")
        #expect(changed[2] == "color|false|--no-color")
        let hosts = #"{"a":{},"b":{"skip":"true"},"c":{},"d":{}}"#
        #expect(changed[13] == "check.hosts|\(hosts)|SHELF_CHECK_HOSTS")
        let path = "\"\(shelf.folder.url.path)/.config/shelf/config.json\"\n"
        try await shelf.expect("config path --json", prints: path)
    }

    @Test func `the data folder is XDG_DATA_HOME if that path is absolute`() async throws {
        for (folder, expected) in [
            ("/data", "/data/shelf/library.db"),
            ("data", "\(shelf.folder.url.path)/.local/share/shelf/library.db"),
        ] {
            let outcome = try await shelf.run(
                "config show",
                environment: ["SHELF_LIBRARY": "", "XDG_DATA_HOME": folder]
            )
            #expect(outcome.output.contains("\nlibrary              \(expected)  default\n"))
        }
    }

    @Test func `help --names lists the names of the topics`() async throws {
        let output = try await shelf.run("help --names").output
        #expect(output.hasPrefix("add\nlist\n"))
        #expect(output.hasSuffix("\ncompletions\nexit-codes\nconfiguration\nmanual\n"))
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

    @Test(arguments: [
        ("links.JSON", "[\n{\"id\""),
        ("links.csv", "url,title,"),
        ("a.csv.markdown", "# Links"),
        ("links.xbel", "<?xml"),
        ("links.txt", "<!DOCTYPE"),
    ])
    func `the extension of the file name determines the format of an export`(
        name: String,
        beginning: String
    ) async throws {
        try await addTwoLinks()
        try await shelf.expect(
            "export \(shelf.path(name))",
            errors: "note: wrote 2 links to \(shelf.path(name))\n"
        )
        #expect(try shelf.folder.text(name).hasPrefix(beginning))
    }

    @Test func `an export to standard output is HTML, or JSON with --json`() async throws {
        try await addTwoLinks()
        for call in ["export", "export -"] as [CommandLine] {
            let outcome = try await shelf.run(call)
            #expect(outcome.output.hasPrefix("<!DOCTYPE NETSCAPE"))
            #expect(outcome.errors == "")
        }
        #expect(try await shelf.run("export --json").output.hasPrefix("[\n"))
        #expect(try await shelf.run("export --json --to csv").output.hasPrefix("url,"))
    }
}

// MARK: - The editor

extension OutputTests {
    /// Edits link 1 with an editor that replaces `text` in the file. Returns the outcome and the
    /// contents of the file before the edit.
    private func edit(
        _ text: String,
        _ replacement: String,
        options: CommandLine = ""
    ) async throws -> (outcome: Outcome, text: String) {
        let shown = Mutex("")
        let terminal = try RecordingTerminal(columns: 80) { _, path in
            let file = URL(filePath: path)
            let before = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            shown.withLock { $0 = before }
            let after = before.replacing(text, with: replacement)
            return (try? Data(after.utf8).write(to: file)) == nil ? 1 : 0
        }
        let outcome = try await shelf.run("edit 1 --no-color \(options)", on: terminal)
        return (outcome, shown.withLock(\.self))
    }

    @Test func `the editor shows all properties of a link`() async throws {
        try await addTwoLinks()
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

    @Test(arguments: [
        ("/1\n", "/3\n", "1  One\n   http://site.example/3\n   #a #b\n"),
        ("One", "", "1  http://site.example/1\n   #a #b\n"),
        ("a, b", "b , a", nil),
        ("a, b", "c", "1  One\n   http://site.example/1\n   #c\n"),
        ("title: One", "title:", "1  http://site.example/1\n   #a #b\n"),
        ("first\nsecond", "url: none", "1  One\n   http://site.example/1\n   #a #b\n"),
        ("title: One\n", "# title: Two\n \t\n", nil),
        ("title: One", "title:   One  ", nil),
    ])
    func `an edit in the editor changes a property`(
        text: String,
        replacement: String,
        output: String?
    ) async throws {
        try await addTwoLinks()
        let outcome = try await edit(text, replacement).outcome
        #expect(outcome.output == output ?? "")
        #expect(outcome.errors == (output == nil ? "note: nothing was changed\n" : ""))
        #expect(outcome.code == 0)
        let note = try await shelf.links("show 1").first?.note
        #expect(note == (replacement == "url: none" ? "url: none" : "first\nsecond"))
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

    @Test func `opens the editor for a single link, but not with --json`() async throws {
        try await addTwoLinks()
        let two = try await shelf.run("edit 1 2", on: RecordingTerminal(columns: 80))
        #expect(two.errors == "error: the editor requires a single ID; edit the links one by one\n")
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
        try await addTwoLinks()
        let outcome = try await shelf.run(
            "edit 1",
            on: RecordingTerminal(columns: 80) { command, _ in command == name ? 0 : 1 },
            environment: environment
        )
        #expect(outcome.errors == "note: nothing was changed\n")
    }
}
