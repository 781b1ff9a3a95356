import Core
import Foundation
import LibraryInterface
import Testing
import TransferInterface

struct CSVTests {
    @Test func `recognizes every form in which links are marked as unread`() async throws {
        let csv = """
            url,tag_names,unread
            https://a.com/,"x,y z",true
            https://b.com/,,false
            https://c.com/,,1

            """
        let imported = try await Imported(csv)
        let expected = [
            "https://a.com/": ["toread", "x", "y z"],
            "https://b.com/": [],
            "https://c.com/": ["toread"],
        ]
        #expect(imported.tags == expected)
        #expect(imported.remarks.isEmpty)
    }

    @Test(
        arguments: [
            (
                "URL;Titel;Tags;Gelesen;id\nhttps://a.com/;A;x;nein;1\nhttps://b.com/;B;;;2\n",
                [.ignoredParts(.column, ["Titel", "Gelesen"])]
            ),
            ("url,cover,highlights,favorite\nhttps://a.com/,https://a.com/i.png,,false\n", []),
            (
                "url,title\nhttps://a.com/,A, with a comma\n",
                [.ignoredParts(.column, ["3 (without a name)"])]
            ),
            (
                "url,added\nhttps://a.com/,0\nhttps://b.com/,31.12.2023\nhttps://c.com/,1.1.2024\n",
                [.unreadableDate("31.12.2023", line: 3)]
            ),
            ("url,title\nhttps://a.com/,A\nhttps://b", [.cutOff(line: 3)]),
            ("url,title\nhttps://a.com/,A\nhttps://b,B", []),
            ("url,title\nhttps://a.com/", [.cutOff(line: 2)]),
            ("url,title\nhttps://a.com/,B", []),
            // Spreadsheets omit empty fields at the end of a record, so these records are complete.
            ("url,title\nhttps://a.com/,A\nhttps://b\n", []),
            ("url,title\nhttps://a.com/\n", []),
            // The comma is the separator of a table with one column.
            ("url\nhttps://a.com/,A\n", [.ignoredParts(.column, ["2 (without a name)"])]),
        ] as [(String, [ImportRemark])]
    )
    func `reports unknown columns that contain values, unreadable dates, and incomplete files`(
        csv: String,
        remarks: [ImportRemark]
    ) async throws {
        #expect(try await Imported(csv).remarks == remarks)
    }

    @Test(arguments: [
        "url;title\nhttps://a.com/;A, B\n", "url\ttitle\nhttps://a.com/\tA, B\n",
        "\u{FEFF}url,title\r\nhttps://a.com/,\"A, B\"", "sep=;\r\nurl;title\r\nhttps://a.com/;A, B",
        "title,URL\r\"A, B\",https://a.com/\r",
        "\"title\",\" Url \"\n\n\"A, B\",\"https://a.com/\"\n\n",
        "x,url,title,y\n,https://a.com/,\"A, B\"", "title,url,note\n\"A, B\",https://a.com/,",
        "url;title;x\nhttps://a.com/;A, B;,,,,,\n",
        "url,link,title,name\nhttps://a.com/,https://b.com/,\"A, B\",C\n",
    ])
    func `detects separators, quotes, line breaks and columns`(csv: String) async throws {
        let links = try await Imported(csv).links
        #expect(links.map(\.url) == ["https://a.com/"])
        #expect(links.map(\.title) == ["A, B"])
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

    @Test func `accepts quotes within a field and text after a closing quote`() async throws {
        let csv = "url,title\nhttps://a.com/,5\" disk\nhttps://b.com/,\"a\"b\n"
        let links = try await Imported(csv).links
        #expect(links.map(\.title) == ["5\" disk", "ab"])
    }

    @Test func `reports records of a table that have no valid URL`() async throws {
        let imported = try await Imported(
            """
            url,title
            "","one\r\ntwo\rthree
            four"
            ftp://a,x

            short
            https://a.com/,A,more

            """
        )
        #expect(imported.report.skipped.map(\.line) == [2, 6, 8])
        #expect(imported.links.map(\.title) == ["A"])
    }

    @Test func `a folder named Unread becomes a tag in a table that is not from Instapaper`()
        async throws
    {
        let csv = "url,folder\nhttps://a.com/,Unread\n"
        let imported = try await Imported(csv, foldersAsTags: true)
        #expect(imported.tags == ["https://a.com/": ["Unread"]])
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
        let title = String(repeating: "é\"\"😀, \r\n", count: 9_000)
        let records = (0..<7).map { "https://a.com/\($0),\"\(title)\"\r\n" }
        let csv = "url,title\r\n" + records.joined()
        let links = try await Imported(csv).links
        #expect(links.count == 7)
        #expect(links.allSatisfy { $0.title == title.replacing("\"\"", with: "\"") })
    }

    @Test func `reports a record that is longer than 40 fields of the maximum size`() async throws {
        let textLimit = 1000
        let url = "https://a.com/"
        let title = String(repeating: "x", count: 40 * textLimit - url.utf8.count)
        let longest = "url,title\n\(url),\(title)\n"
        let imported = try await Imported(longest.utf8, textLimit: textLimit)
        #expect(imported.links.count == 1)

        let tooLong = "url,title\n\(url),\(title)x\n"
        let error = await #expect(throws: TransferError.self) {
            _ = try await Imported(tooLong.utf8, textLimit: textLimit)
        }
        guard case .malformed(_, let line, let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(line == 2)
        #expect(reason == "a record is too long; a quote may be unclosed")
    }
}
