import Core
import CoreTesting
import Foundation
import ProgramTesting
import Testing

/// Tests of `shelf list`, `shelf search` and `shelf show`.
struct ListCommandTests {
    private let shelf: InProcessShelf

    init() throws {
        shelf = try InProcessShelf(
            """
            /1 410
            /2 200
            """
        )
    }

    @Test func `lists links as text, with all properties, and as JSON`() async throws {
        try await shelf.add(
            "http://site.example/1 --title One --note \("first\nsecond") -t b,a"
        )
        try await shelf.add("http://site.example/2")
        let now = "2023-11-14T22:13:20Z"
        try await shelf.expect(
            transcript: """
                $ shelf check 1 -q
                dead     1  http://site.example/1  (gone)
                [2]
                $ shelf list
                2  http://site.example/2
                1  One  [dead]
                   http://site.example/1
                   #a #b
                $ shelf list -v
                2  http://site.example/2
                   added \(now)
                1  One  [dead]
                   http://site.example/1
                   first second
                   #a #b
                   added \(now), checked \(now)
                $ shelf list -t a --json
                [
                {"id":1,"url":"http://site.example/1","title":"One","note":"first\\nsecond",\
                "tags":["a","b"],"added":"\(now)","updated":"\(now)","verdict":"dead","checked":"\(now)"}
                ]
                $ shelf list -n 1 --json
                [
                {"id":2,"url":"http://site.example/2","title":null,"note":null,"tags":[],\
                "added":"\(now)","updated":"\(now)","verdict":null,"checked":null}
                ]
                """
        )
    }

    @Test func `show prints all properties and checks of each link`() async throws {
        try await shelf.add(
            "http://site.example/1 --title One --note \("first\nsecond") -t b,a"
        )
        try await shelf.add("http://site.example/2")
        shelf.clock.advance(by: .seconds(60))
        try await shelf.expect(
            transcript: """
                $ shelf edit 2 --title Two
                2  Two
                   http://site.example/2
                $ shelf check 2 -q
                $ shelf show 1 2
                One
                  ID       1
                  URL      http://site.example/1
                  note     first
                           second
                  tags     #a #b
                  added    2023-11-14T22:13:20Z
                Two
                  ID       2
                  URL      http://site.example/2
                  added    2023-11-14T22:13:20Z
                  updated  2023-11-14T22:14:20Z
                  checked  2023-11-14T22:14:20Z  ok  200  [..] ms
                $ shelf show 1 7
                ! error: link 7 not found; list the links to see their IDs (shelf list)
                [1]
                """
        )
    }

    @Test func `IDs are aligned to the right`() async throws {
        for number in 1...10 {
            try await shelf.add("http://a.example/\(number) --title T")
        }
        try await shelf.expect(
            transcript: """
                $ shelf list -n 2
                10  T
                    http://a.example/10
                 9  T
                    http://a.example/9
                """
        )
    }

    @Test func `every command that accepts IDs accepts ranges of IDs`() async throws {
        for number in 1...6 {
            try await shelf.add("https://example.org/\(number)")
        }
        try await shelf.run("rm 3")
        try await shelf.expectLinks(
            """
            show 2-4 → 2 4
            show 5 1-2 2-5 → 5 1 2 4
            show 4-4 → 4
            show 5-9000000000000000000 → 5 6
            edit 1-4 -t x → 1 2 4
            list -t x → 4 2 1
            rm 1-2 → 1 2
            list → 6 5 4
            """
        )
        try await shelf.expect(
            transcript: """
                $ shelf show 1-3
                ! error: no link has an ID from 1 to 3; list the links to see their IDs (shelf list)
                [1]
                $ shelf rm 4 1-3
                ! error: no link has an ID from 1 to 3; list the links to see their IDs (shelf list)
                [1]
                $ shelf show 3-3
                ! error: link 3 not found; list the links to see their IDs (shelf list)
                [1]
                """
        )
    }

    @Test func `an empty library is not an error`() async throws {
        try await shelf.expect(
            transcript: """
                $ shelf import --from urls -
                read 0 links[..]
                $ shelf list
                ! note: the library is empty; 'shelf add URL' saves a link
                $ shelf list --json
                []
                ! note: the library is empty; 'shelf add URL' saves a link
                $ shelf tag list
                ! note: no link has a tag; 'shelf edit ID -t TAG' adds one
                $ shelf check
                ! note: the library is empty
                $ shelf edit --fetch
                ! note: every link has a title
                """
        )
    }

    @Test func `list shows links that were probably saved twice, next to each other`()
        async throws
    {
        try await shelf.add("http://b.example https://a.example/x?y https://www.b.example/a")
        #expect(try await shelf.run("list --duplicates").code == 1)
        try await shelf.add("-t t https://www.a.example/x/?y")
        try await shelf.add("https://www.b.example/ http://a.example/X?y http://c.example/")
        try await shelf.expectLinks(
            """
            list --duplicates → 4 2 5 1
            list --duplicates -n 1 → 4
            list --duplicates -t t →
            """
        )
    }
}

// MARK: - Filters and orders

extension ListCommandTests {
    @Test func `filters and sorts the links that list and search print`() async throws {
        try await shelf.add("https://example.org/1 --title b -t x,y")
        try await shelf.add("https://example.org/2 --title a -t x")
        try await shelf.add("https://example.org/3 --title c -t y")
        try await shelf.add("https://example.org/4")
        try await shelf.add("https://example.org/5 --title T")
        try await shelf.add("https://example.org/6 -t z")
        try await shelf.add("https://example.org/7 --note n")
        try await shelf.expectLinks(
            """
            list -t X → 2 1
            list -t x -t y → 1
            list -t x --not-tag y → 2
            list --sort title -n 1 -t x → 2
            list --untagged → 7 5 4
            list --untitled -n 2 → 7 6
            search --untitled --not-tag z → 7 4
            search --untagged --untitled -n 1 example --sort added → 7
            list --untitled -t z --verdict unchecked → 6
            list -n 0 →
            search -t Y → 3 1
            search example -t x,y → 1
            """
        )
        try await shelf.expect(
            transcript: """
                $ shelf list --untagged --dead
                ! note: no link matches
                [1]
                $ shelf search ostrich
                ! note: no link matches 'ostrich'
                [1]
                $ shelf list -t z,unknown,y,x
                ! note: no link has the tag 'unknown'
                [1]
                $ shelf list -t delta,beta,gamma,zeta --not-tag epsilon,alpha,iota,theta
                ! note: no link has the tag 'alpha'
                [1]
                $ shelf list -t unknown --json
                []
                ! note: no link has the tag 'unknown'
                [1]
                $ shelf search --dead
                ! note: no link matches
                [1]
                """
        )
    }

    @Test func `sorts search results in the same orders as a list`() async throws {
        try await shelf.expect(
            transcript: """
                $ shelf import -
                < {"url":"https://example.org/1","title":"x","note":"swift","added":1000,"verdict":"ok","checked":3000}
                < {"url":"https://example.org/2","title":"Swift","added":2000,"verdict":"ok","checked":1000}
                < {"url":"https://example.org/3","title":"a swift","added":3000,"verdict":"ok","checked":2000}
                < {"url":"https://example.org/4","title":"b","tags":["swift"],"added":4000}
                read 4 links: 4 added, 0 merged, 0 unchanged, 0 skipped
                """
        )
        try await shelf.expectLinks(
            """
            search swift --sort added → 4 3 2 1
            search swift --sort added -n 2 → 4 3
            search swift --sort title → 3 4 2 1
            search swift --sort title -n 2 → 3 4
            search swift --sort checked → 4 2 3 1
            search swift --sort checked -n 2 → 4 2
            search swift --sort checked --verdict ok → 2 3 1
            search swift → 3 2 4 1
            search swift --sort relevance → 3 2 4 1
            """
        )
    }

    @Test func `a search excludes words, and finds links with one of several words`() async throws {
        for (number, title) in ["Swift", "Swift video", "Rust", "C++"].enumerated() {
            try await shelf.add("https://example.org/\(number) --title \(title)")
        }
        try await shelf.expectLinks(
            """
            search 'swift -video' → 1
            search -- swift -video → 1
            search -- -swift → 4 3
            search swift OR rust --sort added → 3 2 1
            search 'c++ OR rust' --sort title → 4 3
            """
        )
    }

    @Test(arguments: ["list", "search"])
    func `requires tags, excludes tags, or accepts any of several tags`(command: String)
        async throws
    {
        try await shelf.add("https://example.org/1 -t swift,book")
        try await shelf.add("https://example.org/2 -t rust")
        try await shelf.add("https://example.org/3 -t 'to read,book'")
        try await shelf.expectLinks(
            """
            \(command) -t 'swift OR rust' → 2 1
            \(command) -t 'rust OR to read,-book' → 2
            \(command) -t book -t 'swift OR rust' → 1
            \(command) -t 'book, -swift' → 3
            \(command) -t -book → 2
            """
        )
        try await shelf.expect(
            transcript: """
                $ shelf \(command) -t swfit --verdict dead
                ! note: no link has the tag 'swfit'; did you mean 'swift'?
                [1]
                $ shelf \(command) --not-tag swfit --verdict dead
                ! note: no link has the tag 'swfit'; did you mean 'swift'?
                [1]
                """
        )
    }
}

// MARK: - On a terminal

extension ListCommandTests {
    /// Calls, a variable in the environment, and whether the output has color.
    @Test(
        arguments: Row.table(
            """
            list → → color
            list --no-color → →
            list --json → →
            list → NO_COLOR=1 →
            list → TERM=dumb →
            list → SHELF_COLOR=false →
            """
        )
    )
    func `shows color on a terminal unless color is disabled`(row: Row) async throws {
        try await shelf.add("https://example.org/")
        let variable = row[1].components(separatedBy: "=")
        let outcome = try await shelf.run(
            CommandLine(stringLiteral: row[0]),
            on: RecordingTerminal(columns: 80),
            environment: [variable[0]: variable.last ?? ""]
        )
        let hasColor = row[2] == "color"
        #expect(outcome.output.contains("\u{1B}[1mhttps") == hasColor)
        #expect(outcome.output.contains("\u{1B}") == hasColor)
    }

    @Test func `truncates lines to the width of a terminal, but not in other output`() async throws
    {
        let title = "日本語のとても長い題名がここにあります"
        try await shelf.add("https://example.org/a/long/address --title \(title)")
        func lines(_ environment: [String: String]) async throws -> [Substring] {
            try await shelf.run(
                "list --no-color",
                on: RecordingTerminal(columns: 20),
                environment: environment
            ).output.split(separator: "\n")
        }
        #expect(try await lines([:]) == ["1  日本語のとても長…", "   https://example.…"])
        #expect(try await lines(["COLUMNS": "12"]) == ["1  日本語の…", "   https://…"])
        #expect(try await lines(["COLUMNS": "5"]) == ["1  日…", "   htt…"])
        #expect(try await shelf.run("list", environment: ["COLUMNS": "12"]).output.contains(title))
    }

    @Test func `truncates a title so that the verdict after it fits the terminal`() async throws {
        try await shelf.add("http://site.example/1 --title \(String(repeating: "x", count: 40))")
        try await shelf.run("check")
        let terminal = try RecordingTerminal(columns: 20)
        let output = try await shelf.run("list --no-color", on: terminal).output
        #expect(output.hasPrefix("1  xxxxxxxx…  [dead]\n"))
    }

    @Test(arguments: ["list", "search evil", "show 1", "rm 1 --dry-run"] as [CommandLine])
    func `removes control characters of a title, but not in JSON`(call: CommandLine) async throws {
        let title = "evil \u{1B}[31mred\u{1B}[0m\u{7}\nline \u{202E}reversed"
        try await shelf.add("https://example.org/1 --title \(title)")
        let output = try await shelf.run(call).output
        #expect(output.contains("evil [31mred[0m line reversed"))
        #expect(try await shelf.links(call).first?.title == title)
    }
}
