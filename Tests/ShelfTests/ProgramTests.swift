import Core
import CoreTesting
import Foundation
import ProgramTesting
import Testing

/// The real program, once for each kind of thing that mocks leave out; its commands are tested in process.
struct ProgramTests {
    private let program: Program

    init() throws { program = try Program() }

    private func add(_ addresses: [String]) async throws {
        let outcome = try await program.run(
            "add", "--no-fetch", "--quiet", "-", input: addresses.joined(separator: "\n"))
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    @Test(arguments: [
        (["--version"], 0), (["help", "list"], 0), (["list"], 0), (["show", "7"], 1), ([], 64), (["lsit"], 64),
        (["import", "missing.html"], 65), (["export", "missing/links.html"], 74),
    ])
    func `results go to standard output, errors to standard error, and the code is that of the command`(
        _ arguments: [String], _ code: Int
    ) async throws {
        try await add(["https://example.org/"])
        let outcome = try await program.run(arguments, environment: ["SHELF_LIBRARY": program.library])
        #expect(Int(outcome.code) == code && outcome.output.isEmpty == (code != 0), "\(outcome)")
        #expect(outcome.errors.isEmpty == (code == 0) && (code == 0 || outcome.errors.hasPrefix("shelf: ")))
    }

    @Test func `links go through files from one library into another`() async throws {
        let site: ScriptedSite = [
            "/page": .respond(headers: ["Content-Type": "text/html"], body: "<title>A page</title>"),
            "/gone": .respond(status: 404),
        ]
        try await LoopbackServer.serving(site) { server in
            let added = try await program.run("add", "\(server.url)page", "\(server.url)gone", "-t", "x")
            #expect(added.code == 0 && added.output.hasPrefix("1  A page\n"), "\(added)")
            #expect(try await program.run("check", "--retries", "0").output.hasSuffix(": 1 ok, 1 dead\n"))
            let out = try await program.run("export", "--to", "json").output
            let copy = program.path("copy.db")
            let back = try await program.run(["--library", copy, "import", "-"], input: out, environment: [:])
            #expect(back.code == 0 && back.output.hasPrefix("read 2 links: 2 added"), "\(back)")
            let copied = try await program.run(["--library", copy, "export", "--to", "json"], environment: [:]).output
            let number = /"id":\d+,/
            #expect(copied.replacing(number, with: "") == out.replacing(number, with: ""))
        }
    }

    @Test func `the library is the flag's, the variable's, or that of the account`() async throws {
        let (flag, variable) = (program.path("flag.db"), program.path("variable.db"))
        func add(_ address: String, _ arguments: [String], _ environment: [String: String]) async throws {
            let outcome = try await program.run(["add", "--no-fetch", address] + arguments, environment: environment)
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
        try await add("https://example.org/", ["--library", flag], ["SHELF_LIBRARY": variable])
        #expect(FileManager.default.fileExists(atPath: flag) && !FileManager.default.fileExists(atPath: variable))
        try await add("https://example.org/", [], ["SHELF_LIBRARY": variable])
        #expect(FileManager.default.fileExists(atPath: variable))
        try await add("https://example.org/", [], ["XDG_DATA_HOME": program.path("data")])
        #expect(FileManager.default.fileExists(atPath: program.path("data/shelf/library.db")))
        try await add("https://example.org/", [], [:])
        #expect(FileManager.default.fileExists(atPath: program.path(".local/share/shelf/library.db")))
    }

    @Test func `the library is the option's, the variable's, or the file's`() async throws {
        try program.write(#"{"library": "~/from-file.db"}"#, to: ".config/shelf/config.json")
        try await program.run(["add", "-q", "--no-fetch", "https://example.org/file"], environment: [:])
        let variables = ["SHELF_LIBRARY": program.path("from-variable.db")]
        try await program.run(["add", "-q", "--no-fetch", "https://example.org/variable"], environment: variables)
        let option = ["--library", program.path("from-option.db")]
        try await program.run(
            option + ["add", "-q", "--no-fetch", "https://example.org/option"], environment: variables)
        for place in ["file", "variable", "option"] {
            let library = program.path("from-\(place).db")
            let outcome = try await program.run(["--library", library, "list"], environment: [:])
            #expect(outcome.output.contains("https://example.org/\(place)\n"), "\(place)")
        }
    }

    @Test func `links are opened by the program that is named, each address as one word`() async throws {
        try await program.run("add", "-q", "--no-fetch", "https://example.org/?a=1&b=$(echo)")
        let opened = try await program.run("open", "1", environment: ["SHELF_OPENER": "printf '<%s>'"])
        #expect(opened.code == 0 && opened.output == "<https://example.org/?a=1&b=$(echo)>", "\(opened)")
        let missing = try await program.run("open", "1", environment: ["SHELF_OPENER": "no-such-program"])
        #expect(missing.code == 74)
        #expect(missing.errors == "shelf: there is no program 'no-such-program'; name another in SHELF_OPENER\n")
        let failing = try await program.run("open", "1", environment: ["SHELF_OPENER": "false"])
        #expect(failing.code == 74 && failing.errors == "shelf: 'false' ended with 1; name another in SHELF_OPENER\n")
    }

    @Test func `requests say who asks, with the version`() async throws {
        try await LoopbackServer.serving(ScriptedSite(otherwise: .respond())) { server in
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
}
