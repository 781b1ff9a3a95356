import ProgramTesting
import Testing

/// Tests of `shelf undo`.
struct UndoCommandTests {
    private let shelf: InProcessShelf

    init() throws {
        shelf = try InProcessShelf()
    }

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
