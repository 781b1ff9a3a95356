import Core
import Foundation
import ProgramTesting
import Testing

/// Tests of `shelf import`, `shelf export` and `shelf report`. `Tests/browser` tests the report
/// page in a browser.
struct TransferCommandTests {
    private let shelf: InProcessShelf
    init() throws {
        shelf = try InProcessShelf()
    }

    private let bookmarks = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
        <TITLE>Bookmarks</TITLE><H1>Bookmarks Menu</H1>
        <DL><p>
            <DT><H3 ADD_DATE="1600000000">Databases</H3>
            <DL><p>
                <DT><A HREF="https://www.sqlite.org/fts5.html" ADD_DATE="1600000001" TAGS="search">FTS5 &amp; you</A>
                <DD>Full-text search
            </DL><p>
            <DT><A HREF="https://www.sqlite.org/fts5.html" TAGS="sqlite">again</A>
            <DT><A HREF="javascript:alert(1)">a bookmarklet</A>
        </DL>
        """

    private func report(_ file: String, input: String = "") async throws -> PrintedImport {
        let outcome = try await shelf.run("import --json \(file)", input: input)
        #expect(outcome.code == 0)
        #expect(outcome.errors == "")
        return try outcome.decoded()
    }

    @Test func `imports a browser's bookmarks`() async throws {
        let file = try shelf.write(bookmarks, to: "bookmarks.html")
        try await shelf.expect(
            "import --folders-as-tags \(file)",
            prints: "read 3 links: 1 added, 1 merged, 0 unchanged, 1 skipped\n",
            errors: """
                note: line 11: skipped 'javascript:alert(1)': unsupported scheme 'javascript:'; \
                specify an http or https URL

                """
        )
        let links = try await shelf.links("search fts5")
        #expect(links.count == 1)
        #expect(links[0].title == "FTS5 & you")
        #expect(links[0].note == "Full-text search")
        #expect(links[0].tags == ["Databases", "search", "sqlite"])
        #expect(links[0].added == "2020-09-13T12:26:41Z")
    }

    /// FaultTests expects that the other commands do not create the file of the library.
    @Test(
        arguments: [
            ("list", true), ("undo", true), ("import --dry-run -", true),
            ("import -", false),
            ("add --no-fetch --quiet https://example.org/", false),
        ] as [(CommandLine, Bool)]
    )
    func `a command that does not create the library reports that it does not exist`(
        call: CommandLine,
        isReported: Bool
    ) async throws {
        let library = shelf.path("slip.db")
        let outcome = try await shelf.run(
            call,
            input: "https://example.org/\n",
            environment: ["SHELF_LIBRARY": library]
        )
        #expect(outcome.errors.contains("library '\(library)' does not exist yet") == isReported)
    }

    @Test func `a dry run and a second import change nothing`() async throws {
        let file = try shelf.write(bookmarks, to: "bookmarks.html")
        let trial: PrintedImport = try await shelf.run("import --dry-run --json \(file)").decoded()
        #expect(trial.added == 1)
        #expect(try await shelf.run("list --json").output == "[]\n")
        try await shelf.run("import -q \(file)")
        let again = try await report(file)
        #expect(again.read == 3)
        #expect(again.unchanged == 2)
        let reason = "unsupported scheme 'javascript:'; specify an http or https URL"
        #expect(again.skipped == [.init(line: 11, url: "javascript:alert(1)", reason: reason)])
        #expect(try await shelf.links("list").count == 1)
    }

    @Test func `reports unknown parts of a file once`() async throws {
        let table = try shelf.write(
            "URL;Titel;Gelesen\nhttps://a.com/;A;ja\nhttps://b.com/;B;ja\n",
            to: "t.csv"
        )
        try await shelf.expect(
            "import \(table)",
            prints: "read 2 links: 2 added, 0 merged, 0 unchanged, 0 skipped\n",
            errors: "note: ignored columns 'Titel', 'Gelesen'\n"
        )
        let cut = try shelf.write(
            "<DL>\n<DT><A HREF='https://a.com/'>A</A>\n<DT><A HREF='https://b",
            to: "cut.html"
        )
        let note = "the file ends inside a link or list on line 3; check that the file is complete"
        #expect(try await report(cut).notes == [note])
        #expect(try await shelf.run("import \(cut)").errors == "note: \(note)\n")
    }

    @Test func `skips and counts an invalid line among JSON objects`() async throws {
        let lines =
            "{\"url\":\"https://a.example/\"}\n{\"url\":\n{\"url\":\"https://b.example/\"}\n"
        let outcome = try await shelf.run("import -", input: lines)
        #expect(outcome.errors.hasPrefix("note: line 2: skipped: "))
        #expect(outcome.errors.count { $0 == "\n" } == 1)
        #expect(outcome.output == "read 3 links: 2 added, 0 merged, 0 unchanged, 1 skipped\n")
        let report = try await report("-", input: lines)
        let skip = try #require(report.skipped.first)
        #expect(report.read == 3)
        #expect(skip.line == 2)
        #expect(skip.url == "")
        #expect(outcome.errors.hasSuffix(": \(skip.reason)\n"))
    }

    @Test(
        arguments: [
            (
                "words.txt", "just words",
                "'…' is not a bookmark file, JSON, CSV, Markdown or a list of URLs"
            ),
            ("empty.html", "", "'…' is not a bookmark file, JSON, CSV, Markdown or a list of URLs"),
            ("page.html", "<html><p>No links</html>", "cannot import '…': error on line 1: "),
            (
                "feed.xml", "<rss version='2.0'/>",
                "cannot import '…': it is a feed (RSS or Atom); export"
            ),
            ("a.csv", "https://a.example/,Alpha\n", "'…' looks like a table without a header; add"),
            (
                "cut.json", "[{\"url\": \"https://a.org/\"},\n{\"url\": ",
                "cannot import '…': error on line 2: "
            ),
            ("other.json", "{\"a\":1}", "cannot import '…': error on line 1: "),
            ("missing.html", nil, "cannot read '…': "), ("", nil, "cannot read '…': "),
        ] as [(String, String?, String)]
    )
    func `rejects an unusable file with a one-line error, and imports nothing`(
        _ name: String,
        _ text: String?,
        _ message: String
    ) async throws {
        let file = name.isEmpty ? shelf.folder.url.path : shelf.path(name)
        if let text {
            try shelf.write(text, to: name)
        }
        let outcome = try await shelf.run("import \(file)")
        #expect(outcome.code == 65)
        #expect(outcome.output == "")
        #expect(
            outcome.errors.hasPrefix("error: \(message.replacing("…", with: file))"),
            "\(outcome.errors)"
        )
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try await shelf.run("list --json").output == "[]\n")
    }

    @Test func `--keep-formulas writes cells that a spreadsheet computes`() async throws {
        try await shelf.add("https://example.org/1 --title =1+1")
        let text = try await shelf.run("export --to csv").output
        #expect(text.contains(",'=1+1,"))
        let formulas = try await shelf.run("export --to csv --keep-formulas").output
        #expect(formulas.contains(",=1+1,"))
    }

    @Test func `--profile selects the profile of a browser`() async throws {
        for (folder, name) in [("Default", "a"), ("Profile 1", "b")] {
            let link = #"{"type":"url","name":"A","url":"https://\#(name).example/"}"#
            _ = try shelf.write(
                #"{"roots":{"bookmark_bar":{"children":[\#(link)]}}}"#,
                to: ".config/google-chrome/\(folder)/Bookmarks"
            )
        }
        let outcome = try await shelf.run("import --from chrome --profile 'Profile 1'")
        #expect(outcome.code == 0)
        #expect(outcome.errors.hasPrefix("note: read the profile 'Profile 1'; "))
        #expect(try await shelf.urls("list") == ["https://b.example/"])
    }

    @Test func `a report counts links, tags and verdicts`() async throws {
        try await shelf.add("https://example.org/1 -t x,y")
        try await shelf.add("https://example.org/2 -t x")
        try await shelf.expect(
            "report",
            prints: "2 links\n  checks  2 unchecked\n  tags    x (2), y (1)\n"
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

    @Test func `writes a page to a file, or to standard output for a dash`() async throws {
        try await shelf.add("https://example.org/1")
        let file = shelf.path("page.html")
        try await shelf.expect("report --html \(file)", errors: "note: wrote the page to \(file)\n")
        let page = try String(contentsOfFile: file, encoding: .utf8)
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        #expect(page.hasSuffix("</html>\n"))
        #expect(page.contains("\"https://example.org/1\""))
        let outcome = try await shelf.run("report --html -")
        #expect(outcome.code == 0)
        #expect(outcome.errors == "")
        #expect(outcome.output.hasSuffix("</html>\n"))
    }

    @Test(arguments: ["export", "report --html"] as [CommandLine])
    func `prints a one-line message for a file that cannot be written`(_ command: CommandLine)
        async throws
    {
        try await shelf.add("https://example.org/1")
        for path in [shelf.path("missing/page.html"), shelf.folder.url.path] {
            let outcome = try await shelf.run("\(command) \(path)")
            #expect(outcome.code == 74)
            #expect(outcome.output == "")
            #expect(
                outcome.errors.hasPrefix("error: cannot write '\(path)': "),
                "\(outcome.errors)"
            )
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
    }
}
