import Core
import CoreTesting
import Foundation
import ProgramTesting
import Testing

/// `shelf add`, where it does more than save one link.
struct AddCommandTests {
    private let shelf: InProcessShelf

    init() throws { shelf = try InProcessShelf() }

    private func page(_ title: String) -> ScriptedSite.Behaviour {
        .respond(headers: ["Content-Type": "text/html"], body: "<title>\(title)</title>")
    }

    private func links(_ outcome: Outcome) throws -> [[String: Any]] {
        try #require(outcome.json as? [[String: Any]], "\(outcome)")
    }

    @Test func `links are saved and printed in the order given, whichever page comes first`() async throws {
        let pages = ["one", "two", "three", "four"]
        let site = ScriptedSite(Dictionary(uniqueKeysWithValues: pages.map { ("/\($0)", page($0)) }))
        let shelf = try InProcessShelf(site)
        let order = ["four", "one", "three", "two"]
        let outcome = try await shelf.run(
            ["add"] + order.map { "\(InProcessShelf.site)\($0)" })
        #expect(outcome.code == 0 && outcome.errors == "", "\(outcome)")
        #expect(outcome.output.matches(of: /\d  (four|three|two|one)\n/).map { String($0.1) } == order)
        let saved = try await links(shelf.run("list", "--json"))
        #expect(saved.map { $0["title"] as? String } == order.reversed())
    }

    @Test func `a link that is there gets what it lacks, and nothing is overwritten`() async throws {
        let address = "https://example.org/"
        try await shelf.run("add", "--no-fetch", "-t", "a", address)
        let merged = try await shelf.run("add", "--no-fetch", "--json", "-t", "neu", "--title", "T", address)
        #expect(merged.code == 0 && merged.errors == "")
        let link = try #require(try links(merged).first)
        #expect(link["tags"] as? [String] == ["a", "neu"] && link["title"] as? String == "T")
        #expect(try await shelf.run("undo", "--dry-run").output.hasPrefix("would undo the edit of 1 link"))
        let same = try await shelf.run("add", "--no-fetch", "--json", "-t", "NEU", "--title", "U", address)
        #expect(same.code == 1 && same.errors.hasPrefix("shelf: link 1 is there already: https://example.org/\n"))
        #expect(same.errors.hasSuffix("keeps the title that it has; 'shelf edit 1 --title TEXT' changes it\n"))
        #expect(try links(same).first?["id"] as? Int == 1)
        #expect(try await shelf.run("show", "1").output.hasPrefix("T\n"))
        #expect(try await shelf.run("add", "-q", "--no-fetch", "-t", "x", address).output == "")
    }

    @Test func `a link that was saved without its title gets it when it is added again`() async throws {
        let shelf = try InProcessShelf(["/": .sequence([.respond(status: 500), page("at last")])])
        let address = InProcessShelf.site
        let first = try await shelf.run("add", address)
        #expect(first.errors.contains("without a title of its page"))
        #expect(try await shelf.run("add", address).output == "1  at last\n   \(address)\n")
        #expect(try await shelf.run("add", address).code == 1)
        #expect(shelf.web.requests.count == 2)
    }

    @Test func `lines are read as an import reads them, and a bad one is named`() async throws {
        let input =
            "\u{FEFF}https://a.example/\r\n\nhttps://b.example/ \thttps://c.example/\n# https://no.example\nnonsense\nhttps://d.example/a b\r\n"
        let outcome = try await shelf.run("add", "--no-fetch", "-q", "-", input: input)
        #expect(outcome.code == 65)
        #expect(
            outcome.errors == "shelf: line 5: 'nonsense' cannot be saved: it does not begin with http:// or https://\n")
        let urls = try await links(shelf.run("list", "--json")).reversed().map { $0["url"] as? String }
        #expect(urls == ["https://a.example/", "https://b.example/", "https://c.example/", "https://d.example/a%20b"])
    }

    @Test(arguments: [
        ("example.com", true), ("www.example.com/a?b#c", true), ("localhost:8080", true), ("nonsense", false),
        ("a.b@example.com", false), ("two words.de", false),
    ])
    func `an address without a scheme is offered one where it looks like an address`(text: String, isOffered: Bool)
        async throws
    {
        let outcome = try await shelf.run("add", "--no-fetch", text)
        #expect(outcome.code == 64)
        let hint = isOffered ? "; did you mean https://\(text)?" : ""
        #expect(
            outcome.errors
                == "shelf: '\(text)' cannot be saved: it does not begin with http:// or https://\(hint)\n")
    }

    @Test func `titles come from pages again, for all links without one or for those that are named`() async throws {
        let site: ScriptedSite = ["/1": page("one"), "/2": page("two"), "/3": .respond(status: 404)]
        let shelf = try InProcessShelf(site)
        let addresses = (1...3).map { "\(InProcessShelf.site)\($0)" }.joined(separator: "\n")
        try await shelf.run("add", "--no-fetch", "-q", "-", input: addresses)
        try await shelf.run("edit", "1", "--title", "mine")
        let all = try await shelf.run("edit", "--fetch")
        #expect(all.code == 0 && all.output == "2  two\n   \(InProcessShelf.site)2\n")
        #expect(all.errors == "shelf: the page of link 3 cannot be read: the server answered 404\n")
        #expect(try await links(shelf.run("edit", "1", "--fetch", "--json")).first?["title"] as? String == "one")
        #expect(try await shelf.run("edit", "3", "1", "--fetch").code == 1)
        #expect(try await shelf.run("undo").output.hasPrefix("undid the edit of 1 link"))
        #expect(try await shelf.run("undo").output.hasPrefix("undid the edit of 1 link"))
        let titles = try await links(shelf.run("list", "--json")).map { $0["title"] as? String }
        #expect(titles == [nil, nil, "mine"])
    }

    @Test(arguments: [
        (["edit"], "'shelf edit' needs ID…; 'shelf edit --help' shows examples"),
        (["edit", "1", "--fetch", "--note", "n"], "option '--fetch' does not go with '--note'; make it two calls"),
        (["list", "-t", ""], "'' is no value for '--tag'; it takes a tag"),
        (["list", "--not-tag", "#"], "'#' is no value for '--not-tag'; it takes a tag"),
        (["add", "-t", " ,", "https://a.example"], "' ,' is no value for '--tag'; it takes a tag"),
    ])
    func `what cannot be meant is refused`(_ arguments: [String], _ message: String) async throws {
        let outcome = try await shelf.run(arguments)
        #expect(outcome.output == "" && outcome.code == 64)
        #expect(outcome.errors == "shelf: \(message)\n")
    }

    @Test func `tags are typed as they are shown, and addresses as they are read`() async throws {
        try await shelf.run("add", "--no-fetch", "-t", "#C++", "https://de.wikipedia.org/wiki/Größe")
        #expect(try await shelf.run("list", "-t", "#c++").output.hasSuffix("\n   #C++\n"))
        #expect(try await shelf.run("tag", "rename", "#c++", "#größer").output == "renamed in 1 link: #größer\n")
        for text in [
            "größe", "#größer", "https://de.wikipedia.org/wiki/Größe", "https://de.wikipedia.org/wiki/Gr%C3%B6%C3%9Fe",
        ] {
            #expect(try await shelf.run("search", text).code == 0, "\(text)")
        }
    }
}
