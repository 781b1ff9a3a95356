import Core
import CoreTesting
import ProgramTesting
import Testing

/// Tests of `shelf check --update-moved`.
struct MovedLinkTests {
    /// Creates a library with links to two pages that moved to one URL.
    private func shelfWithMovedLinks() async throws -> InProcessShelf {
        let shelf = try InProcessShelf(
            """
            /a 301 to /new
            /b 301 to /new
            * titled New
            """
        )
        try await shelf.add("http://site.example/a -t x --title New")
        try await shelf.add("http://site.example/b -t y --title New")
        try await shelf.add("http://site.example/c -t z --title New")
        return shelf
    }

    @Test
    func `gives moved links their new URLs in one change, and merges links with the same URL`()
        async throws
    {
        let shelf = try await shelfWithMovedLinks()
        try await shelf.expect(
            transcript: """
                $ shelf check --update-moved --dry-run
                [...]would update 1  http://site.example/new
                would update 2  http://site.example/new, merging it into 1
                would update 2 links
                $ shelf list --verdict moved --untagged
                ! note: no link matches
                [1]
                $ shelf list -n 1 -t y
                2  New  [moved]
                   http://site.example/b
                   #y
                $ shelf check --update-moved --max-age 1d
                [...]updated 1  http://site.example/new
                updated 2  http://site.example/new, merging it into 1
                updated 2 links
                $ shelf list --verdict ok -t x
                1  New
                   http://site.example/new
                   #x #y
                $ shelf undo
                undid the edit of 2 links[...]
                $ shelf check --update-moved --max-age 1d --quiet
                [...]
                updated 1  http://site.example/new
                updated 2  http://site.example/new, merging it into 1
                $ shelf undo -q
                $ shelf check --update-moved --max-age 1d --json
                [...]
                {"updated":[{"id":1,"url":"http://site.example/new","mergedInto":null},\
                {"id":2,"url":"http://site.example/new","mergedInto":1}],"notUpdated":[]}
                """
        )
        // Only the first check requests the links. Each command reads the new page of each link.
        let methods = shelf.web.requests.map(\.method)
        #expect(methods.prefix(7) == ["HEAD", "HEAD", "HEAD", "HEAD", "HEAD", "GET", "GET"])
        #expect(methods.dropFirst(7) == ["GET", "GET", "GET", "GET", "GET", "GET"])
    }

    @Test func `asks before it updates links`() async throws {
        let shelf = try await shelfWithMovedLinks()
        let terminal = try RecordingTerminal(input: "n\n", columns: 80)
        let outcome = try await shelf.run("check --update-moved", on: terminal)
        #expect(outcome.errors.contains("Update the URLs of 2 links? [y/N]"))
        let moved = try await shelf.urls("list --verdict moved")
        #expect(moved == ["http://site.example/b", "http://site.example/a"])
    }

    @Test func `moved links whose new pages may be other pages keep their URLs`() async throws {
        let shelf = try InProcessShelf(
            """
            /posts/1 301 to /
            /posts/2 301 to /login?next=/posts/2
            /posts/3 301 to /new
            / titled Example
            /login?next=/posts/2 titled Swift concurrency
            /new titled Swift concurrency
            """
        )
        for number in 1...3 {
            try await shelf.add("http://site.example/posts/\(number) --title 'Swift concurrency'")
        }
        try await shelf.expect(
            transcript: """
                $ shelf check --update-moved --quiet
                [...]
                not updated 1  http://site.example/posts/1  (now at http://site.example/, but it is titled 'Example')
                not updated 2  http://site.example/posts/2  (now at http://site.example/login?next=/posts/2, \
                but the new URL has other parameters)
                updated 3  http://site.example/new
                $ shelf list --verdict moved -n 1
                2  Swift concurrency  [moved]
                   http://site.example/posts/2
                $ shelf check --update-moved --max-age 1d --json 1
                [..]
                {"updated":[],"notUpdated":[{"id":1,"url":"http://site.example/posts/1",\
                "location":"http://site.example/","reason":"it is titled 'Example'"}]}
                $ shelf check --update-moved=all --max-age 1d -q 1
                [..]
                updated 1  http://site.example/
                """
        )
    }
}
