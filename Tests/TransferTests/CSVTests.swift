import Core
import Foundation
import LibraryInterface
import ProgramTesting
import Testing
import TransferInterface

struct CSVTests {
    static let samples = [
        FileSample(
            "recognizes the columns and values that mark links as unread",
            """
            url,tag_names,unread,to_read,status
            https://a.com/,"x,y z",true
            https://b.com/,,false
            https://c.com/,,1
            https://d.com/,,Yes
            https://e.com/,,,yes
            https://f.com/,,,,Unread
            https://g.com/,,,,archive

            """,
            """
            https://a.com/ |  | toread, x, y z
            https://b.com/
            https://c.com/ |  | toread
            https://d.com/ |  | toread
            https://e.com/ |  | toread
            https://f.com/ |  | toread
            https://g.com/
            """
        ),
        FileSample(
            "accepts quotes within a field and text after a closing quote",
            "url,title\nhttps://a.com/,5\" disk\nhttps://b.com/,\"a\"b\n",
            """
            https://a.com/ | 5" disk
            https://b.com/ | ab
            """
        ),
        FileSample(
            "reports records of a table that have no valid URL",
            """
            url,title
            "","one\r\ntwo\rthree
            four"
            ftp://a,x

            short
            https://a.com/,A

            """,
            """
            https://a.com/ | A
            skipped on line 2
            skipped on line 6: ftp://a
            skipped on line 8: short
            """
        ),
        FileSample(
            "recognizes columns by less common names, and ignores sizes and IDs",
            """
            address,collection,comment,keywords,date,modified_at,file_id,word_count
            https://a.com/,F,C,k,2023-07-22,2023-07-22,1,2

            """,
            "https://a.com/ |  | F, k | C"
        ),
        FileSample(
            "a folder named Unread becomes a tag in a table that is not from Instapaper",
            "url,folder\nhttps://a.com/,Unread\n",
            "https://a.com/ |  | Unread"
        ),
    ]

    @Test(arguments: samples)
    func `reads a table`(sample: FileSample) async throws {
        try await sample.check()
    }

    @Test(
        arguments: Row.table(
            """
            URL;Titel;Tags;Gelesen;id⏎https://a.com/;A;x;nein;1⏎https://b.com/;B;;;2⏎ → ignoredParts(column, ["Titel", "Gelesen"])
            url,cover,highlights,favorite⏎https://a.com/,https://a.com/i.png,,false⏎
            url,title⏎https://a.com/,A, with a comma⏎ → ignoredParts(column, ["3 (without a name)"])
            url,added⏎https://a.com/,0⏎https://b.com/,31.12.2023⏎https://c.com/,1.1.2024⏎ → unreadableDate("31.12.2023", line: 3)
            url,title⏎https://a.com/,A⏎https://b → cutOff(line: 3)
            url,title⏎https://a.com/,A⏎https://b,B
            url,title⏎https://a.com/ → cutOff(line: 2)
            url,title⏎https://a.com/,B
            // Spreadsheets omit empty fields at the end of a record, so these records are complete.
            url,title⏎https://a.com/,A⏎https://b⏎
            url,title⏎https://a.com/⏎
            // The comma is the separator of a table with one column.
            url⏎https://a.com/,A⏎ → ignoredParts(column, ["2 (without a name)"])
            """
        )
    )
    func `reports unknown columns that contain values, unreadable dates, and incomplete files`(
        row: Row
    ) async throws {
        let imported = try await Imported(row.lines(0))
        #expect(imported.remarks.map(imported.name) == row[1...])
    }

    @Test(arguments: [
        "url;title\nhttps://a.com/;A, B\n",
        "url\ttitle\nhttps://a.com/\tA, B\n",
        "\u{FEFF}url,title\r\nhttps://a.com/,\"A, B\"",
        "sep=;\r\nurl;title\r\nhttps://a.com/;A, B",
        "title,URL\r\"A, B\",https://a.com/\r",
        "\"title\",\" Url \"\n\n\"A, B\",\"https://a.com/\"\n\n",
        "x,url,title,y\n,https://a.com/,\"A, B\"",
        "title,url,note\n\"A, B\",https://a.com/,",
        "url;title;x\nhttps://a.com/;A, B;,,,,,\n",
        "url,link,title,name\nhttps://a.com/,https://b.com/,\"A, B\",C\n",
    ])
    func `detects separators, quotes, line breaks and columns`(csv: String) async throws {
        #expect(try await Imported(csv).summaries == ["https://a.com/ | A, B"])
    }

    @Test(
        arguments: [
            (utf16("\u{FEFF}url\ttitle\nhttps://a.com/\tCafé 😀"), "Café 😀"),
            (Array("url;title\nhttps://a.com/;Caf".utf8) + [0xE9, 0x80, 0x0A], "Café€"),
        ] as [([UInt8], String)]
    )
    func `reads UTF-16 and windows-1252 from spreadsheets`(
        bytes: [UInt8],
        title: String
    ) async throws {
        #expect(try await Imported(bytes).links.map(\.title) == [title])
    }

    @Test(arguments: [
        ("title,note\nx,y", 1, "expected a header with a column named url"),
        ("url,title\nhttps://a.com/,\"A\nhttps://b.com/,B\n", 2, "a quote is not closed"),
    ])
    func `reports the line of an error in a malformed table`(
        csv: String,
        line: Int,
        reason: String
    ) async throws {
        try await expectMalformed(line: line, reason, in: csv, format: .csv)
    }

    @Test func `shortens a title of more than 2 MiB`() async throws {
        let limit: Int = 2 << 20
        let text = String(repeating: "x", count: limit + 1000)
        let imported = try await Imported("url,title\nhttps://a.com/,\(text)\n")
        let sizes: [Int?] = imported.links.map { $0.title?.utf8.count }
        #expect(sizes == [limit])
        #expect(imported.remarks == [.shortened(.title, line: 2)])
    }

    @Test func `a character that is divided between two pieces stays intact`() async throws {
        // The length of the repeated text is odd, so the pieces end at different places in it.
        let title = String(repeating: "é\"\"😀,\r\n", count: 9_000)
        let records = (0..<7).map { "https://a.com/\($0),\"\(title)\"\r\n" }
        let csv = Array(("url,title\r\n" + records.joined()).utf8)
        let starts = stride(from: 1 << 16, to: csv.count, by: 1 << 16)
        try #require(starts.contains { csv[$0] & 0xC0 == 0x80 })
        let titles = try await Imported(csv).links.map(\.title)
        let expected = title.replacing("\"\"", with: "\"")
        #expect(titles == Array(repeating: expected, count: 7))
    }

    @Test func `reports a record that is longer than 40 fields of the maximum size`() async throws {
        let textLimit = 1000
        let url = "https://a.com/"
        let title = String(repeating: "x", count: 40 * textLimit - url.utf8.count)
        let longest = "url,title\n\(url),\(title)\n"
        let imported = try await Imported(longest.utf8, textLimit: textLimit)
        #expect(imported.links.count == 1)

        let tooLong = "url,title\n\(url),\(title)x\n"
        let folder = try TemporaryFolder()
        let reason = "a record is too long; a quote may be unclosed"
        let error = TransferError.malformed(name: folder.path("links"), line: 2, reason: reason)
        await #expect(throws: error) {
            _ = try await Imported(tooLong.utf8, in: folder, textLimit: textLimit)
        }
    }
}
