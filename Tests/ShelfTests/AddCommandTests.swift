import Core
import CoreTesting
import Foundation
import ProgramTesting
import Testing

/// Tests of `shelf add`.
struct AddCommandTests {
    private let shelf: InProcessShelf
    private static let site = InProcessShelf.site

    init() throws {
        shelf = try InProcessShelf()
    }

    @Test func `saves links with dates, and --bump moves a link that exists to the front`()
        async throws
    {
        try await shelf.expect(
            transcript: """
                $ shelf add --no-fetch https://a.example/1 --date 1970-01-01
                1  https://a.example/1
                $ shelf add --no-fetch https://a.example/2 --date 2021-02-27T19:37:00Z
                2  https://a.example/2
                $ shelf add --no-fetch https://a.example/1
                ! note: link 1 already exists: https://a.example/1
                [1]
                $ shelf list -v
                2  https://a.example/2
                   added 2021-02-27T19:37:00Z
                1  https://a.example/1
                   added 1970-01-01T00:00:00Z
                $ shelf add --no-fetch --bump https://a.example/1
                1  https://a.example/1
                $ shelf list -v -n 1
                1  https://a.example/1
                   added 2023-11-14T22:13:20Z
                $ shelf undo
                undid the edit of 1 link[...]
                $ shelf list -n 1
                2  https://a.example/2
                """
        )
    }

    @Test func `saves a link with the title and description of its page`() async throws {
        let shelf = try InProcessShelf([
            "/page": .respond(
                headers: ["Content-Type": "text/html; charset=utf-8"],
                body: "<title>A &amp; B&hellip;</title><meta name=description content='About A'>"
            )
        ])
        try await shelf.expect(
            transcript: """
                $ shelf add http://site.example/page -t Swift --json
                [..]
                [..]"title":"A & B…","note":"About A","tags":["Swift"][..]
                ]
                """
        )
    }

    @Test(
        arguments: [
            (.respond(status: 404), "the server responded with status 404"),
            (.respond(headers: ["Content-Type": "text/plain"]), "not an HTML page (text/plain)"),
            (.fail(.noSuchHost("a")), "host 'a' not found"),
        ] as [(ScriptedSite.Behavior, String)]
    )
    func `saves a link even if its page cannot be read`(
        _ page: ScriptedSite.Behavior,
        reason: String
    ) async throws {
        try await InProcessShelf(["/": page]).expect(
            transcript: """
                $ shelf add http://site.example/
                1  http://site.example/
                ! note: saved http://site.example/ without a title: \(reason)
                """
        )
    }

    @Test func `adds missing details to an existing link, and overwrites nothing`() async throws {
        let shelf = try InProcessShelf("/ 500")
        try await shelf.expect(
            transcript: """
                $ shelf add -q --no-fetch http://site.example/ -t a
                $ shelf add http://site.example/
                ! note: link 1 still has no title: the server responded with status 500
                ! note: link 1 already exists: http://site.example/
                [1]
                $ shelf add --no-fetch -t neu --title T http://site.example/
                1  T
                   http://site.example/
                   #a #neu
                $ shelf undo --dry-run
                would undo the edit of 1 link[...]
                $ shelf add --no-fetch -t NEU --title U HTTP://Site.example:80/
                ! note: link 1 already exists: http://site.example/
                ! note: link 1 keeps its title; to change it: shelf edit 1 --title TEXT
                [1]
                $ shelf add --no-fetch --json --title U http://site.example/
                [..]
                {"id":1,[..]"title":"T",[..]
                ]
                ! note: link 1 already exists: http://site.example/
                ! note: link 1 keeps its title; to change it: shelf edit 1 --title TEXT
                [1]
                $ shelf add -q --no-fetch --note N http://site.example/
                $ shelf add --no-fetch --title ' T ' --note M http://site.example/
                ! note: link 1 already exists: http://site.example/
                ! note: link 1 keeps its note; to change it: shelf edit 1 --note TEXT
                [1]
                $ shelf add -q --no-fetch -t x http://site.example/
                """
        )
    }

    @Test func `reads URLs from standard input, and reports invalid lines`() async throws {
        let input =
            "\u{FEFF}https://a.example/\r\n\nhttps://b.example/ \thttps://c.example/\n# https://no.example\nnonsense\nhttps://d.example/a b\r\n"
        let outcome = try await shelf.run("add --no-fetch -q -", input: input)
        #expect(outcome.code == 65)
        let error = "cannot save 'nonsense': the URL must begin with http:// or https://"
        #expect(outcome.errors == "error: line 5: \(error)\n")
        try await shelf.expect(
            transcript: """
                $ shelf list
                4  b
                   https://d.example/a
                3  https://c.example/
                2  https://b.example/
                1  https://a.example/
                $ shelf add --no-fetch -
                """
        )
    }

    @Test(arguments: ["add", "edit 1 --url"] as [CommandLine])
    func `a URL cannot contain spaces, except around it`(command: CommandLine) async throws {
        try await shelf.add("https://x.example/1")
        let refused = try await shelf.run("\(command) \("https://z.example/\tsome words")")
        #expect(refused.code == 64)
        #expect(refused.errors.contains("the URL contains a space; write the space as %20"))
        let trimmed = try await shelf.run("\(command) \(" https://x.example/2\n")")
        #expect(trimmed.code == 0)
        #expect(try await shelf.urls("list").contains("https://x.example/2"))
    }

    @Test(arguments: [
        (options: "", interval: 50),
        (options: "--interval 3s", interval: 3000),
        (options: "--interval 0s", interval: 0),
    ])
    func `requests the pages of a host one interval apart`(
        options: String,
        interval: Int
    ) async throws {
        try await shelf.run(
            "add -q \(Self.site)1 \(Self.site)2 \(CommandLine(stringLiteral: options))"
        )
        let times = shelf.web.requests.map(\.received).sorted()
        try #require(times.count == 2)
        #expect(Int((times[1].timeIntervalSince(times[0]) * 1000).rounded()) == interval)
    }

    /// Numbers of URLs, options, and the interval that a note mentions.
    private static let intervals = Row.table(
        """
        99 → →
        100 → → 50ms
        230 → → 50ms
        230 → --no-fetch →
        230 → --interval 0s →
        100 → --quiet →
        // The interval is in the largest unit that expresses it exactly.
        100 → --interval 90s → 90s
        100 → --interval 60s → 1m
        100 → --interval 1500ms → 1500ms
        100 → --interval 24h → 1d
        100 → --interval 14d → 2w
        100 → --interval 1h → 1h
        """
    )

    @Test(arguments: intervals)
    func `mentions the interval once for a long list of links to one host`(row: Row) async throws {
        let shelf = try InProcessShelf("* titled A")
        let count = try #require(Int(row[0]))
        let input = (1...count).map { "http://\($0 <= 120 ? "a" : "b").example/\($0)\n" }
        let call = CommandLine(stringLiteral: "add - \(row[1])")
        let outcome = try await shelf.run(call, input: input.joined())
        #expect(outcome.code == 0)
        let remedy = "to change that, add --interval TIME or --no-fetch\n"
        let note = "note: pages on one host are fetched every \(row[2]); \(remedy)"
        #expect(outcome.errors == (row[2].isEmpty ? "" : note))
    }

    @Test func `shortens long URLs on standard error, and nowhere else`() async throws {
        let url = "https://example.org/" + String(repeating: "a", count: 50_000) + "/end"
        try await shelf.add("\(url)")
        #expect(try await shelf.run("list").output == "1  \(url)\n")
        let again = try await shelf.run("add --no-fetch \(url)").errors
        let note = try #require(again.wholeMatch(of: /note: link 1 already exists: (.*)\n/))
        #expect(note.1.wholeMatch(of: /https:\/\/example.org\/a+…a+\/end/) != nil)
        #expect(note.1.count == 500)
    }
}
