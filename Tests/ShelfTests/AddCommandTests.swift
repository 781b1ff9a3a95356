import Core
import CoreTesting
import Foundation
import ProgramTesting
import Testing

/// `shelf add`, where it does more than save one link.
@Suite(.timeLimit(.minutes(5)))
struct AddCommandTests {
    private let program: Program

    init() throws { program = try Program() }

    private func page(_ title: String) -> ScriptedSite.Behaviour {
        .respond(headers: ["Content-Type": "text/html"], body: "<title>\(title)</title>")
    }

    private func links(_ outcome: Outcome) throws -> [[String: Any]] {
        try #require(outcome.json as? [[String: Any]], "\(outcome)")
    }

    /// Waits until a program that runs has written something.
    private func wait(for text: String, from call: Call) async throws {
        while try !call.outputSoFar().contains(text) {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test func `links are saved and printed in the order given, whichever page comes first`() async throws {
        let pages = ["one", "two", "three", "four"]
        let site = ScriptedSite(Dictionary(uniqueKeysWithValues: pages.map { ("/\($0)", page($0)) }))
        try await LoopbackServer.serving(site) { server in
            let order = ["four", "one", "three", "two"]
            let outcome = try await program.run(
                ["add"] + order.map { "\(server.url)\($0)" }, environment: ["SHELF_LIBRARY": program.library])
            #expect(outcome.code == 0 && outcome.errors == "", "\(outcome)")
            #expect(outcome.output.matches(of: /\d  (four|three|two|one)\n/).map { String($0.1) } == order)
            let saved = try await links(program.run("list", "--json"))
            #expect(saved.map { $0["title"] as? String } == order.reversed())
        }
    }

    @Test func `addresses are saved as they come, and Ctrl-C does not wait for the next`() async throws {
        let input = Pipe()
        let call = try program.start(["add", "--no-fetch", "-"], from: input.fileHandleForReading)
        try input.fileHandleForWriting.write(contentsOf: Data("https://a.example/\nhttps://b.example/\n".utf8))
        try await wait(for: "https://b.example/", from: call)
        call.interrupt()
        let outcome = try await call.outcome()
        #expect(outcome.code == 130)
        #expect(outcome.errors == "shelf: stopped after 2 links; the same call goes on from here\n")
        #expect(try await links(program.run("list", "--json")).count == 2)
        try input.fileHandleForWriting.close()
    }

    @Test func `an import from a pipe that stays open ends with Ctrl-C too`() async throws {
        let input = Pipe()
        let call = try program.start(["import", "-"], from: input.fileHandleForReading)
        try input.fileHandleForWriting.write(contentsOf: Data("https://a.example/\n".utf8))
        // Nothing shows how far it has come, so Ctrl-C is pressed until it is heard.
        while call.isRunning {
            try Task.checkCancellation()
            call.interrupt()
            await Task.yield()
        }
        let outcome = try await call.outcome()
        #expect([130, -SIGINT].contains(outcome.code), "\(outcome)")
        #expect(try await links(program.run("list", "--json")).isEmpty)
        try input.fileHandleForWriting.close()
    }

    @Test func `a link that is there gets what it lacks, and nothing is overwritten`() async throws {
        let address = "https://example.org/"
        try await program.run("add", "--no-fetch", "-t", "a", address)
        let merged = try await program.run("add", "--no-fetch", "--json", "-t", "neu", "--title", "T", address)
        #expect(merged.code == 0 && merged.errors == "")
        let link = try #require(try links(merged).first)
        #expect(link["tags"] as? [String] == ["a", "neu"] && link["title"] as? String == "T")
        #expect(try await program.run("undo", "--dry-run").output.hasPrefix("would undo the edit of 1 link"))
        let same = try await program.run("add", "--no-fetch", "--json", "-t", "NEU", "--title", "U", address)
        #expect(same.code == 1 && same.errors.hasPrefix("shelf: link 1 is there already: https://example.org/\n"))
        #expect(same.errors.hasSuffix("keeps the title that it has; 'shelf edit 1 --title TEXT' changes it\n"))
        #expect(try links(same).first?["id"] as? Int == 1)
        #expect(try await program.run("show", "1").output.hasPrefix("T\n"))
        #expect(try await program.run("add", "-q", "--no-fetch", "-t", "x", address).output == "")
    }

    @Test func `a link that was saved without its title gets it when it is added again`() async throws {
        try await LoopbackServer.serving(["/": .sequence([.respond(status: 500), page("at last")])]) { server in
            let address = server.url.absoluteString
            let first = try await program.run("add", address)
            #expect(first.errors.contains("without a title of its page"))
            #expect(try await program.run("add", address).output == "1  at last\n   \(address)\n")
            #expect(try await program.run("add", address).code == 1)
            #expect(server.requests.count == 2)
        }
    }

    @Test func `lines are read as an import reads them, and a bad one is named`() async throws {
        let input =
            "\u{FEFF}https://a.example/\r\n\nhttps://b.example/ \thttps://c.example/\n# https://no.example\nnonsense\nhttps://d.example/a b\r\n"
        let outcome = try await program.run("add", "--no-fetch", "-q", "-", input: input)
        #expect(outcome.code == 65)
        #expect(
            outcome.errors == "shelf: line 5: 'nonsense' cannot be saved: it does not begin with http:// or https://\n")
        let urls = try await links(program.run("list", "--json")).reversed().map { $0["url"] as? String }
        #expect(urls == ["https://a.example/", "https://b.example/", "https://c.example/", "https://d.example/a%20b"])
    }

    @Test(arguments: [
        ("example.com", true), ("www.example.com/a?b#c", true), ("localhost:8080", true), ("nonsense", false),
        ("a.b@example.com", false), ("two words.de", false),
    ])
    func `an address without a scheme is offered one where it looks like an address`(text: String, isOffered: Bool)
        async throws
    {
        let outcome = try await program.run("add", "--no-fetch", text)
        #expect(outcome.code == 64)
        let hint = isOffered ? "; did you mean https://\(text)?" : ""
        #expect(
            outcome.errors
                == "shelf: '\(text)' cannot be saved: it does not begin with http:// or https://\(hint)\n")
    }

    @Test func `titles come from pages again, for all links without one or for those that are named`() async throws {
        let site: ScriptedSite = ["/1": page("one"), "/2": page("two"), "/3": .respond(status: 404)]
        try await LoopbackServer.serving(site) { server in
            let addresses = (1...3).map { "\(server.url)\($0)" }.joined(separator: "\n")
            try await program.run("add", "--no-fetch", "-q", "-", input: addresses)
            try await program.run("edit", "1", "--title", "mine")
            let all = try await program.run("edit", "--fetch")
            #expect(all.code == 0 && all.output == "2  two\n   \(server.url)2\n")
            #expect(all.errors == "shelf: the page of link 3 cannot be read: the server answered 404\n")
            #expect(try await links(program.run("edit", "1", "--fetch", "--json")).first?["title"] as? String == "one")
            #expect(try await program.run("edit", "3", "1", "--fetch").code == 1)
            #expect(try await program.run("undo").output.hasPrefix("undid the edit of 1 link"))
            #expect(try await program.run("undo").output.hasPrefix("undid the edit of 1 link"))
            let titles = try await links(program.run("list", "--json")).map { $0["title"] as? String }
            #expect(titles == [nil, nil, "mine"])
        }
    }

    @Test(arguments: [
        (["edit"], "'shelf edit' needs ID…; 'shelf edit --help' shows examples"),
        (["edit", "1", "--fetch", "--note", "n"], "option '--fetch' does not go with '--note'; make it two calls"),
        (["list", "-t", ""], "'' is no value for '--tag'; it takes a tag"),
        (["list", "--not-tag", "#"], "'#' is no value for '--not-tag'; it takes a tag"),
        (["add", "-t", " ,", "https://a.example"], "' ,' is no value for '--tag'; it takes a tag"),
    ])
    func `what cannot be meant is refused`(_ arguments: [String], _ message: String) async throws {
        let outcome = try await program.run(arguments, environment: ["SHELF_LIBRARY": program.library])
        #expect(outcome.output == "" && outcome.code == 64)
        #expect(outcome.errors == "shelf: \(message)\n")
    }

    @Test func `tags are typed as they are shown, and addresses as they are read`() async throws {
        try await program.run("add", "--no-fetch", "-t", "#C++", "https://de.wikipedia.org/wiki/Größe")
        #expect(try await program.run("list", "-t", "#c++").output.hasSuffix("\n   #C++\n"))
        #expect(try await program.run("tag", "rename", "#c++", "#größer").output == "renamed in 1 link: #größer\n")
        for text in [
            "größe", "#größer", "https://de.wikipedia.org/wiki/Größe", "https://de.wikipedia.org/wiki/Gr%C3%B6%C3%9Fe",
        ] {
            #expect(try await program.run("search", text).code == 0, "\(text)")
        }
    }
}
