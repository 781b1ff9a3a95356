import Core
import CoreTesting
import ProgramTesting
import Testing

/// Tests of `shelf edit`, `shelf rm` and `shelf undo`.
struct EditCommandTests {
    private let shelf: InProcessShelf

    init() throws {
        shelf = try InProcessShelf()
    }

    @Test func `an edit changes only the given properties`() async throws {
        let options: CommandLine = "--title old --note kept -t inbox,a"
        try await shelf.add("https://a.example/1 \(options)")
        try await shelf.add("https://a.example/2 \(options)")
        try await shelf.expect(
            transcript: """
                $ shelf edit 1 2 --title new -t b --not-tag INBOX -v
                1  new
                   https://a.example/1
                   kept
                   #a #b
                   added [..]
                2  new
                   https://a.example/2
                   kept
                   #a #b
                   added [..]
                $ shelf edit 1 --tags '' --note '' -v
                1  new
                   https://a.example/1
                   added [..]
                $ shelf edit 1 --tags 'x, y'
                1  new
                   https://a.example/1
                   #x #y
                """
        )
    }

    @Test func `--merge merges a link into the link that already has its new URL`() async throws {
        try await shelf.add("https://a.example/1 -t a")
        try await shelf.add("https://a.example/2 -t a")
        try await shelf.expect(
            transcript: """
                $ shelf edit 1 --url https://a.example/2 -t b
                ! error: 'https://a.example/2' is already the URL of link 2; merge the two links (--merge)
                [1]
                $ shelf edit 1 --url https://a.example/2 --merge -t b
                2  https://a.example/2
                   #a #b
                $ shelf list
                2  https://a.example/2
                   #a #b
                """
        )
    }

    @Test func `reports an edit that changes nothing`() async throws {
        try await shelf.add("https://a.example/1 --title old -t a")
        try await shelf.add("https://a.example/2 --title old -t a")
        try await shelf.expect(
            transcript: """
                $ shelf edit 1 2 --title old -t a
                1  old
                   https://a.example/1
                   #a
                2  old
                   https://a.example/2
                   #a
                ! note: nothing was changed
                [1]
                $ shelf edit 1 -t a --json
                [..]
                {"id":1,[..]
                ]
                ! note: nothing was changed
                [1]
                $ shelf edit 2 --title new -q
                $ shelf edit 1-2 --title new -q
                $ shelf edit 1 --tags A
                1  new
                   https://a.example/1
                   #a
                ! note: nothing was changed
                [1]
                """
        )
    }

    @Test func `fetches the titles of links that have none, or of the given links`() async throws {
        let shelf = try InProcessShelf(
            """
            /1 titled one
            /2 titled two
            /3 404
            """
        )
        try await shelf.add("http://site.example/1 --title mine")
        try await shelf.add("http://site.example/2 http://site.example/3")
        try await shelf.expect(
            transcript: """
                $ shelf edit --fetch
                2  two
                   http://site.example/2
                ! note: cannot read the page of link 3: the server responded with status 404
                $ shelf edit 1 --fetch
                1  one
                   http://site.example/1
                $ shelf edit 3 1 --fetch
                ! note: cannot read the page of link 3: the server responded with status 404
                [1]
                $ shelf undo
                undid the edit of 1 link[..]
                  1  mine
                $ shelf undo
                undid the edit of 1 link[..]
                  2  http://site.example/2
                $ shelf list
                3  http://site.example/3
                2  http://site.example/2
                1  mine
                   http://site.example/1
                """
        )
    }

    @Test func `rm removes all given links or none`() async throws {
        try await shelf.add("https://example.org/1 https://example.org/2 https://example.org/3")
        try await shelf.expect(
            transcript: """
                $ shelf rm 1 9
                ! error: link 9 not found[..]
                [1]
                $ shelf rm 1 2 --dry-run
                would remove 1  https://example.org/1
                would remove 2  https://example.org/2
                $ shelf rm 1
                removed 1  https://example.org/1
                $ shelf rm 2 -q
                $ shelf rm 3 --json
                [
                {"id":3,[..]
                ]
                $ shelf list --json
                []
                ! note: the library is empty; 'shelf add URL' saves a link
                $ shelf undo -q
                $ shelf show 2
                ! error: link 2 not found[..]
                [1]
                """
        )
    }

    @Test func `rm prints the verdict of each link as JSON`() async throws {
        let shelf = try InProcessShelf("/ 410")
        try await shelf.add("http://site.example/")
        try await shelf.run("check")
        #expect(try await shelf.links("rm 1 --dry-run").map(\.verdict) == ["dead"])
        #expect(try await shelf.links("rm 1").map(\.verdict) == ["dead"])
    }

    /// Commands, answers, and exit codes. The command without an answer asks no question.
    @Test(
        arguments: Row.table(
            """
            rm 1 2 → y → 0
            rm 1 2 → Y → 0
            rm 1 2 → yes → 0
            rm 1 2 → YES → 0
            rm 1 2 → ⏎ → 1
            rm 1 2 → n → 1
            rm 1 2 → yep → 1
            rm 1 2 --force → → 0
            rm 1 → → 0
            """
        )
    )
    func `rm asks before it removes several links, and accepts y and yes`(row: Row) async throws {
        try await shelf.add("https://example.org/1 --title One")
        try await shelf.add("https://example.org/2")
        let terminal = try RecordingTerminal(
            input: row[1].isEmpty ? "n" : row.lines(1),
            columns: 80
        )
        let outcome = try await shelf.run(CommandLine(stringLiteral: row[0]), on: terminal)
        #expect(outcome.code == Int32(row[2]))
        let question = "  1  One\n  2  https://example.org/2\nRemove 2 links? [y/N] "
        #expect(outcome.errors == (row[1].isEmpty ? "" : question))
        #expect(outcome.output.hasPrefix("removed 1  One\n") == (outcome.code == 0))
        #expect(try await shelf.run("show 1").code == 1 - outcome.code)
    }
}

// MARK: - Undo

extension EditCommandTests {
    @Test func `undoes every change, starting with the newest`() async throws {
        try await shelf.add("https://a.example/1 -t a")
        try await shelf.add("https://a.example/2 -t a")
        let before = try await shelf.run("list --json").output
        try await shelf.expect(
            transcript: """
                $ shelf edit 1 --title new -q
                $ shelf tag rename a b -q
                $ shelf tag merge b into d -q
                $ shelf rm 1 2 -q
                $ shelf undo --dry-run
                would undo the removal of 2 links (20[...]
                $ shelf list --json
                []
                ! note: the library is empty; 'shelf add URL' saves a link
                $ shelf undo
                undid the removal of 2 links (20[...]
                $ shelf undo
                undid the merge of tags in 2 links (20[...]
                $ shelf undo
                undid the rename of a tag in 2 links (20[...]
                $ shelf undo --json
                {"change":"edit","links":1,"made":"2023-11-14T22:13:20Z","ids":[1]}
                """
        )
        #expect(try await shelf.run("list --json").output == before)
    }

    @Test func `an import is one change, and undo prints its first links as they were before`()
        async throws
    {
        try await shelf.add("https://example.org/ --title old")
        try await shelf.expect(
            transcript: """
                $ shelf edit 1 --title new -q
                $ shelf undo --dry-run
                would undo the edit of 1 link[..]
                  1  old
                $ shelf undo --verbose
                undid the edit of 1 link[..]
                  1  old
                $ shelf import -q -
                < https://a.example/1
                < https://a.example/2
                < https://a.example/3
                < https://a.example/4
                < https://a.example/5
                < https://a.example/6
                < https://a.example/7
                $ shelf undo --dry-run
                would undo the import of 7 links[..]
                  2  https://a.example/1
                  3  https://a.example/2
                  4  https://a.example/3
                  5  https://a.example/4
                  6  https://a.example/5
                  … and 2 more
                $ shelf rm 2-7 -q
                $ shelf undo --dry-run
                would undo the removal of 6 links[...]
                  6  https://a.example/5
                  … and 1 more
                $ shelf undo -q
                $ shelf undo --json
                {"change":"merge","links":7,"made":[..],"ids":[2,3,4,5,6,7,8]}
                $ shelf undo -q
                $ shelf undo
                ! note: nothing to undo
                [1]
                $ shelf undo --json
                null
                ! note: nothing to undo
                [1]
                """
        )
    }
}
