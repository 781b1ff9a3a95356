import Core
import Foundation
import LibraryInterface
import ProgramTesting
import Testing
import TransferInterface

struct FormatTests {
    @Test(
        arguments: Row.table(
            """
            # mine⏎⏎https://a.com/⏎ → links → urls
            https://a.com/ → links → urls
            ⏎  mailto:x@a.com⏎https://a.com/ → links → urls
            https://a.com/\r# mine\r → links → urls
            h2+x-y.z:y⏎https://a.com/ → links → urls
            https://a.com/⏎nonsense⏎ → links → urls
            https://a.com/ two, words → links → urls
            https://a.com/ | [B](c), d⏎⏎ → onetab.txt → urls
            url⏎https://a.com/ → links → csv
            Title;URL⏎A;https://a.com/ → links → csv
            ⏎ ⏎<A HREF='https://a.com/'> → links → netscape
            {"url":"https://a.com/"} → links → json
            [{"url":"https://a.com/",⏎"note":"[B](https://b.com/)"}] → links → json
            \u{FEFF} [{"url":"https://a.com/"}] → links → json
            Links: <A HREF='https://a.com/'> → links.HTML → netscape
            Links: <A HREF='https://a.com/'> → links.htm → netscape
            Links: <xbel><bookmark href='https://a.com/'/></xbel> → links.xbel → xbel
            <?xml version='1.0'?><posts><post href='https://a.com/'/></posts> → a → delicious
            <!-- mine --><OPML><outline url='https://a.com/'/></OPML> → links → opml
            # Links⏎⏎- [A](https://a.com/)⏎ → links → markdown
            [A](https://a.com/) → links → markdown
            [A]: https://a.com/ → links → markdown
            * https://a.com/ → links.txt → markdown
            <!-- mine -->⏎<https://a.com/> → README.md → markdown
            <https://a.com/> → links.markdown → markdown
            1. <https://a.com/> → links → markdown
            """
        )
    )
    func `detects the format from the content, or from the name if the content is ambiguous`(
        row: Row
    ) async throws {
        let text = row.lines(0).utf8
        let format = try #require(ImportFormat(rawValue: row[2]))
        let detected = try await Imported(text, named: row[1])
        #expect(detected.links.map(\.url) == ["https://a.com/"])
        let given = try await Imported(text, named: row[1], format: format)
        #expect(given.report == detected.report)
    }

    @Test(arguments: [
        "", " \n", "\u{FEFF}", "hello", "title,note\nx,y", "Links: <A HREF='https://a.com/'>A</A>",
        "- hello", "hello:", "a/b:c", "12:30", "hello\nhttps://a.com/", "\"https://a.com/\"",
    ])
    func `throws an error if the format is unknown`(content: String) async throws {
        try await expect(TransferError.unknownFormat, importing: content.utf8)
    }

    @Test func `a given format takes precedence over the detected format`() async throws {
        let link = "<A HREF='https://a.com/'>A</A>"
        let json = "{\"url\":\"\(link)\"}"
        #expect(try await Imported(json).report.added == 0)
        #expect(try await Imported(json, format: .netscape).report.added == 1)
        try await expectMalformed(
            line: 1,
            "expected an array or an object",
            in: link,
            format: .json
        )
    }

    @Test func `a name can determine that the format is JSON`() async throws {
        let reason = "expected an array or an object"
        try await expectMalformed(line: 1, reason, in: "hello", named: "links.json")
    }

    @Test(
        arguments: Row.table(
            """
            https://a.example/,Alpha → links
            https://a.example/,Alpha⏎https://b.example/,Beta⏎ → links.txt
            https://a.example/;Alpha\r⏎https://b.example/;\r⏎ → links
            https://a.example/, Alpha → links
            Alpha,https://a.example/⏎ → links
            "https://a.example/","Alpha"⏎ → links.csv
            1;2023-07-22;HTTPS://a.example/;x → links
            Alpha\thttps://a.example/⏎ → links.tsv
            https://a.example/⏎https://b.example/,Beta⏎ → links.CSV
            # mine⏎https://a.example/,A⏎ → links
            // The last of more than 100 lines is ignored, because it may be incomplete.
            \(String(repeating: "https://a.example/,A⏎", count: 100))https://a.e → links
            """
        )
    )
    func `reports a table without a header, unless the given format is a list of URLs`(
        row: Row
    ) async throws {
        let text = row.lines(0).utf8
        try await expect(TransferError.tableWithoutHeader, importing: text, named: row[1])
        #expect(try await Imported(text, named: row[1], format: .urls).report.read > 0)
        try await expectMalformed(
            line: 1,
            "expected a header with a column named url",
            in: row.lines(0),
            named: row[1],
            format: .csv
        )
    }

    @Test(
        arguments: Row.table(
            """
            https://a.example/x,00.html⏎https://b.example/⏎ → links → https://a.example/x,00.html → https://b.example/
            https://a.example/⏎https://b.example/⏎ → links.csv → https://a.example/ → https://b.example/
            https://a.example/;x=1⏎https://a.example/,2 → links → https://a.example/;x=1 → https://a.example/,2
            https://a.example/,A⏎B → links → https://a.example/,A
            # only a comment⏎ → links
            \(String(repeating: "https://a.example/,A⏎", count: 99))https://b.example/⏎ \
            → links → https://a.example/,A → https://b.example/
            """
        )
    )
    func `a list of URLs can contain commas and comments`(row: Row) async throws {
        let imported = try await Imported(row.lines(0).utf8, named: row[1])
        #expect(imported.links.map(\.url) == row[2...])
    }

    @Test(
        arguments: [
            (
                """
                <?xml version="1.0"?>
                <rss version="2.0"><channel><title>News</title></channel></rss>
                """,
                .feed
            ),
            (
                """
                <?xml version='1.0' encoding='utf-8'?>
                <feed xmlns='http://www.w3.org/2005/Atom'><entry/></feed>
                """,
                .feed
            ),
            ("\n<rdf:RDF xmlns='http://purl.org/rss/1.0/'>", .feed),
            (
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
                "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0"><dict/></plist>
                """,
                .propertyList
            ),
            ("bplist00\u{1}\u{2}", .propertyList),
            ("[InternetShortcut]\r\nURL=https://a.com/\r\n", .shortcut),
            ("[Desktop Entry]\nType=Link\nURL=https://a.com/\n", .shortcut),
            ("SQLite format 3\0\u{10}", .database),
            ("PK\u{3}\u{4}\u{14}", .archive),
            ("\u{1F}\u{8B}\u{8}\0", .gzip),
        ] as [(String, UnsupportedFormat)]
    )
    func `reports a recognized format that is not supported`(
        text: String,
        format: UnsupportedFormat
    ) async throws {
        let bytes = text.unicodeScalars.map { UInt8($0.value) }
        for given in [nil, ImportFormat.netscape] {
            try await expect(
                { .unsupportedFormat(name: $0, format) },
                importing: bytes,
                format: given
            )
        }
    }

    static let samples = [
        FileSample(
            "reads URLs line by line",
            "\u{FEFF}# mine\r\n\r\n https://a.com/ \r\nnonsense\rhttps://b.com/#x\n\n#end",
            """
            https://a.com/
            https://b.com/#x
            skipped on line 4: nonsense
            """
        ),
        FileSample(
            "reads several URLs on a line",
            "https://a.com/ https://b.com/x\thttp://c.com/\nhttps://d.com/two words\n",
            format: .urls,
            """
            https://a.com/
            https://b.com/x
            http://c.com/
            https://d.com/two | words
            """
        ),
    ]

    @Test(arguments: samples)
    func `reads a list of URLs`(sample: FileSample) async throws {
        try await sample.check()
    }

    @Test func `rejects a line of more than 1 MiB in a list of URLs`() async throws {
        let line = "https://a.com/" + String(repeating: "x", count: (1 << 20) - 14)
        #expect(try await Imported("\(line)\n", format: .urls).links.map(\.url) == [line])
        try await expectMalformed(
            line: 1,
            "the line is longer than 1 MiB",
            in: "\(line)x\n",
            format: .urls
        )
    }

    @Test(
        arguments: [
            (utf16("\u{FEFF}<META CHARSET=x><A HREF='https://a.com/'>日本</A>"), "日本"),
            (utf16("\u{FEFF}<A HREF='https://a.com/'>日本</A>", isBigEndian: true), "日本"),
            (
                bytes(
                    "<META CHARSET=Shift_JIS><A HREF='https://a.com/'>",
                    [0x93, 0xFA, 0x96, 0x7B]
                ),
                "日本"
            ),
            (
                bytes(
                    """
                    <META HTTP-EQUIV='Content-Type' CONTENT='text/html; charset=gb2312'>
                    <A HREF='https://a.com/'>
                    """,
                    [0xC8, 0xD5, 0xB1, 0xBE]
                ),
                "日本"
            ),
            // Without a declaration, text with mostly invalid UTF-8 outside of ASCII is read as
            // windows-1252.
            (bytes("<A HREF='https://a.com/'>caf", [0xE9, 0x80]), "café€"),
        ] as [([UInt8], String)]
    )
    func `reads encodings other than UTF-8`(file: [UInt8], title: String) async throws {
        #expect(try await Imported(file).links.map(\.title) == [title])
    }

    @Test func `a character that is divided between two pieces stays intact`() async throws {
        for padding in 0..<3 {
            let spaces = String(repeating: " ", count: padding)
            let start = "<META CHARSET=euc-jp>\(spaces)<A HREF='https://a.com/'>"
            let file = bytes(start, Array(repeatElement([0xC6, 0xFC], count: 30_000).joined()))
            let title = String(repeating: "日", count: 30_000)
            #expect(try await Imported(file).links.map(\.title) == [title])
        }
    }
}

/// Returns the contents of a file with one link. The title consists of the given bytes.
private func bytes(_ start: String, _ title: [UInt8]) -> [UInt8] {
    Array(start.utf8) + title + Array("</A>".utf8)
}
