import Core
import CoreTesting
import Foundation
import ProgramTesting
import Testing

/// Saving, finding, showing and removing links.
struct LinkCommandTests {
    private let shelf: InProcessShelf

    init() throws { shelf = try InProcessShelf() }

    @Test func `a link is saved with the title and the description of its page`() async throws {
        let shelf = try InProcessShelf([
            "/page": .respond(
                headers: ["Content-Type": "text/html; charset=utf-8"],
                body: "<title>A &amp; B&hellip;</title><meta name=description content='About A'>")
        ])
        let added = try await shelf.run("add", "\(InProcessShelf.site)page", "-t", "Swift", "--json")
        #expect(added.code == 0 && added.errors == "")
        let link = try #require((added.json as? [[String: Any]])?.first)
        #expect(link["title"] as? String == "A & B…")
        #expect(link["note"] as? String == "About A")
        #expect(link["tags"] as? [String] == ["Swift"])
    }

    @Test func `a page that cannot be read does not keep the link from being saved`() async throws {
        let added = try await shelf.run("add", "http://127.0.0.1:1/")
        #expect(added.code == 0)
        #expect(added.errors.hasPrefix("shelf: saved http://127.0.0.1:1/ without a title of its page: "))
        #expect(try await shelf.run("list").output.contains("http://127.0.0.1:1/"))
    }

    @Test func `a link that is there already and has a title stays as it is, and the answer is no`() async throws {
        try await shelf.run("add", "--no-fetch", "--title", "first", "https://example.org")
        let again = try await shelf.run("add", "--no-fetch", "--title", "second", "HTTPS://Example.org:443/")
        #expect(again.code == 1 && again.output == "")
        #expect(
            again.errors == """
                shelf: link 1 is there already: https://example.org/
                shelf: link 1 keeps the title that it has; 'shelf edit 1 --title TEXT' changes it

                """)
        #expect(try await shelf.run("show", "1").output.hasPrefix("first\n"))
    }

    @Test func `addresses come from standard input, and a bad one does not stop the rest`() async throws {
        let added = try await shelf.run(
            "add", "--no-fetch", "-", input: "https://example.org/1\n# a comment\n\nnonsense\nhttps://example.org/2")
        #expect(added.code == 65)
        #expect(
            added.errors == "shelf: line 4: 'nonsense' cannot be saved: it does not begin with http:// or https://\n")
        #expect(try await urls("list") == ["https://example.org/2", "https://example.org/1"])
    }

    @Test func `links are listed for people and for programs`() async throws {
        try await shelf.run("add", "--no-fetch", "https://example.org/1", "--title", "One", "-t", "b,a")
        let people = try await shelf.run("list")
        #expect(people.output == "1  One\n   https://example.org/1\n   #a #b\n")
        let programs = try await shelf.run("list", "--json")
        let link = try #require((programs.json as? [[String: Any]])?.first)
        #expect(
            Set(link.keys) == ["id", "url", "title", "note", "tags", "added", "updated", "verdict", "checked"])
        #expect(link["id"] as? Int == 1 && link["note"] is NSNull && link["verdict"] is NSNull)
        #expect((link["added"] as? String)?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
    }

    @Test func `lists are filtered, ordered and cut`() async throws {
        for (path, title, tags) in [("1", "b", "x,y"), ("2", "a", "x"), ("3", "c", "y")] {
            try await shelf.run("add", "--no-fetch", "https://example.org/\(path)", "--title", title, "-t", tags)
        }
        #expect(try await urls("list", "-t", "X") == ["https://example.org/2", "https://example.org/1"])
        #expect(try await urls("list", "-t", "x", "-t", "y") == ["https://example.org/1"])
        #expect(try await urls("list", "-t", "x", "--not-tag", "y") == ["https://example.org/2"])
        #expect(try await urls("list", "--sort", "title", "-n", "1") == ["https://example.org/2"])
        let nothing = try await shelf.run("list", "-t", "unknown")
        #expect(nothing.code == 1 && nothing.errors == "shelf: no link has the tag 'unknown'\n")
        #expect(try await shelf.run("list", "-t", "z", "--json").output == "[]\n")
    }

    @Test func `links that lack tags or a title are listed and found, as many as are wanted`() async throws {
        for (path, options) in [("1", []), ("2", ["--title", "T"]), ("3", ["-t", "x"]), ("4", ["--note", "n"])] {
            _ = try await shelf.run(
                ["add", "--no-fetch", "https://example.org/\(path)"] + options)
        }
        let paths = { (numbers: [Int]) in numbers.map { "https://example.org/\($0)" } }
        #expect(try await urls("list", "--untagged") == paths([4, 2, 1]))
        #expect(try await urls("list", "--untitled", "-n", "2") == paths([4, 3]))
        #expect(
            try await urls("search", "--untagged", "--untitled", "-n", "1", "example", "--sort", "added") == paths([4]))
        #expect(try await urls("search", "--untitled", "--not-tag", "x") == paths([4, 1]))
        #expect(try await urls("list", "--untitled", "-t", "x", "--verdict", "unchecked") == paths([3]))
        let nothing = try await shelf.run("list", "--untagged", "--dead")
        #expect(nothing.code == 1 && nothing.errors == "shelf: no link matches\n")
    }

    @Test func `a search is ordered as a list is`() async throws {
        let found = [
            link(1, title: "x", note: "swift", checked: "2025-03-01"), link(2, title: "Swift", checked: "2025-01-01"),
            link(3, title: "a swift", checked: "2025-02-01"), link(4, title: "b", tag: "swift"),
        ]
        try await shelf.run("import", try shelf.write("[\(found.joined(separator: ","))]", to: "links.json"))
        let paths = { (numbers: [Int]) in numbers.map { "https://example.org/\($0)" } }
        for (order, numbers) in [("added", [4, 3, 2, 1]), ("title", [3, 4, 2, 1]), ("checked", [4, 2, 3, 1])] {
            #expect(try await urls("search", "swift", "--sort", order) == paths(numbers), "\(order)")
            #expect(try await urls("search", "swift", "--sort", order, "-n", "2") == paths(Array(numbers.prefix(2))))
        }
        #expect(try await urls("search", "swift", "--sort", "relevance") == urls("search", "swift"))
        #expect(try await urls("search", "swift").last == paths([1])[0])
        #expect(try await urls("search", "swift", "--sort", "checked", "--verdict", "ok") == paths([2, 3, 1]))
    }

    @Test func `long addresses are cut on standard error, and nowhere else`() async throws {
        let url = "https://example.org/" + String(repeating: "a", count: 50_000) + "/end"
        let added = try await shelf.run("add", "--no-fetch", "--json", "--", url)
        #expect((added.json as? [[String: Any]])?.first?["url"] as? String == url)
        let again = try await shelf.run("add", "--no-fetch", url)
        #expect(again.errors.hasPrefix("shelf: link 1 is there already: https://example.org/aaa"))
        #expect(again.errors.hasSuffix("a/end\n") && again.errors.contains("…") && again.errors.count < 600)
        #expect(try await shelf.run("list").output.contains(url))
    }

    @Test func `an empty library is no failure`() async throws {
        try await shelf.run("import", "--from", "urls", "-")
        let outcome = try await shelf.run("list")
        #expect(outcome.code == 0 && outcome.output == "")
        #expect(outcome.errors == "shelf: the library is empty; 'shelf add URL' saves a link\n")
        #expect(try await shelf.run("list", "--json").output == "[]\n")
    }

    @Test func `a search finds words, beginnings and phrases, and says when there is nothing`() async throws {
        try await shelf.run("add", "--no-fetch", "https://example.org/1", "--title", "The Swift book")
        try await shelf.run("add", "--no-fetch", "https://example.org/2", "--note", "a book on swifts", "-t", "birds")
        #expect(try await urls("search", "swift", "book") == ["https://example.org/1", "https://example.org/2"])
        #expect(try await urls("search", "\"swift book\"") == ["https://example.org/1"])
        #expect(try await urls("search", "book", "-t", "birds") == ["https://example.org/2"])
        let nothing = try await shelf.run("search", "ostrich")
        #expect(nothing.code == 1 && nothing.output == "")
        #expect(nothing.errors == "shelf: no link matches 'ostrich'\n")
    }

    @Test func `tags narrow a search and a list, however they are written`() async throws {
        for (path, title, tags) in [
            ("1", "Structured concurrency in Swift", "Zu lesen,Übung"), ("2", "structured concurrency", "swift"),
            ("3", "Concurrency, structured", "zu lesen"),
        ] {
            try await shelf.run("add", "-q", "--no-fetch", "https://e.org/\(path)", "--title", title, "-t", tags)
        }
        let expected: [([String], Set<String>)] = [
            (["search", "\"structured concurrency\"", "-t", "ZU  LESEN"], ["1"]),
            (["search", "concurrency", "-t", "zu lesen"], ["1", "3"]),
            (["search", "concurrency", "-t", "zu lesen", "-t", "u\u{308}bung"], ["1"]),
            (["search", "\"concurrency structured\"", "-t", "zu lesen,übung"], []),
            (["search", "-t", "ÜBUNG"], ["1"]), (["search", "lesen", "-t", "zu"], []),
            (["list", "-t", "Zu Lesen", "--not-tag", "ÜBUNG"], ["3"]),
            (["list", "--not-tag", "zu lesen"], ["2"]), (["list", "--not-tag", "zu lesen,SWIFT"], []),
        ]
        for (call, paths) in expected {
            let outcome = try await shelf.run(call + ["--json"])
            let found = (outcome.json as? [[String: Any]] ?? []).compactMap { $0["url"] as? String }
            #expect(Set(found) == Set(paths.map { "https://e.org/\($0)" }), "\(call)")
            #expect(outcome.code == (paths.isEmpty ? 1 : 0), "\(call)")
        }
    }

    @Test(arguments: ["list", "search"])
    func `a tag that no link has is named, with the one that may be meant`(command: String) async throws {
        try await shelf.run("add", "--no-fetch", "-t", "swift", "https://example.org")
        for option in ["-t", "--not-tag"] {
            let outcome = try await shelf.run(command, option, "swfit", "--verdict", "dead")
            #expect(outcome.code == 1)
            #expect(outcome.errors == "shelf: no link has the tag 'swfit'; did you mean 'swift'?\n")
        }
    }

    @Test func `a link is shown with everything that is known of it`() async throws {
        try await shelf.run(
            "add", "--no-fetch", "https://example.org/1", "--title", "One", "--note", "the first", "-t", "x")
        let shown = try await shelf.run("show", "1")
        #expect(shown.output.hasPrefix("One\n  number   1\n  address  https://example.org/1\n  note     the first\n"))
        #expect((try await shelf.run("show", "1", "--json").json as? [[String: Any]])?.first?["id"] as? Int == 1)
        let missing = try await shelf.run("show", "1", "7")
        #expect(missing.code == 1 && missing.output == "")
        #expect(missing.errors == "shelf: there is no link 7; 'shelf list' shows the numbers\n")
    }

    @Test func `removing is all or nothing, and can be tried first`() async throws {
        for path in ["1", "2"] { try await shelf.run("add", "--no-fetch", "https://example.org/\(path)") }
        #expect(try await shelf.run("rm", "1", "9").code == 1)
        let trial = try await shelf.run("rm", "1", "--dry-run")
        #expect(trial.code == 0 && trial.output == "would remove 1  https://example.org/1\n")
        #expect(try await urls("list").count == 2)
        let removed = try await shelf.run("rm", "1")
        #expect(removed.code == 0 && removed.output == "removed 1  https://example.org/1\n")
        #expect(try await urls("list") == ["https://example.org/2"])
    }

    @Test func `on a terminal, more than one link is only removed after a yes`() async throws {
        for path in ["1", "2", "3"] { try await shelf.run("add", "--no-fetch", "https://example.org/\(path)") }
        let no = try RecordingTerminal(input: "n\n", columns: 80)
        #expect(try await shelf.run(["rm", "1", "2"], on: no).code == 1)
        #expect(try no.text(of: .error).hasSuffix("\nRemove 2 links? [y/N] "))
        #expect(try await urls("list").count == 3)
        #expect(try await shelf.run(["rm", "1", "2"], on: RecordingTerminal(input: "Yes\n", columns: 80)).code == 0)
        #expect(try await shelf.run(["rm", "3"], on: RecordingTerminal(columns: 80)).code == 0)
        #expect(try await urls("list") == [])
    }

    @Test func `lines are cut to the width of a terminal, and coloured`() async throws {
        try await shelf.run("add", "--no-fetch", "https://example.org/a/long/address", "--title", "A long title")
        let plain = try await shelf.run(["list", "--no-color"], on: RecordingTerminal(columns: 12))
        #expect(plain.output == "1  A long t…\n   https://…\n")
        let colored = try await shelf.run(["list"], on: RecordingTerminal(columns: 12))
        #expect(colored.output.contains("\u{1B}[1mA long t…\u{1B}[0m"))
    }

    @Test func `control characters of a title do not reach the terminal, and survive in JSON`() async throws {
        let title = "evil \u{1B}[31mred\u{1B}[0m\u{7}\nline \u{202E}reversed"
        try await shelf.run("add", "--no-fetch", "https://example.org/1", "--title", title)
        for command in [["list"], ["search", "evil"], ["show", "1"], ["rm", "1", "--dry-run"]] {
            let outcome = try await shelf.run(command)
            #expect(outcome.output.contains("evil [31mred[0m line reversed"), "\(command)")
        }
        let link = try #require((try await shelf.run("list", "--json").json as? [[String: Any]])?.first)
        #expect(link["title"] as? String == title)
    }

    @Test func `a report counts links, tags and verdicts`() async throws {
        try await shelf.run("add", "--no-fetch", "https://example.org/1", "-t", "x,y")
        try await shelf.run("add", "--no-fetch", "https://example.org/2", "-t", "x")
        let report = try await shelf.run("report")
        #expect(report.output == "2 links\n  checks  2 unchecked\n  tags    x (2), y (1)\n")
        #expect((try await shelf.run("report", "--json").json as? [String: Any])?["links"] as? Int == 2)
    }

    /// A link for an import in JSON, at `https://example.org/` and its number, which is also the day it was added.
    private func link(
        _ number: Int, title: String, note: String? = nil, tag: String? = nil, checked: String? = nil
    ) -> String {
        var members = [#""url":"https://example.org/\#(number)""#, #""title":"\#(title)""#]
        members.append(#""added":"2024-01-0\#(number)T00:00:00Z""#)
        if let note { members.append(#""note":"\#(note)""#) }
        if let tag { members.append(#""tags":["\#(tag)"]"#) }
        if let checked { members.append(#""verdict":"ok","checked":"\#(checked)T00:00:00Z""#) }
        return "{\(members.joined(separator: ","))}"
    }

    /// The addresses that a command answers with, in order.
    private func urls(_ arguments: String...) async throws -> [String] {
        let outcome = try await shelf.run(
            arguments + ["--json"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        return (outcome.json as? [[String: Any]] ?? []).compactMap { $0["url"] as? String }
    }
}
