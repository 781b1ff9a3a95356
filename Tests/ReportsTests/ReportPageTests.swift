import Core
import Foundation
import Reports
import Synchronization
import Testing

/// Tests of the contents of the report page. `Tests/browser` tests the behavior of the page in a
/// browser.
struct ReportPageTests {
    private let fixture = ReportedLibrary()

    private func pieces() async throws -> [String] {
        let pieces = Mutex<[String]>([])
        try await fixture.reporter.writePage { piece in pieces.withLock { $0.append(piece) } }
        return pieces.withLock { $0 }
    }

    private func page() async throws -> String {
        try await pieces().joined()
    }

    /// Adds links with the given verdicts, and links that were never checked. Returns the page.
    private func page(verdicts: [Verdict: Int], unchecked: Int = 0) async throws -> String {
        var checked: [(Link, Verdict)] = []
        for (verdict, count) in verdicts {
            for number in 0..<count {
                checked.append((try await fixture.add("\(verdict)\(number)"), verdict))
            }
        }
        for number in 0..<unchecked {
            _ = try await fixture.add("unchecked\(number)")
        }
        await fixture.addVerdicts(checked)
        return try await page()
    }

    /// Returns the rows of data on the page, as the script of the page reads them.
    private func rows(_ page: String) throws -> [[Any]] {
        let data = try #require(
            page.firstMatch(of: /<script type="application\/json" id="links">([\s\S]*?)<\/script>/)
        )
        return try #require(try JSONSerialization.jsonObject(with: Data(data.1.utf8)) as? [[Any]])
    }

    @Test func `replaces every placeholder of the template`() async throws {
        let page = try await page()
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        #expect(page.hasSuffix("</html>\n"))
        #expect(!page.contains("{{"))
        for part in [
            "<title>0 links on the shelf</title>", "prefers-color-scheme: dark", "JSON.parse",
            "2023-11-14 22:13:20 UTC", "<p>The library is empty.</p>",
        ] {
            #expect(page.contains(part), "\(part)")
        }
    }

    @Test func `the data of the page contains each link with its latest record`() async throws {
        let link = try await fixture.add("1", title: "One", note: "a note", tags: "d,b,a,c")
        await fixture.addVerdicts([(link, .ok)])
        await fixture.addVerdicts([(link, .dead)])
        let row = #"""
            [1,"https://example.org/1","One","a note",["a","b","c","d"],1600000000,"dead",\#
            1650000000,"\u003cscripted>"]
            """#
        #expect(try await page().contains(row))
    }

    @Test(arguments: [
        "</script><script>alert(1)</script>", "<!-- <script>", "\"><img src=x onerror=alert(1)>",
        "a & b &amp; c", "a << b <<< c",
        "\u{2028}\u{0}\u{1B}", "{{script}}", "]]>", "\\u003c/script>",
        // The `<` is part of a character with two scalars.
        "\u{600}</script>\u{600}<script>alert(1)</script>",
    ])
    func `hostile text is not interpreted as markup`(text: String) async throws {
        _ = try await fixture.add("1", title: text, note: text, tags: text)
        let page = try await page()
        let row = try #require(try rows(page).first)
        try #require(row.count == 9)
        #expect(row[2] as? String == text)
        #expect(row[3] as? String == text)
        // Compares bytes, because a character can consist of `<` and other scalars.
        func count(_ markup: String) -> Int {
            Array(page.utf8).ranges(of: Array(markup.utf8)).count
        }
        #expect(count("<script") == 2)
        #expect(count("</script>") == 2)
        #expect(count("<img") == 0)
        #expect(count("<!--") == 0)
    }

    @Test func `the filters offer only the tags and verdicts of the links`() async throws {
        let link = try await fixture.add("1", tags: "a<b\"c")
        await fixture.addVerdicts([(link, .moved)])
        let page = try await page()
        #expect(page.contains("<option>a&lt;b&quot;c</option>"))
        #expect(page.contains(">1 moved (100 %)</title>"))
        #expect(page.contains("<option>moved</option>"))
        #expect(page.matches(of: /<rect class="(\w+)" x=/).map { $0.1 } == ["moved"])
        #expect(!page.contains("<option>dead</option>"))
        #expect(!page.contains("<option>unchecked</option>"))
    }

    @Test
    func `draws the shares of the verdicts to scale, and describes them in words and in a legend`()
        async throws
    {
        let page = try await page(verdicts: [.ok: 1, .dead: 2], unchecked: 1)
        let words = "1 ok (25 %), 2 dead (50 %), 1 unchecked (25 %)"
        #expect(
            page.contains(
                """
                <title id="words-of-shares">\(words)</title>\
                <rect class="ok" x="0.0" width="250.0" height="20"/>\
                <rect class="dead" x="250.0" width="500.0" height="20"/>\
                <rect class="unchecked" x="750.0" width="250.0" height="20"/></svg>
                <ul class="legend">

                """
            )
        )
        let legend = page.matches(of: /<\/svg>(\w+) <b>(\d+)<\/b> <span class="share">([^<]+)</)
        #expect(legend.map(\.1) == ["ok", "dead", "unchecked"])
        #expect(legend.map(\.2) == ["1", "2", "1"])
        #expect(legend.map(\.3) == ["25 %", "50 %", "25 %"])
    }

    @Test func `a share that would be too small to see is drawn wider`() async throws {
        let page = try await page(verdicts: [.ok: 299, .flaky: 1])
        // To scale, the share would have a width of 3.3.
        #expect(
            page.contains(
                """
                <rect class="ok" x="0.0" width="994.0" height="20"/>\
                <rect class="flaky" x="994.0" width="6.0" height="20"/></svg>
                """
            )
        )
    }

    @Test(arguments: [
        (1, 1, "50 %"),
        (1, 2, "33 %"),
        (2, 1, "67 %"),
        (1, 99, "1 %"),
        (1, 100, "under 1 %"),
        (199, 1, "99 %"),
        (1, 0, "100 %"),
    ])
    func `a share is a whole percentage that is never rounded to 0 or 100`(
        count: Int,
        others: Int,
        share: String
    ) async throws {
        let page = try await page(verdicts: [.ok: count], unchecked: others)
        #expect(page.contains(">\(count) ok (\(share))"))
    }

    @Test func `scripts and styles require the nonce of their page`() async throws {
        func nonces(_ page: String) -> [String] {
            page.matches(of: /nonce(?:-|=")(\w+)/).map { String($0.1) }
        }
        let first = nonces(try await page())
        let second = nonces(try await page())
        #expect(first.count == 4)
        #expect(Set(first).count == 1)
        #expect(try #require(first.first).count >= 20)
        #expect(Set(first).isDisjoint(with: second))
        #expect(try await page().contains("default-src 'none'"))
    }

    @Test func `writes the page in pieces until a piece cannot be written or the task is canceled`()
        async throws
    {
        for number in 0..<3 {
            _ = try await fixture.add("\(number)")
        }
        let pieces = try await pieces()
        #expect(try rows(pieces.joined()).count == 3)
        #expect(pieces.count == 4)
        struct Full: Error {}
        let attempts = Mutex(0)
        await #expect(throws: Full.self) {
            try await fixture.reporter.writePage { piece in
                attempts.withLock { $0 += 1 }
                if piece.contains("example.org") {
                    throw Full()
                }
            }
        }
        #expect(attempts.withLock { $0 } == 2)
        let canceled = Task { [reporter = fixture.reporter] in
            try await reporter.writePage { piece in
                if piece.contains("example.org") {
                    unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                }
            }
        }
        await #expect(throws: CancellationError.self) { try await canceled.value }
    }
}
