import Core
import CoreTesting
import Foundation
import ProgramTesting
import Testing

/// `shelf check` against a site that behaves as servers do.
struct CheckCommandTests {
    private let shelf: InProcessShelf

    init() throws { shelf = try InProcessShelf(Self.site) }

    private static let site = ScriptedSite(
        [
            "/good": .respond(body: "here"),
            "/moved": .redirect(to: "/good", status: 301),
            "/temporary": .redirect(to: "/good", status: 302),
            "/gone": .respond(status: 410),
            "/forbidden": .respond(status: 403),
            "/broken": .respond(status: 500),
            "/slow": .hang,
            "/reset": .reset,
            "HEAD /no-head": .respond(status: 405),
            "/no-head": .respond(body: "here"),
        ], otherwise: .respond(status: 404))

    @Test func `a link that is gone is dead, and listed as such`() async throws {
        let shelf = try InProcessShelf(["/gone": .respond(status: 410)])
        try await shelf.run("add", "--no-fetch", "http://site.example/gone")
        #expect(try await shelf.run("check").code == 2)
        #expect(try await shelf.run("list", "--dead").output == "1  http://site.example/gone  [dead]\n")
    }

    @Test func `each link gets its verdict`() async throws {
        let paths = [
            "good", "moved", "temporary", "gone", "missing", "forbidden", "broken", "slow", "reset", "no-head",
        ]
        try await add(paths.map { "\(InProcessShelf.site)\($0)" } + ["http://127.0.0.1:1/"], to: shelf)
        let outcome = try await shelf.run(
            "check", "--json", "--timeout", "2s", "--retries", "0", "--interval", "0ms")
        #expect(outcome.code == 2)
        let verdicts = try outcome.output.split(separator: "\n").reduce(into: [String: String]()) {
            verdicts, line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let path = (object?["url"] as? String)?.split(separator: "/").last.map(String.init) ?? ""
            verdicts[path] = object?["verdict"] as? String
        }
        #expect(
            verdicts == [
                "good": "ok", "moved": "moved", "temporary": "ok", "gone": "dead", "missing": "dead",
                "forbidden": "blocked", "broken": "flaky", "slow": "flaky", "reset": "flaky", "no-head": "ok",
                "127.0.0.1:1": "flaky",
            ])
    }

    @Test func `the outcome is kept, shown and listed`() async throws {
        try await add(["\(InProcessShelf.site)good", "\(InProcessShelf.site)gone"], to: shelf)
        let outcome = try await shelf.run("check", "--retries", "0")
        #expect(outcome.code == 2)
        #expect(outcome.output.contains("dead     2  \(InProcessShelf.site)gone"))
        #expect(outcome.output.hasSuffix("checked 2 links: 1 ok, 1 dead\n"))
        #expect(!outcome.output.contains("/good"))
        #expect(try await shelf.run("list", "--dead").output == "2  \(InProcessShelf.site)gone  [dead]\n")
        #expect(try await shelf.run("search", "gone", "--verdict", "dead").output.contains("gone  [dead]"))
        #expect(try await shelf.run("search", "gone", "--verdict", "ok,moved").code == 1)
        try await add(["\(InProcessShelf.site)later"], to: shelf)
        let rest = try await shelf.run("list", "--verdict", "ok,unchecked", "-n", "5").output
        #expect(rest == "3  \(InProcessShelf.site)later\n1  \(InProcessShelf.site)good\n")
        _ = try await shelf.run("undo")
        #expect(try await shelf.run("show", "1").output.contains("  checked  "))
        let links = try #require(try await shelf.run("list", "--json").json as? [[String: Any]])
        #expect(links.map { $0["verdict"] as? String } == ["dead", "ok"])
        #expect(try await shelf.run("report").output.contains("1 ok, 1 dead, 0 unchecked"))
    }

    @Test func `a link is shown with its last five checks, newest first, or with all of them`() async throws {
        let steps = [200, 301, 403, 500, 404, 410].map { ScriptedSite.Behaviour.respond(status: $0) }
        let shelf = try InProcessShelf(["/": .sequence(steps.flatMap { [$0, $0] })])
        try await add(["\(InProcessShelf.site)"], to: shelf)
        for _ in steps { try await shelf.run("check", "--retries", "0") }
        func verdicts(_ options: String...) async throws -> [String] {
            try await shelf.run(["show", "1"] + options)
                .output.matches(of: /Z +([a-z]+) +\d+ +\d+ ms/).map { String($0.1) }
        }
        let all = try await verdicts("-v")
        #expect(all.count == 6)
        #expect(try await verdicts() == Array(all.prefix(5)))
        #expect(all.first == "dead" && all.last == "ok", "\(all)")
        #expect(try await shelf.run("show", "1").output.hasSuffix("           and 1 earlier, with -v\n"))
    }

    @Test func `what is not requested is said, and keeps its verdict`() async throws {
        let busy = ScriptedSite.Behaviour.respond(status: 429, headers: ["Retry-After": "3600"])
        let site = ScriptedSite(["/busy": busy, "/gone": .respond(status: 410)])
        let shelf = try InProcessShelf(site)
        try await add(["\(InProcessShelf.site)gone"], to: shelf)
        #expect(try await shelf.run("check").code == 2)
        try await add(["\(InProcessShelf.site)busy"], to: shelf)
        let again = try await shelf.run("check", "--per-host", "1")
        #expect(again.code == 0)
        #expect(
            again.output == """
                blocked  2  \(InProcessShelf.site)busy  (too many requests)
                -        1  \(InProcessShelf.site)gone  (not requested, its host asks to be left alone for a while (429))
                checked 2 links: 1 blocked, 1 not requested

                """)
        #expect(try await shelf.run("list", "--dead").output == "1  \(InProcessShelf.site)gone  [dead]\n")
        let lines = try await shelf.run("check", "--per-host", "1", "--json").output.split(separator: "\n")
        #expect(lines.last?.contains(#""verdict":null,"status":null,"location":null,"attempts":0"#) == true)
    }

    @Test func `moved links follow to their new addresses, and two become one`() async throws {
        let moved = ScriptedSite.Behaviour.redirect(to: "/new", status: 301)
        let shelf = try InProcessShelf(ScriptedSite(["/a": moved, "/b": moved], otherwise: .respond()))
        for (page, tag) in [("a", "x"), ("b", "y")] {
            try await shelf.run("add", "--no-fetch", "-t", tag, "\(InProcessShelf.site)\(page)")
        }
        #expect(try await shelf.run("check", "-q").code == 0)
        let links = try #require(
            try await shelf.run("list", "--verdict", "moved", "--json").json as? [[String: Any]])
        #expect(links.count == 2)
        let first = try await shelf.run("edit", "1", "--url", "\(InProcessShelf.site)new", "--merge")
        #expect(first.output == "1  \(InProcessShelf.site)new\n   #x\n")
        let refused = try await shelf.run("edit", "2", "--url", "\(InProcessShelf.site)new")
        #expect(refused.code == 1 && refused.errors.hasSuffix("link 1 already; --merge makes the two one\n"))
        let second = try await shelf.run("edit", "2", "--url", "\(InProcessShelf.site)new", "--merge")
        #expect(second.output == "1  \(InProcessShelf.site)new\n   #x #y\n")
        #expect(try await shelf.run("list", "--verdict", "unchecked").output == second.output)
        #expect(try await shelf.run("edit", "1", "--merge").code == 64)
    }

    @Test func `only dead links make the exit code 2, unless strictness is asked for`() async throws {
        try await add(["\(InProcessShelf.site)broken", "\(InProcessShelf.site)good"], to: shelf)
        #expect(try await shelf.run("check", "--retries", "0").code == 0)
        #expect(try await shelf.run("check", "--retries", "0", "--strict").code == 2)
        #expect(try await shelf.run("check", "--retries", "0", "--strict", "--accept", "500").code == 0)
    }

    @Test func `numbers and words choose what is checked`() async throws {
        try await add(["\(InProcessShelf.site)good", "\(InProcessShelf.site)gone"], to: shelf)
        #expect(try await shelf.run("check", "1").code == 0)
        #expect(shelf.web.requests.map(\.url.path).allSatisfy { $0 == "/good" })
        #expect(try await shelf.run("check", "gone", "--retries", "0").output.contains("1 dead"))
        #expect(
            try await shelf.run("check", "--verdict", "dead", "--retries", "0").output.contains("1 link: 1 dead"))
        #expect(try await shelf.run("check", "--verdict", "unchecked,ok").output == "checked 1 link: 1 ok\n")
        #expect(try await shelf.run("check", "--verdict", "flaky").errors == "shelf: no link matches\n")
        let both = try await shelf.run("check", "1", "--untagged")
        #expect(both.code == 64 && both.errors.hasPrefix("shelf: numbers name links already;"))
        #expect(try await shelf.run("check", "99").code == 1)
        #expect(try await shelf.run("check", "ostrich").code == 1)
    }

    @Test func `an empty library has nothing to check`() async throws {
        try await shelf.run("import", "--from", "urls", "-")
        let outcome = try await shelf.run("check")
        #expect(outcome.code == 0 && outcome.errors == "shelf: the library is empty\n")
    }

    @Test func `what was checked within the age is not requested again`() async throws {
        try await add(["\(InProcessShelf.site)gone", "\(InProcessShelf.site)good"], to: shelf)
        #expect(try await shelf.run("check", "2").code == 0)
        #expect(shelf.web.requests.map(\.url.path) == ["/good"])
        let outcome = try await shelf.run("check", "--max-age", "1d", "--interval", "0ms")
        #expect(outcome.code == 2)
        #expect(outcome.output.hasSuffix("checked 2 links: 1 ok, 1 dead\n"))
        #expect(shelf.web.requests.map(\.url.path) == ["/good", "/gone", "/gone"])
    }

    @Test func `each outcome is one JSON object on a line of its own`() async throws {
        try await add(["\(InProcessShelf.site)moved", "\(InProcessShelf.site)gone"], to: shelf)
        let outcome = try await shelf.run("check", "--json", "--interval", "0ms")
        let lines = outcome.output.split(separator: "\n").sorted()
        let names = [
            #""id":1,"url":"\#(InProcessShelf.site)moved","verdict":"moved","status":200,"location":"\#(InProcessShelf.site)good","#,
            #""id":2,"url":"\#(InProcessShelf.site)gone","verdict":"dead","status":410,"location":null,"#,
        ]
        #expect(lines.count == 2)
        for (line, start) in zip(lines, names) {
            #expect(line.hasPrefix("{\(start)\"attempts\":2,\"milliseconds\":"))
        }
        #expect(outcome.errors.isEmpty)
    }

    @Test(arguments: [
        ["--max-age", "1w"], ["--max-age", "-1d"], ["--timeout", "0s"], ["--interval", "50"], ["--accept", "2xx"],
        ["--accept", "99"], ["--accept", "299..=200"], ["--accept", ""], ["--concurrency", "0"],
        ["--per-host", "1025"],
        ["--retries", "-1"],
    ])
    func `a value that an option does not take is named, with what it takes`(arguments: [String]) async throws {
        let outcome = try await shelf.run(["check"] + arguments)
        #expect(outcome.code == 64)
        #expect(outcome.errors.hasPrefix("shelf: '\(arguments[1])' is no value for '\(arguments[0])'; it takes "))
    }

    private func add(_ addresses: [String], to shelf: InProcessShelf) async throws {
        let outcome = try await shelf.run(
            "add", "--no-fetch", "--quiet", "-", input: addresses.joined(separator: "\n"))
        #expect(outcome.code == 0, "\(outcome.errors)")
    }
}
