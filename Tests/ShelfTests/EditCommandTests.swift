import CoreTesting
import Foundation
import ProgramTesting
import Synchronization
import Testing

/// `shelf edit`, `shelf tag`, `shelf undo` and `shelf open`.
struct EditCommandTests {
    private let shelf: InProcessShelf

    init() throws { shelf = try InProcessShelf() }

    private func add(_ count: Int, _ options: String...) async throws {
        for number in 1...count {
            try await shelf.run(
                ["add", "-q", "--no-fetch", "https://example.org/\(number)"] + options)
        }
    }

    /// The link of that number, as programs see it.
    private func link(_ id: Int) async throws -> [String: Any] {
        let links = try await shelf.run("show", String(id), "--json").json as? [[String: Any]]
        return try #require(links?.first)
    }

    @Test func `an edit changes what it names and leaves the rest`() async throws {
        try await add(2, "--title", "old", "--note", "kept", "-t", "inbox,a")
        let outcome = try await shelf.run(
            "edit", "1", "2", "--title", "new", "-t", "b", "--not-tag", "INBOX", "--json")
        #expect(outcome.code == 0)
        let edited = try #require(outcome.json as? [[String: Any]])
        #expect(edited.map { $0["title"] as? String } == ["new", "new"])
        #expect(edited.map { $0["note"] as? String } == ["kept", "kept"])
        #expect(edited.map { $0["tags"] as? [String] } == [["a", "b"], ["a", "b"]])
        try await shelf.run("edit", "1", "--tags", "", "--note", "")
        let bare = try await link(1)
        #expect(bare["tags"] as? [String] == [] && bare["note"] is NSNull && bare["title"] as? String == "new")
        try await shelf.run("edit", "1", "--tags", "x, y")
        #expect(try await link(1)["tags"] as? [String] == ["x", "y"])
    }

    @Test func `an address is edited as it is added, and only to one that is free`() async throws {
        try await add(2)
        #expect(try await shelf.run("edit", "1", "--url", "HTTPS://Example.org:443/a/../b").code == 0)
        #expect(try await link(1)["url"] as? String == "https://example.org/b")
        let taken = try await shelf.run("edit", "1", "--url", "https://example.org/2")
        #expect(taken.code == 1 && taken.errors.contains("'https://example.org/2' is the address of link 2 already"))
        let wrong = try await shelf.run("edit", "1", "--url", "nonsense")
        #expect(wrong.code == 64)
    }

    @Test func `an edit is all or nothing`() async throws {
        try await add(1)
        let outcome = try await shelf.run("edit", "1", "9", "--title", "new")
        #expect(outcome.code == 1 && outcome.errors.contains("there is no link 9"))
        #expect(try await link(1)["title"] is NSNull)
    }

    @Test func `tags are listed, most used first`() async throws {
        #expect(try await shelf.run("tag", "list").errors.contains("no link has a tag"))
        try await add(2, "-t", "to read")
        try await shelf.run("edit", "1", "-t", "swift")
        #expect(try await shelf.run("tag", "list").output == "links  tag\n    2  to read\n    1  swift\n")
        #expect(try await shelf.run("tag", "list", "--names").output == "to read\nswift\n")
        let tags = try await shelf.run("tag", "list", "--json").json as? [[String: Any]]
        #expect(tags?.map { $0["tag"] as? String } == ["to read", "swift"])
        #expect(tags?.map { $0["links"] as? Int } == [2, 1])
    }

    @Test func `a tag is renamed in every link, and several become one`() async throws {
        try await add(2, "-t", "a,b")
        #expect(try await shelf.run("tag", "rename", "a", "c").output == "renamed in 2 links: #c\n")
        #expect(try await link(2)["tags"] as? [String] == ["b", "c"])
        #expect(try await shelf.run("tag", "merge", "b", "c", "INTO", "d").output == "merged in 2 links: #d\n")
        #expect(try await link(1)["tags"] as? [String] == ["d"])
        #expect(try await shelf.run("tag", "rename", "d", "D").output == "renamed in 2 links: #D\n")
        #expect(try await shelf.run("tag", "remove", "D").output == "removed in 2 links: #D\n")
        #expect(try await shelf.run("tag", "remove", "D").code == 1)
        #expect(try await shelf.run("tag", "list", "--names").output == "")
        try await shelf.run("undo")
        let same = try await shelf.run("tag", "rename", "d", "D")
        #expect(same.code == 1 && same.output == "" && same.errors == "shelf: the tag is called 'D' already\n")
        #expect(try await shelf.run("tag", "rename", "d", "D", "--json").code == 1)
        #expect(try await shelf.run("tag", "rename", "D", "d").code == 0)
        let missing = try await shelf.run("tag", "rename", "nope", "x")
        #expect(missing.code == 1)
        #expect(missing.errors == "shelf: no link has the tag 'nope'; 'shelf tag list' shows the tags\n")
        try await shelf.run("edit", "1", "-t", "e")
        let taken = try await shelf.run("tag", "rename", "e", "d")
        #expect(taken.code == 1)
        #expect(
            taken.errors == #"shelf: there is a tag 'd' already; to make them one: shelf tag merge "e" into "d"\#n"#)
    }

    @Test func `every change is undone, the newest first`() async throws {
        try await add(2, "-t", "a")
        let before = try await shelf.run("list", "--json").output
        try await shelf.run("edit", "1", "--title", "new")
        try await shelf.run("tag", "rename", "a", "b")
        try await shelf.run("rm", "1", "2")
        let trial = try await shelf.run("undo", "--dry-run")
        #expect(trial.code == 0 && trial.output.hasPrefix("would undo the removal of 2 links, made 20"))
        #expect(try await shelf.run("list", "--json").output == "[]\n")
        #expect(try await shelf.run("undo").output.hasPrefix("undid the removal of 2 links, made 20"))
        #expect(try await shelf.run("undo").output.hasPrefix("undid the renaming of a tag of 2 links"))
        let edit = try #require(try await shelf.run("undo", "--json").json as? [String: Any])
        #expect(edit["change"] as? String == "edit" && edit["links"] as? Int == 1 && edit["made"] is String)
        #expect(edit["ids"] as? [Int] == [1])
        #expect(try await shelf.run("list", "--json").output == before)
    }

    @Test func `an undo names the links, of many the first few, as they are without the change`() async throws {
        try await add(1, "--title", "old")
        try await shelf.run("edit", "1", "--title", "new")
        for call in ["--dry-run", "--verbose"] {
            let lines = try await shelf.run("undo", call).output.split(separator: "\n")
            #expect(lines.count == 2 && lines.last == "  1  old")
        }
        try await shelf.run("import", "-", input: (1...7).map { "https://a.example/\($0)" }.joined(separator: "\n"))
        let undone = try await shelf.run("undo", "--dry-run").output.split(separator: "\n").map(String.init)
        #expect(
            Array(undone.dropFirst()) == (1...5).map { "  \($0 + 1)  https://a.example/\($0)" } + ["  … and 2 more"])
        let change = try await shelf.run("undo", "--json").json as? [String: Any]
        #expect(change?["ids"] as? [Int] == Array(2...8) && change?["links"] as? Int == 7)
    }

    @Test func `an import is one change, and at last there is nothing to undo`() async throws {
        let file = try shelf.write(
            "[{\"url\":\"https://a.example/\"},{\"url\":\"https://b.example/\"}]", to: "links.json")
        try await shelf.run("import", file)
        #expect(try await shelf.run("undo").output.hasPrefix("undid the import of 2 links"))
        let nothing = try await shelf.run("undo")
        #expect(nothing.code == 1 && nothing.output == "" && nothing.errors == "shelf: there is nothing to undo\n")
        #expect(try await shelf.run("undo", "--json").output == "null\n")
    }

    @Test func `an address is handed to the program that is named, and its failure is reported`() async throws {
        try await add(1)
        let calls = Mutex<[String]>([])
        func open(_ code: Int32) async throws -> Outcome {
            let terminal = try RecordingTerminal { command, argument in
                calls.withLock { $0.append("\(command) \(argument)") }
                return code
            }
            return try await shelf.run(
                ["open", "1"], on: terminal, environment: ["SHELF_LIBRARY": ":memory:", "SHELF_OPENER": "view"])
        }
        #expect(try await open(0).code == 0)
        #expect(calls.withLock(\.self) == ["view https://example.org/1"])
        let missing = try await open(127)
        #expect(missing.code == 74)
        #expect(missing.errors == "shelf: there is no program 'view'; name another in SHELF_OPENER\n")
        #expect(try await open(3).errors == "shelf: 'view' ended with 3; name another in SHELF_OPENER\n")
    }

    @Test(arguments: [
        (
            ["edit", "1"],
            "nothing to change; give --title, --note, --url, --tag, --not-tag or --fetch ('shelf edit --help' shows examples)"
        ),
        (["edit", "1", "2", "--url", "https://a.example"], "option '--url' goes with one link alone; give one number"),
        (
            ["edit", "x", "--title", "t"],
            "'x' is no number of a link; 'shelf list' and 'shelf search' show the numbers"
        ),
        (
            ["tag"],
            "'shelf tag' needs list | rename OLD NEW | merge A B INTO C | remove TAG; 'shelf tag --help' shows examples"
        ),
        (["tag", "renmae", "a", "b"], "'shelf tag' does not know 'renmae'; did you mean 'rename'?"),
        (["tag", "rename", "a"], "'shelf tag' takes rename OLD NEW here; 'shelf tag --help' shows examples"),
        (["tag", "merge", "a", "b"], "'shelf tag' takes merge A B INTO C here; 'shelf tag --help' shows examples"),
        (["tag", "rename", "a", "b,c"], "'b,c' is no tag; a tag is a word or more, without commas"),
        (["tag", "list", "a"], "'shelf tag list' does not take 'a'; 'shelf tag list --help' shows what it takes"),
        (["config", "shwo"], "'shelf config' does not know 'shwo'; did you mean 'show'?"),
        (["completions", "bsh"], "'shelf completions' does not know 'bsh'; did you mean 'bash'?"),
        (["completions", "powershell"], "'shelf completions' does not know 'powershell'; it takes bash, zsh, fish"),
    ])
    func `what is wrong with a call is said in one line`(_ arguments: [String], _ message: String) async throws {
        let outcome = try await shelf.run(arguments)
        #expect(outcome.output == "" && outcome.code == 64)
        #expect(outcome.errors == "shelf: \(message)\n")
    }
}
