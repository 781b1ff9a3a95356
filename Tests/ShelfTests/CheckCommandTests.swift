import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import ProgramTesting
import Synchronization
import Testing

struct CheckCommandTests {
    private let shelf: InProcessShelf
    private static let site = InProcessShelf.site

    init() throws {
        shelf = try InProcessShelf([
            "/good": .respond(body: "here"), "/moved": .redirect(to: "/good", status: 301),
            "/gone": .respond(status: 410), "/broken": .respond(status: 500),
        ])
    }

    private func add(_ pages: String..., to other: InProcessShelf? = nil) async throws {
        for page in pages {
            try await (other ?? shelf).add("\(Self.site)\(page)")
        }
    }

    @Test func `reports and lists a link as dead after its page was removed`() async throws {
        let shelf = try InProcessShelf(["/gone": .respond(status: 410)])
        try await shelf.run("add --no-fetch http://site.example/gone")
        #expect(try await shelf.run("check").code == 2)
        #expect(
            try await shelf.run("list --dead").output == "1  http://site.example/gone  [dead]\n"
        )
    }

    @Test func `checks ranges of IDs, and links that lack a word`() async throws {
        try await add("good", "gone", "good/2", "moved")
        #expect(try await shelf.run("check 3-4 1").output.contains("checked 3 links"))
        let search = try await shelf.run("check -- -good -gone")
        #expect(search.output.contains("checked 1 link:"))
    }

    @Test func `a duration can be specified in weeks`() async throws {
        try await add("gone")
        try await shelf.run("check")
        shelf.clock.advance(by: .seconds(13 * 86_400))
        #expect(try await shelf.run("list --dead-since 2w").code == 1)
        #expect(try await shelf.run("check --max-age 2w").output.contains("checked 1 link"))
        let requests = shelf.web.requests.count
        shelf.clock.advance(by: .seconds(2 * 86_400))
        #expect(try await shelf.run("list --dead-since 2w").code == 0)
        try await shelf.run("check --max-age 2w")
        #expect(shelf.web.requests.count > requests)
    }

    @Test func `saves, shows and lists the verdicts`() async throws {
        try await add("good", "gone")
        let outcome = try await shelf.run("check --retries 0")
        #expect(outcome.code == 2)
        #expect(outcome.output.contains("dead     2  \(Self.site)gone"))
        #expect(outcome.output.hasSuffix("checked 2 links: 1 ok, 1 dead\n"))
        #expect(!outcome.output.contains("/good"))
        try await shelf.expect("list --dead", prints: "2  \(Self.site)gone  [dead]\n")
        #expect(
            try await shelf.run("search gone --verdict dead").output.contains(
                "gone  [dead]"
            )
        )
        #expect(try await shelf.run("search gone --verdict ok,moved").code == 1)
        try await add("later")
        try await shelf.expect(
            "list --verdict ok,unchecked -n 5",
            prints: "3  \(Self.site)later\n1  \(Self.site)good\n"
        )
        try await shelf.run("undo")
        #expect(try await shelf.run("show 1").output.contains("  checked  "))
        #expect(try await shelf.links("list").map(\.verdict) == ["dead", "ok"])
        #expect(try await shelf.run("report").output.contains("1 ok, 1 dead, 0 unchecked"))
    }

    @Test func `shows the last five checks of a link, newest first, or all checks with -v`()
        async throws
    {
        let steps = [200, 301, 403, 500, 404, 410].map { ScriptedSite.Behavior.respond(status: $0) }
        let shelf = try InProcessShelf(["/": .sequence(steps.flatMap { [$0, $0] })])
        try await add("", to: shelf)
        for _ in steps {
            try await shelf.run("check --retries 0")
        }
        func verdicts(_ options: CommandLine = "") async throws -> [String] {
            try await shelf.run("show 1 \(options)")
                .output.matches(of: /Z +([a-z]+) +\d+ +\d+ ms/).map { String($0.1) }
        }
        let all = try await verdicts("-v")
        #expect(all.count == 6, "\(all)")
        #expect(all.first == "dead", "\(all)")
        #expect(all.last == "ok", "\(all)")
        #expect(try await verdicts() == Array(all.prefix(5)))
        #expect(
            try await shelf.run("show 1").output.hasSuffix(
                "           and 1 earlier; -v shows all\n"
            )
        )
    }

    @Test func `reports links that are not requested, and keeps their verdicts`() async throws {
        let busy = ScriptedSite.Behavior.respond(status: 429, headers: ["Retry-After": "3600"])
        let shelf = try InProcessShelf(["/busy": busy, "/gone": .respond(status: 410)])
        try await add("gone", to: shelf)
        #expect(try await shelf.run("check").code == 2)
        try await add("busy", to: shelf)
        try await shelf.expect(
            "check --per-host 1",
            prints: """
                blocked  2  \(Self.site)busy  (too many requests)
                -        1  \(Self.site)gone  (not requested, the host demands a pause (429))
                checked 2 links: 1 blocked, 1 not requested

                """
        )
        try await shelf.expect("list --dead", prints: "1  \(Self.site)gone  [dead]\n")
        let lines = try await shelf.run("check --per-host 1 --json").output.split(
            separator: "\n"
        )
        #expect(
            lines.last?.contains(#""verdict":null,"status":null,"location":null,"attempts":0"#)
                == true
        )
    }

    @Test
    func `gives moved links their new URLs in one change, and merges links with the same URL`()
        async throws
    {
        let moved = ScriptedSite.Behavior.redirect(to: "/new", status: 301)
        let shelf = try InProcessShelf(
            ScriptedSite(["/a": moved, "/b": moved], otherwise: Self.page("New"))
        )
        for (page, tag) in [("a", "x"), ("b", "y"), ("c", "z")] {
            try await shelf.add("\(Self.site)\(page) -t \(tag) --title New")
        }
        let url = "\(Self.site)new"
        let plan = try await shelf.run("check --update-moved --dry-run")
        #expect(plan.code == 0)
        #expect(
            plan.output.hasSuffix(
                " 1  \(url)\nwould update 2  \(url), merging it into 1\nwould update 2 links\n"
            )
        )
        #expect(try await shelf.links("list --verdict moved").count == 2)
        #expect(
            shelf.web.requests.map(\.method) == [
                "HEAD", "HEAD", "HEAD", "HEAD", "HEAD", "GET", "GET",
            ]
        )
        let no = try RecordingTerminal(input: "n\n", columns: 80)
        try await shelf.run("check --update-moved --max-age 1d", on: no)
        #expect(try no.text(of: .error).contains("Update the URLs of 2 links? [y/N]"))
        #expect(try await shelf.links("list").count == 3)
        let update = try await shelf.run("check --update-moved --max-age 1d")
        #expect(update.output.hasSuffix("updated 2  \(url), merging it into 1\nupdated 2 links\n"))
        #expect(shelf.web.requests.dropFirst(7).map(\.method) == ["GET", "GET", "GET", "GET"])
        try await shelf.run("undo")
        let quiet = try await shelf.run("check --update-moved --max-age 1d --quiet")
        #expect(
            quiet.output.hasSuffix("\nupdated 1  \(url)\nupdated 2  \(url), merging it into 1\n")
        )
        try await shelf.expect("list --verdict ok -t x", prints: "1  New\n   \(url)\n   #x #y\n")
        #expect(try await shelf.run("undo").output.hasPrefix("undid the edit of 2 links"))
        #expect(try await shelf.links("list --verdict moved").count == 2)
        let json = try await shelf.run("check --update-moved --max-age 1d --json")
            .output
        let updated =
            #"{"updated":[{"id":1,"url":"\#(url)","mergedInto":null},{"id":2,"url":"\#(url)","mergedInto":1}],"notUpdated":[]}"#
        #expect(json.hasSuffix("\n\(updated)\n"))
        let error = "error: '--dry-run' requires '--update-moved'\n"
        try await shelf.expect("check --dry-run", errors: error, code: 64)
    }

    @Test func `lists updated links in the order of their IDs`() async throws {
        let numbers = 1...6
        let moves = numbers.map {
            ("/\($0)", ScriptedSite.Behavior.redirect(to: "/new\($0)", status: 301))
        }
        let shelf = try InProcessShelf(
            ScriptedSite(Dictionary(uniqueKeysWithValues: moves), otherwise: Self.page("New"))
        )
        for number in numbers {
            try await shelf.add("\(Self.site)\(number) --title New")
        }
        let output = try await shelf.run("check --update-moved --quiet").output
        let updates = numbers.map { "updated \($0)  \(Self.site)new\($0)\n" }
        #expect(output.hasSuffix(updates.joined()), "\(output)")
    }

    @Test func `reports only verdicts that differ from the last check`() async throws {
        let shelf = try InProcessShelf([
            "/1": .sequence([.respond(), .respond(), .respond(status: 410)]),
            "/2": .respond(status: 410),
        ])
        try await shelf.add("\(Self.site)1 \(Self.site)2")
        try await shelf.expect(
            "check --only-new",
            prints: "dead     2  \(Self.site)2  (gone)\n",
            code: 2
        )
        try await shelf.expect("check --only-new")
        try await shelf.expect(
            "check --only-new",
            prints: "dead     1  \(Self.site)1  (was ok, gone)\n",
            code: 2
        )
        let json = try await shelf.run("check --only-new --json")
        #expect(json.output == "")
        #expect(json.code == 0)
        try await shelf.expect("check --only-new --strict")
    }

    @Test func `moved links whose new pages may be other pages keep their URLs`() async throws {
        let shelf = try InProcessShelf([
            "/posts/1": .redirect(to: "/", status: 301),
            "/posts/2": .redirect(to: "/login?next=/posts/2", status: 301),
            "/posts/3": .redirect(to: "/moved", status: 301),
            "/posts/4": .redirect(to: "/new", status: 301),
            "/": Self.page("Example"), "/login?next=/posts/2": Self.page("Swift concurrency"),
            "/moved": Self.page("Cheap watches"), "/new": Self.page("Swift concurrency"),
        ])
        for number in 1...4 {
            try await shelf.add("\(Self.site)posts/\(number) --title 'Swift concurrency'")
        }
        let plan = try await shelf.run("check --update-moved --quiet")
        let lines = plan.output.split(separator: "\n").suffix(4)
        #expect(
            Array(lines) == [
                "not updated 1  \(Self.site)posts/1  (now at \(Self.site), but it is titled 'Example')",
                "not updated 2  \(Self.site)posts/2  (now at \(Self.site)login?next=/posts/2, but the new URL has other parameters)",
                "not updated 3  \(Self.site)posts/3  (now at \(Self.site)moved, but it is titled 'Cheap watches')",
                "updated 4  \(Self.site)new",
            ]
        )
        #expect(try await shelf.urls("list").count == 4)
        #expect(try await shelf.urls("list --verdict moved").count == 3)
        let json = try await shelf.run("check --update-moved --max-age 1d --json 1")
        let notUpdated =
            #"{"updated":[],"notUpdated":[{"id":1,"url":"\#(Self.site)posts/1","location":"\#(Self.site)","reason":"it is titled 'Example'"}]}"#
        #expect(json.output.hasSuffix("\n\(notUpdated)\n"))
        let all = try await shelf.run("check --update-moved=all --max-age 1d -q 3")
        #expect(all.output.hasSuffix("\nupdated 3  \(Self.site)moved\n"))
        #expect(try await shelf.urls("list --verdict moved").count == 2)
    }

    private static func page(_ title: String) -> ScriptedSite.Behavior {
        .respond(headers: ["Content-Type": "text/html"], body: "<title>\(title)</title>")
    }

    @Test
    func
        `lists links that have been dead for a given time, and reports verdicts that have changed`()
        async throws
    {
        let statuses = [200, 410, 410, 500, 410, 410, 200]
        let shelf = try InProcessShelf(
            ScriptedSite(
                [
                    "/often": .sequence(
                        statuses.flatMap {
                            Array(repeating: .respond(status: $0), count: $0 == 200 ? 1 : 2)
                        }
                    )
                ],
                otherwise: .respond()
            )
        )
        try await add("often", "good", to: shelf)
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
            "list --dead-since 2d",
            prints: "1  \(Self.site)often  [dead since 2023-11-18, 2 checks]\n"
        )
        let terminal = try RecordingTerminal(columns: 50)
        try await shelf.run("list --dead-since 2d --no-color", on: terminal)
        let fitted = "1  http://site…  [dead since 2023-11-18, 2 checks]\n"
        #expect(try terminal.text(of: .output) == fitted)
        let link = try #require(try await shelf.links("list --dead-since 2d").first)
        #expect(link.since == "2023-11-18T22:13:20Z")
        #expect(link.checks == 2)
        try await shelf.expect("list --dead-since 3d", errors: "note: no link matches\n", code: 1)
        #expect(!(try await shelf.run("report").output.contains("changed")))
        try await check()
        let change =
            "  1 verdict changed since the previous check\n    ok (was dead)          1  \(Self.site)often\n"
        #expect(try await shelf.run("report").output.contains(change))
        let narrow = try await shelf.run("report", on: RecordingTerminal(columns: 40))
        #expect(narrow.output.hasSuffix(" (was dead)          1  http://si…\n"), "\(narrow)")
        let narrowest = try await shelf.run("report", on: RecordingTerminal(columns: 30))
        #expect(narrowest.output.hasSuffix(" (was dead)          1…\n"), "\(narrowest)")
        let json = #""changes":[{"id":1,"url":"\#(Self.site)often","old":"dead","new":"ok"}]}"#
        #expect(try await shelf.run("report --json").output.contains(json))
    }

    @Test func `shows and opens the newest archived copies of dead links`() async throws {
        let copy = "http://web.example/web/1/gone"
        let answer = #"{"archived_snapshots": {"closest": {"available": true, "url": "\#(copy)"}}}"#
        let answers: [ScriptedSite.Behavior] = [
            .respond(body: answer),
            .respond(body: answer),
            .respond(body: answer),
            .respond(body: #"{"archived_snapshots": {}}"#),
            .respond(status: 500),
        ]
        let query = "/wayback/available?url=http%3A%2F%2Fsite%2Eexample%2Fgone"
        let shelf = try InProcessShelf(["/gone": .respond(status: 410), query: .sequence(answers)])
        try await add("gone", to: shelf)
        let line = "dead     1  \(Self.site)gone  (gone)\n"
        let summary = "checked 1 link: 1 dead\n"
        try await shelf.expect(
            "check --archived",
            prints: "\(line)         archived at \(copy)\n\(summary)",
            code: 2
        )
        #expect(
            try await shelf.run("check --archived --json").output.hasSuffix(
                #""archived":"\#(copy)"}"# + "\n"
            )
        )
        let opened = Mutex<[String]>([])
        let terminal = try RecordingTerminal { _, url in
            opened.withLock { $0.append(url) }
            return 0
        }
        #expect(try await shelf.run("open 1 --archived", on: terminal).code == 0)
        #expect(opened.withLock(\.self) == [copy])
        try await shelf.expect(
            "open 1 --archived",
            errors: "note: link 1 has no archived copy\n",
            code: 1
        )
        let reason = "cannot search the web archive: invalid response: status 500; try again later"
        try await shelf.expect("open 1 --archived", errors: "error: \(reason)\n", code: 74)
        try await shelf.expect(
            "check --archived",
            prints: line + summary,
            errors: "note: no archived copies are shown: \(reason)\n",
            code: 2
        )
        // The web archive is asked only for http and https URLs.
        try await shelf.add("--any-scheme mailto:me@example.org")
        try await shelf.expect(
            "open 2 --archived",
            errors: "note: link 2 has no archived copy\n",
            code: 1
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
        let outcome = try await shelf.run("check --verbose")
        // The newest link is checked first.
        let lines = outcome.output.split(separator: "\n").dropLast().reversed()
        let names = Verdict.allCases.map(\.rawValue) + ["-"]
        #expect(lines.map { String($0.prefix { $0 != " " }) } == names)
        let column = names.map(\.count).max()! + 2
        for (number, line) in lines.enumerated() {
            #expect(line.dropFirst(column).hasPrefix("\(number + 1)  http"), "\(line)")
        }
    }

    @Test func `does not request URLs that match a pattern`() async throws {
        try await add("good", "gone", "file.pdf")
        try shelf.write(#"{"check": {"skip": "*/gone *.doc"}}"#, to: ".config/shelf/config.json")
        let configured = try await shelf.run("check --retries 0")
        let gone = "-        2  \(Self.site)gone  (not requested, the URL matches '*/gone')\n"
        #expect(configured.output.contains(gone))
        #expect(configured.output.hasSuffix("1 ok, 1 flaky, 1 not requested\n"))
        let skipped = try await shelf.run("check --skip *.pdf --skip http://site.example/go*d")
        #expect(skipped.output.hasSuffix("checked 3 links: 1 dead, 2 not requested\n"))
        let empty = try await shelf.run("check --skip ' '")
        #expect(empty.errors.hasPrefix("error: invalid value ' ' for '--skip': expected a pattern"))
        #expect(empty.code == 64)
    }

    @Test func `rules in the configuration apply to their hosts`() async throws {
        let rules = #"""
            {"site.example": {"accept": 500, "headers": {"X-Key": "a"}, "interval": "1s"}, "*.skipped.example": {"skip": true}}
            """#
        try shelf.write(
            #"{"check": {"retries": 0, "hosts": \#(rules)}}"#,
            to: ".config/shelf/config.json"
        )
        try await add("broken", "gone")
        try await shelf.add("http://www.skipped.example/ http://other.example/broken")
        let output = try await shelf.run("check").output
        #expect(
            output.contains(
                "-        3  http://www.skipped.example/"
                    + "  (not requested, a rule skips the host www.skipped.example)\n"
            )
        )
        #expect(output.hasSuffix("checked 4 links: 1 ok, 1 flaky, 1 dead, 1 not requested\n"))
        let requests = shelf.web.requests.filter { $0.url.host == "site.example" }
        #expect(requests.count == 3)
        #expect(requests.allSatisfy { $0.headers["X-Key"] == "a" })
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
        let patterns = ["Bücher.example", "[0:0::1]:8080", "a.example:443"]
        let rules =
            "{\(patterns.map { "\"\($0)\": {\"skip\": true, \"headers\": {\"X-Key\": \"secret\"}}" }.joined(separator: ","))}"
        try await shelf.add("http://bücher.example/ http://[::1]:8080/ https://a.example/")
        let output = try await shelf.run("check --host-rules \(rules)").output
        #expect(
            output.hasSuffix("checked 3 links: 3 not requested\n"),
            "\(output)"
        )
        #expect(
            shelf.web.requests.isEmpty,
            "\(output)"
        )
        let shown = try await shelf.run(
            "config show --json",
            environment: ["SHELF_CHECK_HOSTS": rules]
        ).output
        #expect(shown.contains(#"\"X-Key\":\"…\""#), "\(shown)")
        #expect(!shown.contains("secret"), "\(shown)")
    }

    @Test func `only dead links lead to exit code 2, unless --strict is given`() async throws {
        try await add("broken", "good")
        #expect(try await shelf.run("check --retries 0").code == 0)
        #expect(try await shelf.run("check --retries 0 --strict").code == 2)
        #expect(
            try await shelf.run("check --retries 0 --strict --accept 500").code == 0
        )
    }

    @Test(arguments: [
        ("500", 0),
        ("100,500", 0),
        ("499..501", 0),
        ("400..500", 2),
        ("400..=500", 0),
        ("501..=999", 2),
    ])
    func `accepts single statuses, half-open ranges and closed ranges`(
        list: String,
        code: Int32
    ) async throws {
        try await add("broken")
        let outcome = try await shelf.run("check --strict --retries 0 --accept \(list)")
        #expect(outcome.code == code)
    }

    @Test func `checks the links that IDs, words and filters select`() async throws {
        try await add("good", "gone")
        #expect(try await shelf.run("check 1").code == 0)
        #expect(shelf.web.requests.map(\.url.path) == ["/good"])
        for call in ["gone", "--verdict dead"] as [CommandLine] {
            #expect(
                try await shelf.run("check --retries 0 \(call)").output.contains(
                    "1 link: 1 dead"
                )
            )
        }
        try await shelf.expect("check --verdict unchecked,ok", prints: "checked 1 link: 1 ok\n")
        for call in ["--verdict flaky", "ostrich"] as [CommandLine] {
            let outcome = try await shelf.run("check \(call)")
            #expect(outcome.code == 1)
            #expect(outcome.errors == "note: no link matches\n")
        }
        #expect(try await shelf.run("check 99").code == 1)
    }

    @Test func `prints one JSON object per line`() async throws {
        try await add("moved", "gone")
        let outcome = try await shelf.run("check --json --interval 0ms")
        let lines = outcome.output.split(separator: "\n").sorted()
        let expected = [
            #""id":1,"url":"\#(Self.site)moved","verdict":"moved","status":200,"location":"\#(Self.site)good","#,
            #""id":2,"url":"\#(Self.site)gone","verdict":"dead","status":410,"location":null,"#,
        ]
        #expect(lines.count == 2)
        #expect(outcome.errors.isEmpty)
        for (line, part) in zip(lines, expected) {
            #expect(line.hasPrefix("{\(part)\"attempts\":2,\"milliseconds\":"))
        }
    }
}
