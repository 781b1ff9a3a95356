import CoreTesting
import ProgramTesting
import Synchronization
import Testing

/// Tests of `shelf open`.
struct OpenCommandTests {
    private let shelf: InProcessShelf

    init() throws {
        shelf = try InProcessShelf()
    }

    /// Runs `open` with an opener that exits with a code. Returns the outcome, and the programs and
    /// URLs that were opened.
    private func open(
        _ call: CommandLine,
        in shelf: InProcessShelf? = nil,
        code: Int32 = 0
    ) async throws -> (outcome: Outcome, opened: [String]) {
        let opened = Mutex<[String]>([])
        let terminal = try RecordingTerminal { program, url in
            opened.withLock { $0.append("\(program) \(url)") }
            return code
        }
        let outcome = try await (shelf ?? self.shelf).run(
            "open \(call)",
            on: terminal,
            environment: ["SHELF_OPENER": "view"]
        )
        return (outcome, opened.withLock(\.self))
    }

    /// Options, the exit code of the opener, and the output on standard error.
    @Test(
        arguments: Row.table(
            """
            → 0 →
            --verbose → 0 → note: opened https://example.org/1⏎
            → 127 → error: program 'view' not found; set SHELF_OPENER to another program⏎
            → 3 → error: 'view' failed with exit code 3; set SHELF_OPENER to another program⏎
            -v → 3 → error: 'view' failed with exit code 3; set SHELF_OPENER to another program⏎
            """
        )
    )
    func `opens a URL with the given program, and reports a failure of the program`(
        row: Row
    ) async throws {
        try await shelf.add("https://example.org/1")
        let code = try #require(Int32(row[1]))
        let call = CommandLine(stringLiteral: "1 \(row[0])")
        let (outcome, opened) = try await open(call, code: code)
        #expect(outcome.code == (code == 0 ? 0 : 74))
        #expect(outcome.errors == row.lines(2))
        #expect(opened == ["view https://example.org/1"])
    }

    @Test func `opens links in ranges of IDs, and the first results of a search`() async throws {
        for number in 1...12 {
            try await shelf.add("https://example.org/\(number) -t swift")
        }
        try await shelf.add("https://example.org/other --title 'swift book'")
        let all = (1...12).map { "view https://example.org/\($0)" }
        #expect(try await open("2-4 1").opened == [all[1], all[2], all[3], all[0]])
        let best = ["view https://example.org/other"]
        #expect(try await open("swift -n 1").opened == best)
        #expect(try await open("'swift book'").opened == best)
        #expect(try await open("-t swift -n 20").opened == all.reversed())
        let limited = try await open("-t swift")
        #expect(limited.opened == Array(all.reversed().prefix(10)))
        let note = "note: opening 10 of 12 links; -n 12 opens all of them\n"
        #expect(limited.outcome.errors == note)
        #expect(limited.outcome.code == 0)
        let words = try await open("swift --verdict unchecked")
        #expect(words.opened.count == 10)
        #expect(words.outcome.errors.hasPrefix("note: opening 10 of 13 links; -n 13 opens"))
        #expect(try await open("-t swift -n 10").outcome.errors == "")
        try await shelf.run("rm 11-12")
        let ten = try await open("-t swift")
        #expect(ten.opened == Array(all.prefix(10).reversed()))
        #expect(ten.outcome.errors == "")
    }

    @Test func `opens nothing if no link matches`() async throws {
        try await shelf.add("https://example.org/1 -t swift")
        try await shelf.expect(
            transcript: """
                $ shelf open nowhere
                ! note: no link matches
                [1]
                $ shelf open -t swfit
                ! note: no link has the tag 'swfit'; did you mean 'swift'?
                [1]
                """
        )
    }

    @Test func `opens the archived copy of a link`() async throws {
        let copy = "http://web.example/web/1/gone"
        let answer = #"{"archived_snapshots": {"closest": {"available": true, "url": "\#(copy)"}}}"#
        let answers: [ScriptedSite.Behavior] = [
            .respond(body: answer),
            .respond(body: #"{"archived_snapshots": {}}"#),
            .respond(status: 500),
        ]
        let query = "/wayback/available?url=http%3A%2F%2Fsite%2Eexample%2Fgone"
        let shelf = try InProcessShelf([query: .sequence(answers)])
        try await shelf.add("http://site.example/gone")
        // The web archive is asked only for http and https URLs.
        try await shelf.add("--any-scheme mailto:me@example.org")
        #expect(try await open("1 --archived", in: shelf).opened == ["view \(copy)"])
        try await shelf.expect(
            transcript: """
                $ shelf open 1 --archived
                ! note: link 1 has no archived copy
                [1]
                $ shelf open 1 --archived
                ! error: cannot search the web archive: invalid response: status 500; try again later
                [74]
                $ shelf open 2 --archived
                ! note: link 2 has no archived copy
                [1]
                """
        )
    }
}
