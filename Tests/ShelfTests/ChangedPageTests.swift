import Core
import CoreTesting
import Foundation
import ProgramTesting
import Testing

/// Tests of `shelf check --changed` and `--fragments`.
struct ChangedPageTests {
    /// A page in the corpus in `Tests/Fixtures/ChangedPages`, with the expected result of its
    /// check.
    struct SavedPage: Sendable, CustomTestStringConvertible {
        var name: String
        var url: String
        var title: String
        var verdict: String
        var reason: String?
        var html: String

        var testDescription: String { name }

        static let folder = BuiltProducts.packageRoot.appending(
            path: "Tests/Fixtures/ChangedPages"
        )

        static let corpus: [SavedPage] = {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return names.sorted().compactMap { name in
                let file = folder.appending(path: name)
                let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
                let head = /<!--\nurl: (.*)\nsaved title: (.*)\nverdict: (\w+) ?(.*)\n-->\n/
                guard let match = text.prefixMatch(of: head) else {
                    return nil
                }
                return SavedPage(
                    name: name,
                    url: String(match.1),
                    title: String(match.2),
                    verdict: String(match.3),
                    reason: match.4.isEmpty ? nil : String(match.4),
                    html: String(text[match.range.upperBound...])
                )
            }
        }()
    }

    private static let html: HTTPHeaders = ["Content-Type": "text/html; charset=utf-8"]

    /// A check as `shelf check --json` prints it.
    private struct PrintedCheck: Decodable {
        var verdict: String
        var reason: String?
    }

    private func check(
        _ shelf: InProcessShelf,
        _ options: CommandLine = "",
        at location: SourceLocation = #_sourceLocation
    ) async throws -> PrintedCheck {
        // The command prints one line for each link.
        try await shelf.run("check --json --retries 0 \(options)").decoded(at: location)
    }

    @Test func `the corpus contains pages that changed and pages that did not change`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: SavedPage.folder.path)
        #expect(SavedPage.corpus.map(\.name) == names.sorted())
        #expect(SavedPage.corpus.count { $0.verdict == "changed" } >= 10)
        #expect(SavedPage.corpus.count { $0.verdict == "ok" } >= 15)
    }

    @Test(arguments: SavedPage.corpus)
    func `finds pages that changed`(_ page: SavedPage) async throws {
        let response = ScriptedSite.Behavior.respond(headers: Self.html, body: page.html)
        let shelf = try InProcessShelf(ScriptedSite(otherwise: response))
        try await shelf.add(
            "\(page.url) \(page.title.isEmpty ? "" : "--title \(page.title)" as CommandLine)"
        )
        let changed = try await check(shelf, "--changed")
        #expect(changed.verdict == page.verdict)
        #expect(changed.reason == page.reason)
        // Without `--changed`, the check does not read the page, so the link is ok.
        #expect(try await check(shelf).verdict == "ok")
    }

    @Test func `a redirect to a parking service is reported as a change, not as a move`()
        async throws
    {
        let lander = "https://www.hugedomains.com/domain_profile.cfm?d=a"
        let shelf = try InProcessShelf([
            "/a": .redirect(to: lander, status: 301),
            "/domain_profile.cfm?d=a": .respond(headers: Self.html, body: "<title>a</title>"),
        ])
        try await shelf.add("http://a.example/a")
        let changed = try await check(shelf, "--changed")
        #expect(changed.verdict == "changed")
        #expect(changed.reason == "parked at hugedomains.com")
        #expect(try await check(shelf).verdict == "moved")
    }

    @Test func `links with the verdict 'changed' are listed, and do not count as dead`()
        async throws
    {
        let page = try #require(SavedPage.corpus.first { $0.name == "casino.html" })
        let response = ScriptedSite.Behavior.respond(headers: Self.html, body: page.html)
        let shelf = try InProcessShelf(ScriptedSite(otherwise: response))
        try await shelf.add("\(page.url) --title \(page.title)")
        let line = "changed  1  \(page.url)  (now titled 'Lucky Star Casino: slots and roulette')"
        try await shelf.expect(
            transcript: """
                $ shelf check --changed
                \(line)
                checked 1 link: 1 changed
                $ shelf check --changed --strict -q
                \(line)
                [2]
                $ shelf list --verdict changed
                1  \(page.title)  [changed]
                   \(page.url)
                $ shelf list --dead
                ! note: no link matches
                [1]
                """
        )
        #expect(shelf.web.requests.map(\.method) == ["GET", "GET"])
    }

    @Test func `reads only HTML pages, and only for links with a fragment`() async throws {
        let shelf = try InProcessShelf([
            "/a": .respond(headers: Self.html, body: "<p id=a>"),
            "/b": .respond(headers: ["Content-Type": "application/pdf"], body: "%PDF"),
        ])
        try await shelf.add("http://site.example/a http://site.example/b#a")
        #expect(try await shelf.run("check --fragments").output == "checked 2 links: 2 ok\n")
        let methods = shelf.web.requests.map { "\($0.method) \($0.url.path)" }
        #expect(methods.sorted() == ["GET /b", "HEAD /a"])
    }

    @Test func `a fragment of a moved page is looked up at the new URL`() async throws {
        let shelf = try InProcessShelf([
            "/old": .redirect(to: "/new", status: 301),
            "/new": .respond(headers: Self.html, body: "<p id=here>"),
        ])
        try await shelf.add("http://site.example/old#here http://site.example/old#gone")
        let lines = try await shelf.run("check --fragments").output
        #expect(lines.contains("moved    1  "))
        #expect(lines.contains("changed  2  http://site.example/old#gone  (no anchor '#gone')"))
    }

    @Test func `a fragment that a redirect adds is not looked up`() async throws {
        let shelf = try InProcessShelf([
            "/old": .redirect(to: "/new#part", status: 301),
            "/new": .respond(headers: Self.html, body: "<p id=other>"),
        ])
        try await shelf.add("http://site.example/old")
        #expect(try await check(shelf, "--fragments").verdict == "moved")
        #expect(shelf.web.requests.map(\.method) == ["HEAD", "HEAD"])
    }
}
