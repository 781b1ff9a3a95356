import Core
import CoreTesting
import Foundation
import ProgramTesting
import Testing

/// `shelf check` against a server that behaves as servers do.
struct CheckCommandTests {
    private let program: Program

    init() throws { program = try Program() }

    private let site = ScriptedSite(
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

    @Test func `each link gets its verdict`() async throws {
        try await LoopbackServer.serving(site) { server in
            let paths = [
                "good", "moved", "temporary", "gone", "missing", "forbidden", "broken", "slow", "reset", "no-head",
            ]
            try await add(paths.map { "\(server.url)\($0)" } + ["http://127.0.0.1:1/"])
            let outcome = try await program.run(
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
    }

    @Test func `the outcome is kept, shown and listed`() async throws {
        try await LoopbackServer.serving(site) { server in
            try await add(["\(server.url)good", "\(server.url)gone"])
            let outcome = try await program.run("check", "--retries", "0")
            #expect(outcome.code == 2)
            #expect(outcome.output.contains("dead     2  \(server.url)gone"))
            #expect(outcome.output.hasSuffix("checked 2 links: 1 ok, 1 dead\n"))
            #expect(!outcome.output.contains("/good"))
            #expect(try await program.run("list", "--dead").output == "2  \(server.url)gone  [dead]\n")
            #expect(try await program.run("search", "gone", "--verdict", "dead").output.contains("gone  [dead]"))
            #expect(try await program.run("search", "gone", "--verdict", "ok,moved").code == 1)
            try await add(["\(server.url)later"])
            let rest = try await program.run("list", "--verdict", "ok,unchecked", "-n", "5").output
            #expect(rest == "3  \(server.url)later\n1  \(server.url)good\n")
            _ = try await program.run("undo")
            #expect(try await program.run("show", "1").output.contains("  checked  "))
            let links = try #require(try await program.run("list", "--json").json as? [[String: Any]])
            #expect(links.map { $0["verdict"] as? String } == ["dead", "ok"])
            #expect(try await program.run("report").output.contains("1 ok, 1 dead, 0 unchecked"))
        }
    }

    @Test func `a link is shown with its last five checks, newest first, or with all of them`() async throws {
        let steps = [200, 301, 403, 500, 404, 410].map { ScriptedSite.Behaviour.respond(status: $0) }
        try await LoopbackServer.serving(["/": .sequence(steps.flatMap { [$0, $0] })]) { server in
            try await add(["\(server.url)"])
            for _ in steps { try await program.run("check", "--retries", "0") }
            func verdicts(_ options: String...) async throws -> [String] {
                try await program.run(["show", "1"] + options, environment: ["SHELF_LIBRARY": program.library])
                    .output.matches(of: /Z +([a-z]+) +\d+ +\d+ ms/).map { String($0.1) }
            }
            let all = try await verdicts("-v")
            #expect(all.count == 6)
            #expect(try await verdicts() == Array(all.prefix(5)))
            #expect(all.first == "dead" && all.last == "ok", "\(all)")
            #expect(try await program.run("show", "1").output.hasSuffix("           and 1 earlier, with -v\n"))
        }
    }

    @Test func `what is not requested is said, and keeps its verdict`() async throws {
        let busy = ScriptedSite.Behaviour.respond(status: 429, headers: ["Retry-After": "3600"])
        let site = ScriptedSite(["/busy": busy, "/gone": .respond(status: 410)])
        try await LoopbackServer.serving(site) { server in
            try await add(["\(server.url)gone"])
            #expect(try await program.run("check").code == 2)
            try await add(["\(server.url)busy"])
            let again = try await program.run("check", "--per-host", "1")
            #expect(again.code == 0)
            #expect(
                again.output == """
                    blocked  2  \(server.url)busy  (too many requests)
                    -        1  \(server.url)gone  (not requested, its host asks to be left alone for a while (429))
                    checked 2 links: 1 blocked, 1 not requested

                    """)
            #expect(try await program.run("list", "--dead").output == "1  \(server.url)gone  [dead]\n")
            let lines = try await program.run("check", "--per-host", "1", "--json").output.split(separator: "\n")
            #expect(lines.last?.contains(#""verdict":null,"status":null,"location":null,"attempts":0"#) == true)
        }
    }

    @Test func `moved links follow to their new addresses, and two become one`() async throws {
        let moved = ScriptedSite.Behaviour.redirect(to: "/new", status: 301)
        try await LoopbackServer.serving(ScriptedSite(["/a": moved, "/b": moved], otherwise: .respond())) { server in
            for (page, tag) in [("a", "x"), ("b", "y")] {
                try await program.run("add", "--no-fetch", "-t", tag, "\(server.url)\(page)")
            }
            #expect(try await program.run("check", "-q").code == 0)
            let links = try #require(
                try await program.run("list", "--verdict", "moved", "--json").json as? [[String: Any]])
            #expect(links.count == 2)
            let first = try await program.run("edit", "1", "--url", "\(server.url)new", "--merge")
            #expect(first.output == "1  \(server.url)new\n   #x\n")
            let refused = try await program.run("edit", "2", "--url", "\(server.url)new")
            #expect(refused.code == 1 && refused.errors.hasSuffix("link 1 already; --merge makes the two one\n"))
            let second = try await program.run("edit", "2", "--url", "\(server.url)new", "--merge")
            #expect(second.output == "1  \(server.url)new\n   #x #y\n")
            #expect(try await program.run("list", "--verdict", "unchecked").output == second.output)
            #expect(try await program.run("edit", "1", "--merge").code == 64)
        }
    }

    @Test func `only dead links make the exit code 2, unless strictness is asked for`() async throws {
        try await LoopbackServer.serving(site) { server in
            try await add(["\(server.url)broken", "\(server.url)good"])
            #expect(try await program.run("check", "--retries", "0").code == 0)
            #expect(try await program.run("check", "--retries", "0", "--strict").code == 2)
            #expect(try await program.run("check", "--retries", "0", "--strict", "--accept", "500").code == 0)
        }
    }

    @Test func `numbers and words choose what is checked`() async throws {
        try await LoopbackServer.serving(site) { server in
            try await add(["\(server.url)good", "\(server.url)gone"])
            #expect(try await program.run("check", "1").code == 0)
            #expect(server.requests.map(\.url.path).allSatisfy { $0 == "/good" })
            #expect(try await program.run("check", "gone", "--retries", "0").output.contains("1 dead"))
            #expect(
                try await program.run("check", "--verdict", "dead", "--retries", "0").output.contains("1 link: 1 dead"))
            #expect(try await program.run("check", "--verdict", "unchecked,ok").output == "checked 1 link: 1 ok\n")
            #expect(try await program.run("check", "--verdict", "flaky").errors == "shelf: no link matches\n")
            let both = try await program.run("check", "1", "--untagged")
            #expect(both.code == 64 && both.errors.hasPrefix("shelf: numbers name links already;"))
            #expect(try await program.run("check", "99").code == 1)
            #expect(try await program.run("check", "ostrich").code == 1)
        }
    }

    @Test func `an empty library has nothing to check`() async throws {
        try await program.run("import", "--from", "urls", "-")
        let outcome = try await program.run("check")
        #expect(outcome.code == 0 && outcome.errors == "shelf: the library is empty\n")
    }

    @Test func `what was checked within the age is not requested again`() async throws {
        try await LoopbackServer.serving(site) { server in
            try await add(["\(server.url)gone", "\(server.url)good"])
            #expect(try await program.run("check", "2").code == 0)
            #expect(server.requests.map(\.url.path) == ["/good"])
            let outcome = try await program.run("check", "--max-age", "1d", "--interval", "0ms")
            #expect(outcome.code == 2)
            #expect(outcome.output.hasSuffix("checked 2 links: 1 ok, 1 dead\n"))
            #expect(server.requests.map(\.url.path) == ["/good", "/gone", "/gone"])
        }
    }

    @Test func `each outcome is one JSON object on a line of its own`() async throws {
        try await LoopbackServer.serving(site) { server in
            try await add(["\(server.url)moved", "\(server.url)gone"])
            let outcome = try await program.run("check", "--json", "--interval", "0ms")
            let lines = outcome.output.split(separator: "\n").sorted()
            let names = [
                #""id":1,"url":"\#(server.url)moved","verdict":"moved","status":200,"location":"\#(server.url)good","#,
                #""id":2,"url":"\#(server.url)gone","verdict":"dead","status":410,"location":null,"#,
            ]
            #expect(lines.count == 2)
            for (line, start) in zip(lines, names) {
                #expect(line.hasPrefix("{\(start)\"attempts\":2,\"milliseconds\":"))
            }
            #expect(outcome.errors.isEmpty)
        }
    }

    @Test func `requests say who asks, with the version`() async throws {
        try await LoopbackServer.serving(site) { server in
            try await add(["\(server.url)good"])
            try await program.run("check")
            let version = try await program.run("--version").output.split(separator: " ").last ?? ""
            let agent = try #require(server.requests.first?.headers["User-Agent"])
            #expect(agent == "shelf/\(version.dropLast()) (link library of one person)")
        }
    }

    @Test func `a proxy of the environment carries what goes beyond this machine`() async throws {
        try await LoopbackServer.serving(ScriptedSite(otherwise: .respond())) { proxy in
            try await add(["http://shelf.example/page", "http://127.0.0.1:1/"])
            let outcome = try await program.run(
                "check", "--retries", "0", environment: ["http_proxy": proxy.url.absoluteString])
            #expect(outcome.output.hasSuffix("checked 2 links: 1 ok, 1 flaky\n"))
            #expect(proxy.requests.map(\.url.absoluteString) == ["http://shelf.example/page"])
        }
    }

    @Test(arguments: [
        ["--max-age", "1w"], ["--max-age", "-1d"], ["--timeout", "0s"], ["--interval", "50"], ["--accept", "2xx"],
        ["--accept", "99"], ["--accept", "299..=200"], ["--accept", ""], ["--concurrency", "0"],
        ["--per-host", "1025"],
        ["--retries", "-1"],
    ])
    func `a value that an option does not take is named, with what it takes`(arguments: [String]) async throws {
        let outcome = try await program.run(["check"] + arguments, environment: ["SHELF_LIBRARY": program.library])
        #expect(outcome.code == 64)
        #expect(outcome.errors.hasPrefix("shelf: '\(arguments[1])' is no value for '\(arguments[0])'; it takes "))
    }

    private func add(_ addresses: [String]) async throws {
        let outcome = try await program.run(
            "add", "--no-fetch", "--quiet", "-", input: addresses.joined(separator: "\n"))
        #expect(outcome.code == 0, "\(outcome.errors)")
    }
}
