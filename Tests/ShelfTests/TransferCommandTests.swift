import Foundation
import ProgramTesting
import Testing

/// `shelf import` and `shelf export`.
struct TransferCommandTests {
    private let shelf: InProcessShelf

    init() throws { shelf = try InProcessShelf() }

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

    @Test func `a browser's file is brought in, and what it says is found`() async throws {
        let file = try shelf.write(bookmarks, to: "bookmarks.html")
        let outcome = try await shelf.run("import", "--folders-as-tags", file)
        #expect(outcome.code == 0)
        #expect(outcome.output == "read 3 links: 1 added, 1 merged, 0 unchanged, 1 skipped\n")
        #expect(
            outcome.errors
                == "shelf: line 11: skipped 'javascript:alert(1)': only http and https addresses are kept, not 'javascript:'\n"
        )
        let links = try #require(try await shelf.run("search", "fts5", "--json").json as? [[String: Any]])
        #expect(links.count == 1)
        #expect(links[0]["title"] as? String == "FTS5 & you")
        #expect(links[0]["note"] as? String == "Full-text search")
        #expect(links[0]["tags"] as? [String] == ["Databases", "search", "sqlite"])
        #expect(links[0]["added"] as? String == "2020-09-13T12:26:41Z")
    }

    @Test func `the same file twice changes nothing, and a dry run neither`() async throws {
        let file = try shelf.write(bookmarks, to: "bookmarks.html")
        let trial = try await shelf.run("import", "--dry-run", "--json", file)
        #expect((trial.json as? [String: Any])?["added"] as? Int == 1)
        #expect(try await shelf.run("list", "--json").output == "[]\n")
        try await shelf.run("import", file)
        let before = try await shelf.run("list", "--json").output
        let again = try await shelf.run("import", "--json", file)
        let report = try #require(again.json as? [String: Any])
        #expect(report["read"] as? Int == 3 && report["unchanged"] as? Int == 2)
        let skip = try #require((report["skipped"] as? [[String: Any]])?.first)
        #expect(skip["line"] as? Int == 11 && skip["url"] as? String == "javascript:alert(1)")
        #expect(try await shelf.run("list", "--json").output == before)
    }

    @Test(arguments: ["netscape", "json", "csv"])
    func `what goes out comes in again whole`(_ format: String) async throws {
        let hostile = "<b>\"a\" & 'b'</b> 👩‍👧 עברית"
        try await shelf.run("add", "--no-fetch", "https://example.org/1", "--title", hostile, "--note", hostile)
        try await shelf.run("add", "--no-fetch", "https://example.org/?a=1&b=\"2\"", "-t", "to read,swift")
        let out = try await shelf.run("export", "--to", format)
        #expect(out.code == 0)
        let copy = try InProcessShelf()
        let back = try await copy.run("import", "-", input: out.output)
        #expect(back.code == 0 && back.output.hasPrefix("read 2 links: 2 added"), "\(back)")
        let original = try await shelf.run("list", "--sort", "title", "--json").output
        let copied = try await copy.run("list", "--sort", "title", "--json")
        #expect(Self.withoutNumbers(copied.output) == Self.withoutNumbers(original))
    }

    @Test func `an export to a file is whole and says so`() async throws {
        try await shelf.run("add", "--no-fetch", "https://example.org/1")
        let file = shelf.path("backup.json")
        let outcome = try await shelf.run("export", file)
        #expect(outcome.code == 0 && outcome.output == "" && outcome.errors == "shelf: wrote 1 link to \(file)\n")
        let objects = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file))) as? [[String: Any]]
        #expect(objects?.first?["url"] as? String == "https://example.org/1")
        let nowhere = try await shelf.run("export", shelf.path("missing/backup.json"))
        #expect(
            nowhere.code == 74 && nowhere.errors.hasPrefix("shelf: '\(shelf.path("missing/backup.json"))' cannot"))
    }

    @Test func `what cannot be read is refused in one line, and nothing is kept`() async throws {
        let cases = [
            (shelf.path("missing.html"), "cannot be read: "),
            (shelf.folder.url.path, "cannot be read: "),
            (try shelf.write("just words", to: "words.txt"), "is no bookmark file, JSON, CSV or list"),
            (try shelf.write("", to: "empty.html"), "is no bookmark file, JSON, CSV or list"),
            (
                try shelf.write("<html><p>No links</html>", to: "page.html"),
                "is broken in line 1: it contains no bookmarks"
            ),
            (
                try shelf.write("<rss version='2.0'/>", to: "feed.xml"),
                "is a feed (RSS or Atom), which cannot be imported"
            ),
            (try shelf.write("https://a.example/,Alpha\n", to: "a.csv"), "looks like a table without a header; put"),
            (
                try shelf.write("[{\"url\": \"https://example.org/\"},\n{\"url\": ", to: "cut.json"),
                "is broken in line 2: "
            ),
        ]
        for (file, message) in cases {
            let outcome = try await shelf.run("import", file)
            #expect(outcome.code == 65, "\(file)")
            #expect(
                outcome.output == "" && outcome.errors.hasPrefix("shelf: '\(file)' \(message)"), "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
        #expect(try await shelf.run("list", "--json").output == "[]\n")
    }

    @Test func `a format that can only be read is not one to write, and the other way round`() async throws {
        let export = try await shelf.run("export", "--to", "urls")
        #expect(export.code == 64 && export.errors.contains("netscape, json, csv, markdown"), "\(export.errors)")
        let file = try shelf.write("# Links\n", to: "links.md")
        let load = try await shelf.run("import", "--from", "markdown", file)
        #expect(load.code == 64 && load.errors.contains("netscape, xbel, json, csv, urls"), "\(load.errors)")
    }

    @Test(arguments: ["csv", "md", "json", "html"])
    func `the name of a file tells the format of an export`(_ suffix: String) async throws {
        try await shelf.run("add", "--no-fetch", "https://example.org/1", "--title", "One")
        let beginnings = ["csv": "url,title,", "md": "# Links", "json": "[\n{\"id\"", "html": "<!DOCTYPE NETSCAPE"]
        let file = shelf.path("links.\(suffix)")
        #expect(try await shelf.run("export", file).code == 0)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.hasPrefix(try #require(beginnings[suffix])), "\(text)")
    }

    @Test func `tables and lists of addresses come in`() async throws {
        let table = try shelf.write(
            "title,url,time_added,tags,status\nOne,https://example.org/1,1487264937,a|b,archive\n",
            to: "part_000000.csv")
        let list = "# mine\nhttps://example.org/2\nnonsense\n"
        #expect(try await shelf.run("import", "-q", table).output == "")
        let outcome = try await shelf.run("import", "--json", "-", input: list)
        let report = try #require(outcome.json as? [String: Any])
        #expect(outcome.code == 0 && report["added"] as? Int == 1)
        let skip = try #require((report["skipped"] as? [[String: Any]])?.first)
        #expect(skip["line"] as? Int == 3 && skip["url"] as? String == "nonsense")
        #expect((skip["reason"] as? String)?.isEmpty == false)
        let links = try #require(try await shelf.run("list", "-t", "a", "-t", "b", "--json").json as? [[String: Any]])
        #expect(links.map { $0["url"] as? String } == ["https://example.org/1"])
    }

    @Test func `what of a file is not understood is said once`() async throws {
        let table = try shelf.write("URL;Titel;Gelesen\nhttps://a.com/;A;ja\nhttps://b.com/;B;ja\n", to: "t.csv")
        let outcome = try await shelf.run("import", table)
        #expect(outcome.errors == "shelf: columns 'Titel', 'Gelesen' are not known and were left out\n")
        #expect(outcome.code == 0 && outcome.output == "read 2 links: 2 added, 0 merged, 0 unchanged, 0 skipped\n")
        let cut = try shelf.write("<DL>\n<DT><A HREF='https://a.com/'>A</A>\n<DT><A HREF='https://b", to: "cut.html")
        let trial = try await shelf.run("import", "--dry-run", "--json", cut)
        let note = "the file ends in the middle of a link or list, in line 3; is it whole?"
        #expect((trial.json as? [String: Any])?["notes"] as? [String] == [note])
        #expect(try await shelf.run("import", cut).errors == "shelf: \(note)\n")
        let other = try shelf.write("{\"a\":1}", to: "other.json")
        let refusal = try await shelf.run("import", other)
        #expect(refusal.code == 65 && refusal.output.isEmpty)
        #expect(
            refusal.errors.hasPrefix("shelf: '\(other)' is broken in line 1: it contains no links"), "\(refusal.errors)"
        )
    }

    @Test func `what checks found goes out and comes in again, and goes with an undo`() async throws {
        let backup = try shelf.write(
            """
            [{"url":"https://example.org/1","verdict":"dead","checked":"2024-03-01T08:00:00Z"},
             {"url":"https://example.org/2","verdict":"ok","checked":"2024-03-01T08:00:01Z"},{"url":"https://example.org/3"}]
            """, to: "backup.json")
        try await shelf.run("add", "--no-fetch", "https://example.org/1")
        let before = try await shelf.run("list", "--json").output
        let report = try await shelf.run("import", backup).output
        #expect(report == "read 3 links: 2 added, 1 merged, 0 unchanged, 0 skipped\n")
        let dead = try await shelf.run("list", "--dead", "--json").json as? [[String: Any]]
        #expect(dead?.map { $0["checked"] as? String } == ["2024-03-01T08:00:00Z"])
        let out = try await shelf.run("export", "--to", "json").output
        #expect(out.contains("\"verdict\":\"ok\",\"checked\":\"2024-03-01T08:00:01Z\"}"))
        let copy = try InProcessShelf()
        try await copy.run("import", "-", input: out)
        let copied = try await copy.run("export", "--to", "json").output
        #expect(Self.withoutNumbers(copied) == Self.withoutNumbers(out))
        #expect(try await shelf.run("import", backup).output.contains("0 added, 0 merged, 3 unchanged"))
        #expect(try await shelf.run("undo").code == 0)
        #expect(try await shelf.run("list", "--json").output == before)
    }

    private static func withoutNumbers(_ json: String) -> String { json.replacing(/"id":\d+,/, with: "") }

    @Test func `a broken line among objects on lines is skipped, named and counted`() async throws {
        let lines = "{\"url\":\"https://a.example/\"}\n{\"url\":\n{\"url\":\"https://b.example/\"}\n"
        let outcome = try await shelf.run("import", "-", input: lines)
        #expect(outcome.errors == "shelf: line 2: skipped: the object does not end on its line\n")
        #expect(outcome.output == "read 3 links: 2 added, 0 merged, 0 unchanged, 1 skipped\n")
        let report = try #require(
            try await shelf.run("import", "--json", "-", input: lines).json as? [String: Any])
        let skip = try #require((report["skipped"] as? [[String: Any]])?.first)
        #expect(report["read"] as? Int == 3 && skip["line"] as? Int == 2 && skip["url"] as? String == "")
        #expect(skip["reason"] as? String == "the object does not end on its line")
    }
}
