import Core
import CoreTesting
import Foundation
import ProgramTesting
import Testing

struct LinkCommandTests {
    @Test func `add saves a link with a date, and moves a link that exists to the front`()
        async throws
    {
        let shelf = try InProcessShelf()
        try await shelf.add("\(InProcessShelf.site)1 --date 2020-02-27")
        try await shelf.add("\(InProcessShelf.site)2 --date 2021-02-27T19:37:00Z")
        #expect(
            try await shelf.links("show 1").first?.added == "2020-02-27T00:00:00Z"
        )
        #expect(
            try await shelf.links("show 2").first?.added == "2021-02-27T19:37:00Z"
        )
        let newest = ["\(InProcessShelf.site)2", "\(InProcessShelf.site)1"]
        #expect(try await shelf.urls("list") == newest)
        let url = "\(InProcessShelf.site)1"
        #expect(try await shelf.run("add --no-fetch \(url)").code == 1)
        #expect(try await shelf.urls("list") == newest)
        #expect(try await shelf.run("add --no-fetch --bump \(url)").code == 0)
        #expect(try await shelf.urls("list") == newest.reversed())
        #expect(
            try await shelf.links("show 1").first?.added == "2023-11-14T22:13:20Z"
        )
        #expect(try await shelf.run("undo").code == 0)
        #expect(try await shelf.urls("list") == newest)
    }

    @Test func `add accepts the first date of the Unix epoch`() async throws {
        let shelf = try InProcessShelf()
        try await shelf.add("\(InProcessShelf.site)1 --date 1970-01-01")
        let added = try await shelf.links("show 1").first?.added
        #expect(added == "1970-01-01T00:00:00Z")
    }

    @Test(arguments: ["yesterday", "2024-13-01", "1969-12-31"])
    func `add rejects an invalid date`(text: String) async throws {
        let outcome = try await InProcessShelf().run("add --date \(text) http://a.example/")
        #expect(outcome.code == 64)
        #expect(
            outcome.errors
                == "error: invalid value '\(text)' for '--date': expected a date such as 2024-02-27 or 2024-02-27T19:37:00Z\n"
        )
    }

    private let shelf: InProcessShelf
    private static let site = InProcessShelf.site
    private static let now = "2023-11-14T22:13:20Z"
    init() throws {
        shelf = try InProcessShelf()
    }

    private func page(_ title: String) -> ScriptedSite.Behavior {
        .respond(headers: ["Content-Type": "text/html"], body: "<title>\(title)</title>")
    }

    private func urls(_ numbers: Int...) -> [String] {
        numbers.map { "https://example.org/\($0)" }
    }

    @Test func `saves a link with the title and description of its page`() async throws {
        let shelf = try InProcessShelf([
            "/page": .respond(
                headers: ["Content-Type": "text/html; charset=utf-8"],
                body: "<title>A &amp; B&hellip;</title><meta name=description content='About A'>"
            )
        ])
        let added = try await shelf.run("add \(Self.site)page -t Swift --json")
        #expect(added.code == 0)
        #expect(added.errors == "")
        let link = try #require(try added.links().first)
        #expect(link.title == "A & B…")
        #expect(link.note == "About A")
        #expect(link.tags == ["Swift"])
    }

    @Test(
        arguments: [
            (.respond(status: 404), "the server responded with status 404"),
            (.respond(headers: ["Content-Type": "text/plain"]), "not an HTML page (text/plain)"),
            (.fail(.unsupportedURL("a")), "cannot request 'a'"),
            (.fail(.noSuchHost("a")), "host 'a' not found"),
            (.fail(.lookupFailed(host: "a")), "cannot look up 'a'; check the network connection"),
            (.fail(.cannotConnect(host: "a")), "cannot connect to 'a'"),
            (.fail(.connectionLost(host: "a")), "the connection to 'a' was lost"),
            (.fail(.timedOut), "timed out"),
            (.fail(.untrustedServer(host: "a", reason: "b")), "cannot trust 'a': b"),
            (.fail(.malformedResponse(reason: "a")), "invalid response: a"),
            (.fail(.tooManyRedirects), "too many redirects"),
            (.fail(.canceled), "interrupted"),
        ] as [(ScriptedSite.Behavior, String)]
    )
    func `saves a link even if its page cannot be read`(
        _ page: ScriptedSite.Behavior,
        reason: String
    ) async throws {
        let note = "note: saved \(Self.site) without a title: \(reason)\n"
        try await InProcessShelf(["/": page]).expect(
            "add \(Self.site)",
            prints: "1  \(Self.site)\n",
            errors: note
        )
    }

    @Test func `notes that the page of an existing link without a title cannot be read`()
        async throws
    {
        let shelf = try InProcessShelf(["/": .respond(status: 500)])
        try await shelf.add("\(Self.site)")
        let note = "note: link 1 still has no title: the server responded with status 500\n"
        let known = "note: link 1 already exists: \(Self.site)\n"
        try await shelf.expect("add \(Self.site)", errors: note + known, code: 1)
    }

    @Test func `adds missing details to an existing link, and overwrites nothing`() async throws {
        let url = "https://example.org/"
        try await shelf.add("\(url) -t a")
        let link = try #require(
            try await shelf.links("add --no-fetch -t neu --title T \(url)").first
        )
        #expect(link.tags == ["a", "neu"])
        #expect(link.title == "T")
        #expect(
            try await shelf.run("undo --dry-run").output.hasPrefix(
                "would undo the edit of 1 link"
            )
        )
        let errors = """
            note: link 1 already exists: https://example.org/
            note: link 1 keeps its title; to change it: shelf edit 1 --title TEXT

            """
        let variant = "HTTPS://Example.org:443/"
        try await shelf.expect(
            "add --no-fetch -t NEU --title U \(variant)",
            errors: errors,
            code: 1
        )
        let same = try await shelf.run("add --no-fetch --json --title U \(url)")
        #expect(same.code == 1)
        #expect(same.errors == errors)
        #expect(try same.links().first?.id == 1)
        #expect(try await shelf.run("show 1").output.hasPrefix("T\n"))
        let note = try await shelf.run("add -q --no-fetch --note N \(url)")
        #expect(note.errors == "")
        let other = try await shelf.run("add --no-fetch --title ' T ' --note M \(url)")
        #expect(
            other.errors.hasSuffix(
                "note: link 1 keeps its note; to change it: shelf edit 1 --note TEXT\n"
            )
        )
        #expect(!other.errors.contains("its title"))
        try await shelf.expect("add -q --no-fetch -t x \(url)")
    }

    @Test func `reads URLs from standard input, and reports invalid lines`() async throws {
        let input =
            "\u{FEFF}https://a.example/\r\n\nhttps://b.example/ \thttps://c.example/\n# https://no.example\nnonsense\nhttps://d.example/a b\r\n"
        let outcome = try await shelf.run("add --no-fetch -q -", input: input)
        #expect(outcome.code == 65)
        let error = "cannot save 'nonsense': the URL must begin with http:// or https://"
        #expect(outcome.errors == "error: line 5: \(error)\n")
        let urls = [
            "https://a.example/", "https://b.example/", "https://c.example/",
            "https://d.example/a",
        ]
        #expect(try await shelf.urls("list") == urls.reversed())
        #expect(try await shelf.links("list").first?.title == "b")
        try await shelf.expect("add --no-fetch -")
    }

    @Test func `list shows links that were probably saved twice, next to each other`()
        async throws
    {
        try await shelf.add("http://b.example https://a.example/x?y https://www.b.example/a")
        try await shelf.expect("list --duplicates", errors: "note: no link matches\n", code: 1)
        try await shelf.add("-t t https://www.a.example/x/?y")
        try await shelf.add("https://www.b.example/ http://a.example/X?y http://c.example/")
        let found = [
            "https://www.a.example/x/?y", "https://a.example/x?y",
            "https://www.b.example/", "http://b.example/",
        ]
        #expect(try await shelf.urls("list --duplicates") == found)
        let first = Array(found.prefix(1))
        #expect(try await shelf.urls("list --duplicates -n 1") == first)
        #expect(try await shelf.urls("list --duplicates -t t") == [])
    }

    @Test(arguments: ["add", "edit 1 --url"] as [CommandLine])
    func `a URL with text after a space is refused`(command: CommandLine) async throws {
        try await shelf.add("https://x.example/1")
        for text in ["https://x.example/ | Title", "https://z.example/\tsome words"] {
            let outcome = try await shelf.run("\(command) \(text)")
            #expect(outcome.code == 64)
            #expect(outcome.errors.contains("the URL contains a space; write the space as %20"))
        }
        let trimmed = try await shelf.run("\(command) \(" https://x.example/2\n")")
        #expect(trimmed.code == 0)
        #expect(try await shelf.urls("list").contains("https://x.example/2"))
    }

    @Test func `requests the pages of a host one interval apart`() async throws {
        func interval(_ options: CommandLine = "", environment: [String: String] = [:]) async throws
            -> Int
        {
            let shelf = try InProcessShelf()
            let urls = ["\(Self.site)1", "\(Self.site)2"]
            try await shelf.run("add -q \(options) \(urls)", environment: environment)
            let times = shelf.web.requests.map(\.received).sorted()
            try #require(times.count == 2)
            return Int((times[1].timeIntervalSince(times[0]) * 1000).rounded())
        }
        #expect(try await interval() == 50)
        #expect(try await interval("--interval 3s") == 3000)
        #expect(try await interval("--interval 0s") == 0)
        #expect(try await interval(environment: ["SHELF_CHECK_INTERVAL": "2s"]) == 2000)
    }

    @Test func `mentions the interval once for a long list of links to one host`() async throws {
        let note =
            "note: pages on one host are fetched every 50ms; to change that, add --interval TIME or --no-fetch\n"
        let input = (1...230).map { "\($0 <= 120 ? Self.site : "http://other.example/")\($0)\n" }
        for (count, options, notes) in [
            (99, [], 0), (100, [], 1), (230, [], 1), (230, ["--no-fetch"], 0),
            (230, ["--interval", "0s"], 0),
        ] {
            let shelf = try InProcessShelf(ScriptedSite(otherwise: page("A")))
            let outcome = try await shelf.run(
                "add - \(options)",
                input: input.prefix(count).joined()
            )
            #expect(outcome.code == 0)
            #expect(outcome.errors == String(repeating: note, count: notes))
        }
    }

    @Test func `fetches the titles of links that have none, or of the given links`() async throws {
        let shelf = try InProcessShelf([
            "/1": page("one"), "/2": page("two"), "/3": .respond(status: 404),
        ])
        try await shelf.add("\(Self.site)1 \(Self.site)2 \(Self.site)3")
        try await shelf.run("edit 1 --title mine")
        try await shelf.expect(
            "edit --fetch",
            prints: "2  two\n   \(Self.site)2\n",
            errors: "note: cannot read the page of link 3: the server responded with status 404\n"
        )
        #expect(try await shelf.links("edit 1 --fetch").first?.title == "one")
        #expect(try await shelf.run("edit 3 1 --fetch").code == 1)
        for _ in 1...2 {
            #expect(try await shelf.run("undo").output.hasPrefix("undid the edit of 1 link"))
        }
        #expect(try await shelf.links("list").map(\.title) == [nil, nil, "mine"])
    }

    @Test func `shortens long URLs on standard error, and nowhere else`() async throws {
        let url = "https://example.org/" + String(repeating: "a", count: 50_000) + "/end"
        #expect(
            try await shelf.run("add --no-fetch --json -- \(url)").links().first?.url == url
        )
        let again = try await shelf.run("add --no-fetch \(url)")
        #expect(again.errors.hasPrefix("note: link 1 already exists: https://example.org/aaa"))
        #expect(again.errors.hasSuffix("a/end\n"))
        #expect(again.errors.contains("…"))
        let word = again.errors.dropFirst("note: link 1 already exists: ".count).dropLast()
        #expect(word.count == 500)
        #expect(try await shelf.run("list").output.contains(url))
    }

    @Test func `lists links as text and as JSON`() async throws {
        try await shelf.add("https://example.org/1 --title One -t b,a")
        try await shelf.expect("list", prints: "1  One\n   https://example.org/1\n   #a #b\n")
        let dates =
            #""added":"\#(Self.now)","updated":"\#(Self.now)","verdict":null,"checked":null"#
        let link =
            #"{"id":1,"url":"https://example.org/1","title":"One","note":null,"tags":["a","b"],\#(dates)}"#
        try await shelf.expect("list --json", prints: "[\n\(link)\n]\n")
    }

    @Test func `an empty library is not an error`() async throws {
        try await shelf.run("import --from urls -")
        try await shelf.expect(
            "list",
            errors: "note: the library is empty; 'shelf add URL' saves a link\n"
        )
        #expect(try await shelf.run("list --json").output == "[]\n")
        try await shelf.expect(
            "tag list",
            errors: "note: no link has a tag; 'shelf edit ID -t TAG' adds one\n"
        )
        try await shelf.expect("check", errors: "note: the library is empty\n")
        try await shelf.expect("edit --fetch", errors: "note: every link has a title\n")
    }

    @Test func `filters and sorts the links that list and search print`() async throws {
        for (number, options) in [
            (1, ["--title", "b", "-t", "x,y"]),
            (2, ["--title", "a", "-t", "x"]),
            (3, ["--title", "c", "-t", "y"]),
            (4, []),
            (5, ["--title", "T"]),
            (6, ["-t", "z"]),
            (7, ["--note", "n"]),
        ] { try await shelf.add("https://example.org/\(number) \(options)") }
        let expected: [(CommandLine, [String])] = [
            ("list -t X", urls(2, 1)),
            ("list -t x -t y", urls(1)),
            ("list -t x --not-tag y", urls(2)),
            ("list --sort title -n 1 -t x", urls(2)),
            ("list --untagged", urls(7, 5, 4)),
            ("list --untitled -n 2", urls(7, 6)),
            ("search --untitled --not-tag z", urls(7, 4)),
            ("search --untagged --untitled -n 1 example --sort added", urls(7)),
            ("list --untitled -t z --verdict unchecked", urls(6)),
            ("list -n 0", []),
            ("search -t Y", urls(3, 1)),
            ("search example -t x,y", urls(1)),
        ]
        for (call, urls) in expected {
            let outcome = try await shelf.run("\(call) --json")
            #expect(try outcome.links().map(\.url) == urls, "\(call)")
            #expect(outcome.code == 0, "\(call)")
        }
        try await shelf.expect("list --untagged --dead", errors: "note: no link matches\n", code: 1)
        try await shelf.expect(
            "search ostrich",
            errors: "note: no link matches 'ostrich'\n",
            code: 1
        )
        try await shelf.expect(
            "list -t z,unknown,y,x",
            errors: "note: no link has the tag 'unknown'\n",
            code: 1
        )
        try await shelf.expect(
            "list -t delta,beta,gamma,zeta --not-tag epsilon,alpha,iota,theta",
            errors: "note: no link has the tag 'alpha'\n",
            code: 1
        )
        #expect(try await shelf.run("list -t unknown --json").output == "[]\n")
        try await shelf.expect("search --dead", errors: "note: no link matches\n", code: 1)
    }

    @Test func `sorts search results in the same orders as a list`() async throws {
        let links = """
            [{"url":"https://example.org/1","title":"x","note":"swift","added":1000,"verdict":"ok","checked":3000},
            {"url":"https://example.org/2","title":"Swift","added":2000,"verdict":"ok","checked":1000},
            {"url":"https://example.org/3","title":"a swift","added":3000,"verdict":"ok","checked":2000},
            {"url":"https://example.org/4","title":"b","tags":["swift"],"added":4000}]
            """
        try await shelf.run("import \(shelf.write(links, to: "links.json"))")
        for (order, found) in [
            ("added", urls(4, 3, 2, 1)),
            ("title", urls(3, 4, 2, 1)),
            ("checked", urls(4, 2, 3, 1)),
        ] {
            #expect(try await shelf.urls("search swift --sort \(order)") == found, "\(order)")
            #expect(
                try await shelf.urls("search swift --sort \(order) -n 2")
                    == Array(found.prefix(2))
            )
        }
        #expect(
            try await shelf.urls("search swift --sort relevance")
                == shelf.urls("search swift")
        )
        #expect(try await shelf.urls("search swift").last == urls(1)[0])
        #expect(
            try await shelf.urls("search swift --sort checked --verdict ok")
                == urls(2, 3, 1)
        )
    }

    @Test func `a search excludes words, and finds links with one of several words`() async throws {
        for (number, title) in ["Swift", "Swift video", "Rust", "C++"].enumerated() {
            try await shelf.add("\(urls(number + 1)[0]) --title \(title)")
        }
        #expect(try await shelf.urls("search 'swift -video'") == urls(1))
        let found = try await shelf.run("search --json -- swift -video").links()
        #expect(found.map(\.url) == urls(1))
        let others = try await shelf.run("search --json -- -swift").links()
        #expect(others.map(\.url) == urls(4, 3))
        #expect(try await Set(shelf.urls("search swift OR rust")) == Set(urls(1, 2, 3)))
        #expect(try await shelf.urls("search 'c++ OR rust' --sort title") == urls(4, 3))
    }

    @Test(arguments: ["list", "search"])
    func `a list requires tags, excludes tags, or accepts any of several tags`(_ command: String)
        async throws
    {
        try await shelf.add("\(urls(1)[0]) -t swift,book")
        try await shelf.add("\(urls(2)[0]) -t rust")
        try await shelf.add("\(urls(3)[0]) -t 'to read,book'")
        func found(_ tags: String...) async throws -> [String] {
            try await shelf.urls("\(command) \(tags.flatMap { ["-t", $0] })")
        }
        #expect(try await found("swift OR rust") == urls(2, 1))
        #expect(try await found("rust OR to read,-book") == urls(2))
        #expect(try await found("book", "swift OR rust") == urls(1))
        #expect(try await found("book, -swift") == urls(3))
        #expect(try await found("-book") == urls(2))
    }

    @Test(arguments: ["list", "search"])
    func `suggests an existing tag for a tag that no link has`(command: String) async throws {
        try await shelf.add("https://example.org -t swift")
        let note = "note: no link has the tag 'swfit'; did you mean 'swift'?\n"
        for option in ["-t", "--not-tag"] {
            try await shelf.expect(
                "\(command) \(option) swfit --verdict dead",
                errors: note,
                code: 1
            )
        }
    }

    @Test func `removes all given links or none`() async throws {
        try await shelf.add("https://example.org/1 https://example.org/2")
        #expect(try await shelf.run("rm 1 9").code == 1)
        try await shelf.expect("rm 1 --dry-run", prints: "would remove 1  https://example.org/1\n")
        #expect(try await shelf.urls("list").count == 2)
        try await shelf.expect("rm 1", prints: "removed 1  https://example.org/1\n")
        #expect(try await shelf.urls("list") == ["https://example.org/2"])
    }

    @Test(
        arguments: [
            ([], [:], true),
            (["--no-color"], [:], false),
            (["--json"], [:], false),
            ([], ["NO_COLOR": "1"], false),
            ([], ["TERM": "dumb"], false),
            ([], ["SHELF_COLOR": "false"], false),
        ] as [([String], [String: String], Bool)]
    )
    func `shows color on a terminal unless color is disabled`(
        _ options: [String],
        _ variables: [String: String],
        _ hasColor: Bool
    ) async throws {
        try await shelf.add("https://example.org/")
        let outcome = try await shelf.run(
            "list \(options)",
            on: RecordingTerminal(columns: 80),
            environment: variables
        )
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
        let shelf = try InProcessShelf(["/": .respond(status: 410)])
        try await shelf.add("\(Self.site) --title \(String(repeating: "x", count: 40))")
        try await shelf.run("check")
        let terminal = try RecordingTerminal(columns: 20)
        let lines = try await shelf.run("list --no-color", on: terminal).output.split(
            separator: "\n"
        )
        #expect(lines.first == "1  xxxxxxxx…  [dead]")
    }

    @Test func `control characters of a title are removed for a terminal, and kept in JSON`()
        async throws
    {
        let title = "evil \u{1B}[31mred\u{1B}[0m\u{7}\nline \u{202E}reversed"
        try await shelf.add("https://example.org/1 --title \(title)")
        let calls: [CommandLine] = ["list", "search evil", "show 1", "rm 1 --dry-run"]
        for command in calls {
            let outcome = try await shelf.run(command)
            #expect(outcome.output.contains("evil [31mred[0m line reversed"), "\(command)")
        }
        #expect(try await shelf.links("list").first?.title == title)
    }
}
