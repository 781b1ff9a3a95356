import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import ProgramTesting
import Testing

/// Tests of `shelf check`.
struct CheckCommandTests {
    private let shelf: InProcessShelf
    private static let site = InProcessShelf.site

    init() throws {
        shelf = try InProcessShelf(
            """
            /good 200
            /moved 301 to /good
            /gone 410
            /broken 500
            """
        )
    }

    private func add(
        _ pages: String...,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        try await shelf.add("\(pages.map { Self.site + $0 })", at: location)
    }

    @Test func `reports and lists a link as dead after its page was removed`() async throws {
        let shelf = try InProcessShelf("/gone 410")
        try await shelf.expect(
            transcript: """
                $ shelf add --no-fetch http://site.example/gone
                1  http://site.example/gone
                $ shelf check
                dead     1  http://site.example/gone  (gone)
                checked 1 link: 1 dead
                [2]
                $ shelf list --dead
                1  http://site.example/gone  [dead]
                """
        )
    }

    @Test func `saves, shows and lists the verdicts`() async throws {
        try await add("good", "gone", "moved")
        try await shelf.expect(
            transcript: """
                $ shelf check --concurrency 1
                moved    3  http://site.example/moved  (moved permanently, now at http://site.example/good)
                dead     2  http://site.example/gone  (gone)
                checked 3 links: 1 ok, 1 moved, 1 dead
                [2]
                $ shelf check --concurrency 1 -v 1-2
                ok       1  http://site.example/good
                dead     2  http://site.example/gone  (gone)
                checked 2 links: 1 ok, 1 dead
                [2]
                $ shelf check -q -- -good -moved
                dead     2  http://site.example/gone  (gone)
                [2]
                $ shelf list --dead
                2  http://site.example/gone  [dead]
                $ shelf search gone --verdict dead
                2  http://site.example/gone  [dead]
                $ shelf search gone --verdict ok,moved
                ! note: no link matches 'gone'
                [1]
                $ shelf add -q --no-fetch http://site.example/later
                $ shelf list --verdict ok,unchecked -n 5
                4  http://site.example/later
                1  http://site.example/good
                $ shelf undo -q
                $ shelf show 3
                [...] ms  moved permanently: http://site.example/good
                $ shelf report
                [..]
                  checks  1 ok, 1 moved, 1 dead, 0 unchecked
                """
        )
    }

    @Test func `checks the links that IDs, words and filters select`() async throws {
        try await add("good", "gone", "broken", "moved")
        try await shelf.expect(
            transcript: """
                $ shelf check 1
                checked 1 link: 1 ok
                $ shelf check --retries 0 3-4 1
                [...]checked 3 links: 1 ok, 1 moved, 1 flaky
                $ shelf check gone
                [..]
                checked 1 link: 1 dead
                [2]
                $ shelf check --verdict dead
                [..]
                checked 1 link: 1 dead
                [2]
                $ shelf check --verdict unchecked,ok
                checked 1 link: 1 ok
                $ shelf check --verdict blocked
                ! note: no link matches
                [1]
                $ shelf check ostrich
                ! note: no link matches
                [1]
                $ shelf check 99
                ! error: link 99 not found[..]
                [1]
                """
        )
        #expect(shelf.web.requests.first?.url.path == "/good")
    }

    @Test func `does not request links that were checked recently`() async throws {
        try await add("gone")
        try await shelf.run("check")
        let requests = shelf.web.requests.count
        shelf.clock.advance(by: .seconds(13 * 86_400))
        #expect(try await shelf.run("check --max-age 2w").output.contains("checked 1 link"))
        #expect(shelf.web.requests.count == requests)
        shelf.clock.advance(by: .seconds(2 * 86_400))
        try await shelf.run("check --max-age 2w")
        #expect(shelf.web.requests.count > requests)
    }

    @Test func `shows the last five checks of a link, newest first, or all checks with -v`()
        async throws
    {
        let responses = [200, 200, 301, 301, 403, 403, 500, 500, 404, 404].map(String.init)
        let shelf = try InProcessShelf("/ \(responses.joined(separator: ", then "))")
        try await shelf.add("http://site.example/")
        for _ in 1...6 {
            try await shelf.run("check --retries 0")
        }
        try await shelf.expect(
            transcript: """
                $ shelf show 1 -v
                [...]  checked  [..]Z  dead     404[..]
                           [..]Z  flaky    500[..]
                           [..]Z  blocked  403[..]
                           [..]Z  flaky    301[..]
                           [..]Z  ok       200[..]
                           [..]Z  ok       200[..]
                $ shelf show 1
                [...]  checked  [..]Z  dead     404[..]
                           [..]Z  flaky    500[..]
                           [..]Z  blocked  403[..]
                           [..]Z  flaky    301[..]
                           [..]Z  ok       200[..]
                           and 1 earlier; -v shows all
                """
        )
    }

    @Test func `reports links that are not requested, and keeps their verdicts`() async throws {
        let shelf = try InProcessShelf(
            """
            /busy 429 Retry-After 3600
            /gone 410
            """
        )
        try await shelf.add("http://site.example/gone")
        try await shelf.run("check")
        try await shelf.add("http://site.example/busy")
        try await shelf.expect(
            transcript: """
                $ shelf check --per-host 1
                blocked  2  http://site.example/busy  (too many requests)
                -        1  http://site.example/gone  (not requested, the host demands a pause (429))
                checked 2 links: 1 blocked, 1 not requested
                $ shelf list --dead
                1  http://site.example/gone  [dead]
                $ shelf check --per-host 1 --json
                [..]
                {"id":1,[..]"verdict":null,"status":null,"location":null,"attempts":0[..]
                """
        )
    }

    @Test func `reports only verdicts that differ from the last check`() async throws {
        let shelf = try InProcessShelf(
            """
            /1 200, then 200, then 410
            /2 410
            """
        )
        try await shelf.add("\(Self.site)1 \(Self.site)2")
        try await shelf.expect(
            transcript: """
                $ shelf check --only-new
                dead     2  http://site.example/2  (gone)
                [2]
                $ shelf check --only-new
                $ shelf check --only-new
                dead     1  http://site.example/1  (was ok, gone)
                [2]
                $ shelf check --only-new --json
                $ shelf check --only-new --strict
                """
        )
    }

    @Test
    func
        `lists links that have been dead for a given time, and reports verdicts that have changed`()
        async throws
    {
        // A check requests a page twice, unless it responds with status 200.
        let dead = "410, then 410, then 410, then 410"
        let shelf = try InProcessShelf(
            """
            /often 200, then \(dead), then 500, then 500, then \(dead), then 200
            /good 200
            """
        )
        try await shelf.add("\(Self.site)often")
        try await shelf.add("\(Self.site)good")
        func check() async throws {
            try await shelf.run("check --retries 0")
            shelf.clock.advance(by: .seconds(86_400))
        }
        try await check()
        #expect(!(try await shelf.run("report").output.contains("changed")))
        for _ in 1...5 {
            try await check()
        }
        try await shelf.expect(
            transcript: """
                $ shelf list --dead-since 2d
                1  http://site.example/often  [dead since 2023-11-18, 2 checks]
                $ shelf list --dead-since 2d --json
                [
                {[..]"since":"2023-11-18T22:13:20Z","checks":2}
                ]
                $ shelf list --dead-since 3d
                ! note: no link matches
                [1]
                $ shelf report
                2 links
                  checks  1 ok, 1 dead, 0 unchecked
                """
        )
        let terminal = try RecordingTerminal(columns: 50)
        let fitted = try await shelf.run("list --dead-since 2d --no-color", on: terminal).output
        #expect(fitted == "1  http://site…  [dead since 2023-11-18, 2 checks]\n")
        try await check()
        try await shelf.expect(
            transcript: """
                $ shelf report
                2 links
                  checks  2 ok, 0 unchecked
                  1 verdict changed since the previous check
                    ok (was dead)          1  http://site.example/often
                $ shelf report --json
                [..],"changes":[{"id":1,"url":"http://site.example/often","old":"dead","new":"ok"}]}
                """
        )
        let narrow = try await shelf.run("report", on: RecordingTerminal(columns: 40))
        #expect(narrow.output.hasSuffix(" (was dead)          1  http://si…\n"), "\(narrow)")
        let narrowest = try await shelf.run("report", on: RecordingTerminal(columns: 30))
        #expect(narrowest.output.hasSuffix(" (was dead)          1…\n"), "\(narrowest)")
    }

    @Test func `shows the newest archived copies of dead links`() async throws {
        let copy = "http://web.example/web/1/gone"
        let answer = #"{"archived_snapshots": {"closest": {"available": true, "url": "\#(copy)"}}}"#
        let answers: [ScriptedSite.Behavior] = [
            .respond(body: answer),
            .respond(body: answer),
            .respond(status: 500),
        ]
        let query = "/wayback/available?url=http%3A%2F%2Fsite%2Eexample%2Fgone"
        let shelf = try InProcessShelf(["/gone": .respond(status: 410), query: .sequence(answers)])
        try await shelf.add("\(Self.site)gone")
        try await shelf.expect(
            transcript: """
                $ shelf check --archived
                dead     1  http://site.example/gone  (gone)
                         archived at \(copy)
                checked 1 link: 1 dead
                [2]
                $ shelf check --archived --json
                {[..]"archived":"\(copy)"}
                [2]
                $ shelf check --archived
                dead     1  http://site.example/gone  (gone)
                checked 1 link: 1 dead
                ! note: no archived copies are shown: cannot search the web archive: [..]status 500; try again later
                [2]
                """
        )
    }

    @Test func `the URLs of all verdicts are in one column`() async throws {
        var shelf = try InProcessShelf()
        for number in 0...Verdict.allCases.count {
            try await shelf.add("\(Self.site)\(number)")
        }
        var checker = MockLinkChecker()
        checker.onCheck = { link, _ in
            guard link.id <= Verdict.allCases.count else {
                return .notRequested(link, reason: "a test")
            }
            return .checked(link, .sample(link.id, Verdict.allCases[Int(link.id) - 1]))
        }
        shelf.checker = checker
        try await shelf.expect(
            transcript: """
                $ shelf check --verbose
                -        7  http://site.example/6  (not requested, a test)
                changed  6  http://site.example/5[..]
                dead     5  http://site.example/4[..]
                flaky    4  http://site.example/3[..]
                blocked  3  http://site.example/2[..]
                moved    2  http://site.example/1[..]
                ok       1  http://site.example/0[..]
                checked 7 links: [..]
                [2]
                """
        )
    }

    @Test func `prints one JSON object per line`() async throws {
        try await add("moved", "gone")
        try await shelf.expect(
            transcript: """
                $ shelf check --json --interval 0ms --concurrency 1
                {"id":2,"url":"http://site.example/gone","verdict":"dead","status":410,"location":null,\
                "attempts":2,"milliseconds":[..]}
                {"id":1,"url":"http://site.example/moved","verdict":"moved","status":200,\
                "location":"http://site.example/good","attempts":2,"milliseconds":[..]}
                [2]
                """
        )
    }

    @Test(
        arguments: Row.table(
            """
            → 0
            --strict → 2
            --strict --accept 500 → 0
            --strict --accept 100,500 → 0
            --strict --accept 499..501 → 0
            --strict --accept 400..500 → 2
            --strict --accept 400..=500 → 0
            --strict --accept 501..=999 → 2
            """
        )
    )
    func `with --strict, each link whose status is not accepted leads to exit code 2`(
        row: Row
    ) async throws {
        try await add("broken")
        let call = CommandLine(stringLiteral: "check --retries 0 \(row[0])")
        #expect(try await shelf.run(call).code == Int32(row[1]))
    }
}

// MARK: - Rules

extension CheckCommandTests {
    @Test func `does not request URLs that match a pattern`() async throws {
        try await add("good", "gone", "file.pdf")
        try shelf.write(#"{"check": {"skip": "*/gone *.doc"}}"#, to: ".config/shelf/config.json")
        try await shelf.expect(
            transcript: """
                $ shelf check --retries 0
                [...]-        2  http://site.example/gone  (not requested, the URL matches '*/gone')
                [...]checked 3 links: 1 ok, 1 flaky, 1 not requested
                $ shelf check --skip *.pdf --skip http://site.example/go*d
                [...]checked 3 links: 1 dead, 2 not requested
                [2]
                $ shelf check --skip ' '
                ! error: invalid value ' ' for '--skip': expected a pattern[..]
                [64]
                """
        )
        // A check requests a page twice, unless it responds with status 200.
        let paths = shelf.web.requests.map(\.url.path).sorted()
        #expect(paths == ["/file.pdf", "/file.pdf", "/gone", "/gone", "/good"])
    }

    @Test func `rules in the configuration apply to their hosts`() async throws {
        let rules = #"""
            {"site.example": {"accept": 500, "headers": {"X-Key": "a"}, "interval": "1s", "skip": false}, "*.skipped.example": {"skip": true}}
            """#
        try shelf.write(
            #"{"check": {"retries": 0, "hosts": \#(rules)}}"#,
            to: ".config/shelf/config.json"
        )
        try await add("broken", "gone")
        try await shelf.add("http://www.skipped.example/ http://other.example/broken")
        try await shelf.expect(
            transcript: """
                $ shelf check
                [...]-        3  http://www.skipped.example/  (not requested, a rule skips the host www.skipped.example)
                [...]checked 4 links: 1 ok, 1 flaky, 1 dead, 1 not requested
                [2]
                """
        )
        let requests = shelf.web.requests.filter { $0.url.host == "site.example" }
        try #require(requests.count == 3)
        #expect(requests.map { $0.headers["X-Key"] } == ["a", "a", "a"])
        #expect(requests[1].received.timeIntervalSince(requests[0].received) >= 1)
        #expect(shelf.web.requests.count == 5)
        #expect(shelf.web.requests.count { $0.headers["X-Key"] != nil } == 3)
    }

    @Test(arguments: [
        "Authorization", "Cookie", "X-API-Key", "X-ApiKey", "X-Auth-Token", "X-Password",
        "X-Secret", "X-Session", "X-Token",
    ])
    func `a secret header field on the command line is rejected, but not in the environment`(
        field: String
    ) async throws {
        let rules = #"{"site.example": {"headers": {"\#(field)": "hidden value"}}}"#
        let refused = try await shelf.run("check --host-rules \(rules)")
        #expect(refused.code == 64)
        let remedy = "put the rule in the configuration (check.hosts) or in SHELF_CHECK_HOSTS"
        let place = "'\(field.lowercased())' in the list of processes"
        #expect(refused.errors.hasSuffix("\(place); \(remedy)\n"))
        #expect(!refused.errors.contains("hidden value"))
        let permitted = try await shelf.run("check", environment: ["SHELF_CHECK_HOSTS": rules])
        #expect(permitted.code == 0)
    }

    @Test func `a rule applies to its host even if URLs spell the host differently`() async throws {
        let rules = """
            {"Bücher.example": {"skip": true}, "[0:0::1]:8080": {"skip": true}, \
            "a.example:443": {"skip": true}}
            """
        try await shelf.add("http://bücher.example/ http://[::1]:8080/ https://a.example/")
        let output = try await shelf.run("check --host-rules \(rules)").output
        #expect(output.hasSuffix("checked 3 links: 3 not requested\n"), "\(output)")
        #expect(shelf.web.requests.isEmpty)
    }
}
