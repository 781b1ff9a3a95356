import CoreTesting
import Foundation
import ProgramTesting
import Testing

/// Tests of `shelf report`. `Tests/browser` tests the report page in a browser.
struct ReportCommandTests {
    private let shelf: InProcessShelf

    init() throws {
        shelf = try InProcessShelf("/1 410")
    }

    @Test func `counts links, tags and verdicts`() async throws {
        try await shelf.expect(
            transcript: """
                $ shelf add -q --no-fetch http://site.example/1 -t x,y
                $ shelf add -q --no-fetch http://site.example/2 -t x
                $ shelf report
                2 links
                  checks  2 unchecked
                  tags    x (2), y (1)
                $ shelf check 1 -q
                dead     1  http://site.example/1  (gone)
                [2]
                $ shelf report --json
                {"links":2,"unchecked":1,\
                "verdicts":{"ok":0,"moved":0,"blocked":0,"flaky":0,"dead":1,"changed":0},\
                "tags":[{"tag":"x","links":2},{"tag":"y","links":1}],"changes":[]}
                """
        )
    }

    @Test(arguments: [
        (12, "a12 (1)\n"),
        (13, "a12 (1), and 1 more\n"),
    ])
    func `a report names at most twelve tags`(count: Int, end: String) async throws {
        let tags = (1...count).map { "a\($0 < 10 ? "0" : "")\($0)" }
        try await shelf.add("https://example.org/1 -t \(tags.joined(separator: ","))")
        #expect(try await shelf.run("report").output.hasSuffix(end))
    }

    @Test(arguments: [20, 21])
    func `lists at most twenty changes, or all changes with -v`(count: Int) async throws {
        let pages = (1...count).map { "/\($0)" }
        let states = ScriptedSite.Behavior.sequence([.respond(), .respond(status: 410)])
        let site = Dictionary(uniqueKeysWithValues: pages.map { ($0, states) })
        let changing = try InProcessShelf(ScriptedSite(site))
        try await changing.add("\(pages.map { "http://site.example\($0)" })")
        for _ in 1...2 {
            try await changing.run("check --retries 0 --interval 0s")
            changing.clock.advance(by: .seconds(60))
        }
        let output = try await changing.run("report").output
        #expect(output.contains("\n  \(count) verdicts changed since the previous check\n"))
        #expect(output.matches(of: #/dead \(was ok\) {10}\d+ {2}http/#).count == 20)
        #expect(output.hasSuffix("    and 1 more; -v shows all\n") == (count == 21))
        let verbose = try await changing.run("report -v").output
        #expect(verbose.matches(of: #/dead \(was ok\)/#).count == count)
        #expect(!verbose.contains("more; -v shows all"))
    }

    @Test func `writes a page to a file, or to standard output for a dash`() async throws {
        try await shelf.add("https://example.org/1")
        let file = shelf.path("page.html")
        try await shelf.expect(
            transcript: """
                $ shelf report --html \(file)
                ! note: wrote the page to \(file)
                $ shelf report --html -
                <!DOCTYPE html>[...]"https://example.org/1"[...]</html>
                """
        )
        let page = try shelf.folder.text("page.html")
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        #expect(page.hasSuffix("</html>\n"))
        #expect(page.contains("\"https://example.org/1\""))
    }
}
