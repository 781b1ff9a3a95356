import Core
import Foundation
import ProgramTesting
import Testing

/// Tests of `shelf import` and `shelf export`.
struct TransferCommandTests {
    private let shelf: InProcessShelf

    init() throws {
        shelf = try InProcessShelf()
    }

    @Test func `imports a browser's bookmarks`() async throws {
        let bookmarks = """
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
        let file = try shelf.write(bookmarks, to: "bookmarks.html")
        try await shelf.expect(
            transcript: """
                $ shelf import --folders-as-tags --dry-run \(file)
                dry run: read 3 links: 1 added, 1 merged, 0 unchanged, 1 skipped
                ! note: line 11: skipped 'javascript:alert(1)': unsupported scheme 'javascript:'; \
                specify an http or https URL
                $ shelf list --json
                []
                ! note: the library is empty; 'shelf add URL' saves a link
                $ shelf import --folders-as-tags \(file)
                read 3 links: 1 added, 1 merged, 0 unchanged, 1 skipped
                ! note: line 11: skipped 'javascript:alert(1)': unsupported scheme 'javascript:'; \
                specify an http or https URL
                $ shelf search fts5 -v
                1  FTS5 & you
                   https://www.sqlite.org/fts5.html
                   Full-text search
                   #Databases #search #sqlite
                   added 2020-09-13T12:26:41Z
                """
        )
    }

    @Test func `rejects an unusable file, and imports nothing`() async throws {
        let file = try shelf.write("[{\"url\": \"https://a.org/\"},\n{\"url\": ", to: "cut.json")
        try await shelf.expect(
            transcript: """
                $ shelf import \(file)
                ! error: cannot import '\(file)': error on line 2: [..]
                [65]
                $ shelf import missing.html
                ! error: cannot read 'missing.html': [..]
                [65]
                $ shelf list --json
                []
                ! note: the library is empty; 'shelf add URL' saves a link
                """
        )
    }

    @Test func `--profile selects the profile of a browser`() async throws {
        for (folder, name) in [("Default", "a"), ("Profile 1", "b")] {
            let link = #"{"type":"url","name":"A","url":"https://\#(name).example/"}"#
            try shelf.write(
                #"{"roots":{"bookmark_bar":{"children":[\#(link)]}}}"#,
                to: ".config/google-chrome/\(folder)/Bookmarks"
            )
        }
        try await shelf.expect(
            transcript: """
                $ shelf import --from chrome --profile 'Profile 1'
                read 1 link: 1 added, 0 merged, 0 unchanged, 0 skipped
                ! note: read the profile 'Profile 1'; [..]
                $ shelf list
                1  A
                   https://b.example/
                """
        )
    }

    @Test(arguments: [
        ("links.JSON", "[\n{\"id\""),
        ("links.csv", "url,title,"),
        ("a.csv.markdown", "# Links"),
        ("links.md", "# Links"),
        ("links.xbel", "<?xml"),
        ("links.txt", "<!DOCTYPE"),
    ])
    func `the extension of the file name determines the format of an export`(
        name: String,
        beginning: String
    ) async throws {
        try await shelf.add("https://example.org/1")
        try await shelf.expect(
            "export \(shelf.path(name))",
            errors: "note: wrote 1 link to \(shelf.path(name))\n"
        )
        #expect(try shelf.folder.text(name).hasPrefix(beginning))
    }

    @Test func `an export to standard output is HTML, or JSON with --json`() async throws {
        try await shelf.add("https://example.org/1 --title =1+1")
        try await shelf.expect(
            transcript: """
                $ shelf export
                <!DOCTYPE NETSCAPE[...]
                $ shelf export -
                <!DOCTYPE NETSCAPE[...]
                $ shelf export --json
                [
                {[..]}
                ]
                $ shelf export --json --to csv
                url,[..]
                https://example.org/1,'=1+1,[..]
                $ shelf export --to csv --keep-formulas
                url,[..]
                https://example.org/1,=1+1,[..]
                """
        )
        #expect(!FileManager.default.fileExists(atPath: "-"))
    }

    @Test(arguments: ["export", "report --html"] as [CommandLine])
    func `reports a file that cannot be written`(command: CommandLine) async throws {
        try await shelf.add("https://example.org/1")
        for path in [shelf.path("missing/page.html"), shelf.folder.url.path] {
            try await shelf.expect(
                transcript: """
                    $ shelf \(command) \(path)
                    ! error: cannot write '\(path)': [..]
                    [74]
                    """
            )
        }
    }
}
