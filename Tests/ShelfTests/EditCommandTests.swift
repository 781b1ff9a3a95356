import CoreTesting
import Testing

/// Tests of `shelf edit` with options.
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
}
