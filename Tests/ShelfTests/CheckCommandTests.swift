import Core
import CoreTesting
import Foundation
import ProgramTesting
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
        for page in pages { try await (other ?? shelf).add("\(Self.site)\(page)") }
    }

    @Test func `reports and lists a link as dead after its page was removed`() async throws {
        let shelf = try InProcessShelf(["/gone": .respond(status: 410)])
        try await shelf.run("add", "--no-fetch", "http://site.example/gone")
        #expect(try await shelf.run("check").code == 2)
        #expect(try await shelf.run("list", "--dead").output == "1  http://site.example/gone  [dead]\n")
    }

    @Test func `saves, shows and lists the verdicts`() async throws {
        try await add("good", "gone")
        let outcome = try await shelf.run("check", "--retries", "0")
        #expect(outcome.code == 2 && outcome.output.contains("dead     2  \(Self.site)gone"))
        #expect(outcome.output.hasSuffix("checked 2 links: 1 ok, 1 dead\n") && !outcome.output.contains("/good"))
        try await shelf.expect("list", "--dead", prints: "2  \(Self.site)gone  [dead]\n")
        #expect(try await shelf.run("search", "gone", "--verdict", "dead").output.contains("gone  [dead]"))
        #expect(try await shelf.run("search", "gone", "--verdict", "ok,moved").code == 1)
        try await add("later")
        try await shelf.expect(
            "list", "--verdict", "ok,unchecked", "-n", "5", prints: "3  \(Self.site)later\n1  \(Self.site)good\n")
        try await shelf.run("undo")
        #expect(try await shelf.run("show", "1").output.contains("  checked  "))
        #expect(try await shelf.links("list").map { $0["verdict"] as? String } == ["dead", "ok"])
        #expect(try await shelf.run("report").output.contains("1 ok, 1 dead, 0 unchecked"))
    }

    @Test func `shows the last five checks of a link, newest first, or all of them`() async throws {
        let steps = [200, 301, 403, 500, 404, 410].map { ScriptedSite.Behavior.respond(status: $0) }
        let shelf = try InProcessShelf(["/": .sequence(steps.flatMap { [$0, $0] })])
        try await add("", to: shelf)
        for _ in steps { try await shelf.run("check", "--retries", "0") }
        func verdicts(_ options: String...) async throws -> [String] {
            try await shelf.run(["show", "1"] + options)
                .output.matches(of: /Z +([a-z]+) +\d+ +\d+ ms/).map { String($0.1) }
        }
        let all = try await verdicts("-v")
        #expect(all.count == 6 && all.first == "dead" && all.last == "ok", "\(all)")
        #expect(try await verdicts() == Array(all.prefix(5)))
        #expect(try await shelf.run("show", "1").output.hasSuffix("           and 1 earlier, with -v\n"))
    }

    @Test func `reports links that are not requested, which keep their verdict`() async throws {
        let busy = ScriptedSite.Behavior.respond(status: 429, headers: ["Retry-After": "3600"])
        let shelf = try InProcessShelf(["/busy": busy, "/gone": .respond(status: 410)])
        try await add("gone", to: shelf)
        #expect(try await shelf.run("check").code == 2)
        try await add("busy", to: shelf)
        try await shelf.expect(
            "check", "--per-host", "1",
            prints: """
                blocked  2  \(Self.site)busy  (too many requests)
                -        1  \(Self.site)gone  (not requested, the host demands a pause (429))
                checked 2 links: 1 blocked, 1 not requested

                """)
        try await shelf.expect("list", "--dead", prints: "1  \(Self.site)gone  [dead]\n")
        let lines = try await shelf.run("check", "--per-host", "1", "--json").output.split(separator: "\n")
        #expect(lines.last?.contains(#""verdict":null,"status":null,"location":null,"attempts":0"#) == true)
    }

    @Test func `moved links can be updated, and two with the same new URL merged`() async throws {
        let moved = ScriptedSite.Behavior.redirect(to: "/new", status: 301)
        let shelf = try InProcessShelf(ScriptedSite(["/a": moved, "/b": moved], otherwise: .respond()))
        for (page, tag) in [("a", "x"), ("b", "y")] {
            try await shelf.add("\(Self.site)\(page)", options: ["-t", tag])
        }
        #expect(try await shelf.run("check", "-q").code == 0)
        #expect(try await shelf.links("list", "--verdict", "moved").count == 2)
        let url = "\(Self.site)new"
        try await shelf.expect("edit", "1", "--url", url, "--merge", prints: "1  \(url)\n   #x\n")
        let refusal = "error: '\(url)' is already the URL of link 1; add --merge to merge the two links\n"
        try await shelf.expect("edit", "2", "--url", url, errors: refusal, code: 1)
        try await shelf.expect("edit", "2", "--url", url, "--merge", prints: "1  \(url)\n   #x #y\n")
        try await shelf.expect("list", "--verdict", "unchecked", prints: "1  \(url)\n   #x #y\n")
    }

    @Test func `only dead links set the exit code, unless --strict is given`() async throws {
        try await add("broken", "good")
        #expect(try await shelf.run("check", "--retries", "0").code == 0)
        #expect(try await shelf.run("check", "--retries", "0", "--strict").code == 2)
        #expect(try await shelf.run("check", "--retries", "0", "--strict", "--accept", "500").code == 0)
    }

    @Test func `checks the links that IDs, words and filters select`() async throws {
        try await add("good", "gone")
        #expect(try await shelf.run("check", "1").code == 0)
        #expect(shelf.web.requests.map(\.url.path).allSatisfy { $0 == "/good" })
        for call in [["gone"], ["--verdict", "dead"]] {
            #expect(try await shelf.run(["check", "--retries", "0"] + call).output.contains("1 link: 1 dead"))
        }
        try await shelf.expect("check", "--verdict", "unchecked,ok", prints: "checked 1 link: 1 ok\n")
        for call in [["--verdict", "flaky"], ["ostrich"]] {
            let outcome = try await shelf.run(["check"] + call)
            #expect(outcome.code == 1 && outcome.errors == "note: no link matches\n")
        }
        #expect(try await shelf.run("check", "99").code == 1)
    }

    @Test func `requests only links whose last check is older than --max-age`() async throws {
        try await add("gone", "good")
        #expect(try await shelf.run("check", "2").code == 0 && shelf.web.requests.map(\.url.path) == ["/good"])
        let outcome = try await shelf.run("check", "--max-age", "1d", "--interval", "0ms")
        #expect(outcome.code == 2 && outcome.output.hasSuffix("checked 2 links: 1 ok, 1 dead\n"))
        #expect(shelf.web.requests.map(\.url.path) == ["/good", "/gone", "/gone"])
    }

    @Test func `prints one JSON object per line`() async throws {
        try await add("moved", "gone")
        let outcome = try await shelf.run("check", "--json", "--interval", "0ms")
        let lines = outcome.output.split(separator: "\n").sorted()
        let expected = [
            #""id":1,"url":"\#(Self.site)moved","verdict":"moved","status":200,"location":"\#(Self.site)good","#,
            #""id":2,"url":"\#(Self.site)gone","verdict":"dead","status":410,"location":null,"#,
        ]
        #expect(lines.count == 2 && outcome.errors.isEmpty)
        for (line, part) in zip(lines, expected) { #expect(line.hasPrefix("{\(part)\"attempts\":2,\"milliseconds\":")) }
    }
}
