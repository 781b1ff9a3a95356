import ProgramTesting
import Testing

/// Tests of `shelf tag`.
struct TagCommandTests {
    private let shelf: InProcessShelf

    init() throws {
        shelf = try InProcessShelf()
    }

    @Test func `lists the most used tags first`() async throws {
        try await shelf.add("https://a.example/1 -t 'to read,swift'")
        try await shelf.add("https://a.example/2 -t 'to read'")
        try await shelf.expect(
            transcript: """
                $ shelf tag list
                links  tag
                    2  to read
                    1  swift
                $ shelf tag list --names
                to read
                swift
                $ shelf tag list --json
                [
                {"tag":"to read","links":2},
                {"tag":"swift","links":1}
                ]
                $ shelf tag list --names --after swift,
                swift,to read
                $ shelf tag list --names --after 'swift,to read,'
                """
        )
    }

    @Test func `renames, merges and removes tags in all links`() async throws {
        try await shelf.add("https://a.example/1 -t a,b")
        try await shelf.add("https://a.example/2 -t a,b")
        try await shelf.expect(
            transcript: """
                $ shelf tag rename a c
                renamed in 2 links: #c
                $ shelf list -n 1
                2  https://a.example/2
                   #b #c
                $ shelf tag merge b c INTO d
                merged in 2 links: #d
                $ shelf list -n 1
                2  https://a.example/2
                   #d
                $ shelf tag merge d into e
                merged in 2 links: #e
                $ shelf tag merge e into d
                merged in 2 links: #d
                $ shelf tag rename d D
                renamed in 2 links: #D
                $ shelf tag remove D
                removed in 2 links: #D
                $ shelf tag remove D
                ! error: no link has the tag 'D'[..]
                [1]
                $ shelf tag list --names
                $ shelf undo -q
                $ shelf tag rename D D
                ! note: the tag is already called 'D'
                [1]
                $ shelf tag rename D d -q
                $ shelf tag rename nope x
                ! error: no link has the tag 'nope'; list the tags to see their names (shelf tag list)
                [1]
                $ shelf edit 1 -t e -q
                $ shelf tag rename e f
                renamed in 1 link: #f
                $ shelf tag rename f d
                ! error: the tag 'd' already exists; merge the two tags (shelf tag merge "f" into "d")
                [1]
                """
        )
    }

    @Test func `prints changes as JSON for programs`() async throws {
        try await shelf.add("https://a.example/1 -t a,b")
        try await shelf.expect(
            transcript: """
                $ shelf tag rename b c --json
                {"tag":"c","links":1}
                $ shelf tag rename c c --json
                {"tag":"c","links":0}
                ! note: the tag is already called 'c'
                [1]
                $ shelf tag merge a c into d --json
                {"tag":"d","links":1}
                $ shelf tag remove d -q
                $ shelf tag list --json
                []
                """
        )
    }
}
