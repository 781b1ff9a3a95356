import Core
import Foundation
import LibraryInterface
import Testing
import TransferInterface

struct CSVImportTests {
    @Test func `what an export writes is read`() async throws {
        let csv = """
            url,title,note,tags,added,updated\r
            https://a.com/,"A ""q"", b","two\r\nlines","x,Y z",2023-07-22T04:26:40Z,2023-07-22T06:26:41.999+02:00\r
            https://b.com/,,,,,\r\n
            """
        let links = try await Imported(csv).links
        #expect(links.map(\.url) == ["https://a.com/", "https://b.com/"])
        #expect(links.map(\.title) == ["A \"q\", b", nil])
        #expect(links.map(\.note) == ["two\r\nlines", nil])
        #expect(links[0].tags.sorted().map(\.name) == ["x", "Y z"])
        #expect(links[0].added == date(1_690_000_000))
        #expect(links[0].updated == date(1_690_000_001))
    }

    @Test func `Pocket`() async throws {
        let imported = try await Imported(
            """
            title,url,time_added,tags,status
            "Swift, a blog",https://www.swift.org/blog/,1487264937,swift|to learn,unread
            https://example.com/read,https://example.com/read,1487264938,,archive
            """)
        #expect(imported.links.map(\.title) == ["Swift, a blog", "https://example.com/read"])
        #expect(imported.tags["https://www.swift.org/blog/"] == ["swift", "to learn", "toread"])
        #expect(imported.tags["https://example.com/read"] == [])
        #expect(imported.links.map(\.added) == [date(1_487_264_937), date(1_487_264_938)])
    }

    @Test func `Raindrop`() async throws {
        let imported = try await Imported(
            """
            id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite
            1,Swift,My note,The page's words,https://www.swift.org/,Code / Languages,"swift, open source",2023-07-22T04:26:40.123Z,,,false
            """, foldersAsTags: true)
        #expect(imported.links.map(\.note) == ["My note\n\nThe page's words"])
        #expect(imported.tags["https://www.swift.org/"] == ["Code", "Languages", "open source", "swift"])
        #expect(imported.links.map(\.added) == [date(1_690_000_000)])
    }

    @Test func `Instapaper`() async throws {
        let csv = """
            URL,Title,Selection,Folder,Timestamp,Tags
            https://lwn.net/,LWN,"A quote, cut",Archive,1690000000,"[""news"",""linux""]"
            """
        let imported = try await Imported(csv, foldersAsTags: true)
        #expect(imported.links.map(\.note) == ["A quote, cut"])
        #expect(imported.tags["https://lwn.net/"] == ["Archive", "linux", "news"])
        #expect(try await Imported(csv).tags["https://lwn.net/"] == ["linux", "news"])
    }

    @Test func `linkding and its likes`() async throws {
        let imported = try await Imported(
            """
            URL,Title,Description,Notes,Tags,Date Added,Date Modified
            https://linkding.link/,linkding,Self-hosted,Mine,"a,b",2023-07-22 04:26:40,2023-07-22 04:26:41+00:00
            """)
        #expect(imported.links.map(\.note) == ["Self-hosted\n\nMine"])
        #expect(imported.links.map(\.added) == [date(1_690_000_000)])
        #expect(imported.links.map(\.updated) == [date(1_690_000_001)])
    }

    @Test(arguments: [
        "url;title\nhttps://a.com/;A, B\n", "url\ttitle\nhttps://a.com/\tA, B\n",
        "\u{FEFF}url,title\r\nhttps://a.com/,\"A, B\"",
        "sep=;\r\nurl;title\r\nhttps://a.com/;A, B", "title,URL\r\"A, B\",https://a.com/\r",
        "\"title\",\" Url \"\n\n\"A, B\",\"https://a.com/\"\n\n", "x,url,title,y\n,https://a.com/,\"A, B\"",
    ])
    func `separators, quotes, line ends and columns are told by the header`(csv: String) async throws {
        let links = try await Imported(csv).links
        #expect(links.map(\.url) == ["https://a.com/"])
        #expect(links.map(\.title) == ["A, B"])
    }

    @Test func `tables of spreadsheets in UTF-16 and windows-1252 are read`() async throws {
        let utf16 = "\u{FEFF}url\ttitle\nhttps://a.com/\tCafé 😀".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try await Imported(utf16).links.map(\.title) == ["Café 😀"])
        let latin = Array("url;title\nhttps://a.com/;Caf".utf8) + [0xE9, 0x80, 0x0A]
        #expect(try await Imported(latin).links.map(\.title) == ["Café€"])
    }

    @Test func `quotes where none belong are characters`() async throws {
        let links = try await Imported("url,title\nhttps://a.com/,5\" disk\nhttps://b.com/,\"a\"b\n").links
        #expect(links.map(\.title) == ["5\" disk", "ab"])
    }

    @Test func `bad records are reported with their lines, and the rest is read`() async throws {
        let imported = try await Imported("url,title\n\"\",\"two\nlines\"\nftp://a,x\n\nshort\nhttps://a.com/,A,more\n")
        #expect(imported.report.skipped.map(\.line) == [2, 4, 6])
        #expect(imported.links.map(\.title) == ["A"])
    }

    @Test func `a table without addresses and a quote without end are errors`() async throws {
        await #expect(throws: TransferError.self) { try await Imported("title,note\nx,y", format: .csv) }
        do {
            _ = try await Imported("url,title\nhttps://a.com/,\"A\nhttps://b.com/,B\n")
            Issue.record("it was read")
        } catch TransferError.malformed(_, let line, let reason) {
            #expect(line == 2)
            #expect(reason == "a quote is opened and never closed")
        }
    }

    @Test func `pieces of any size give the same links`() async throws {
        let title = String(repeating: "é\"\"😀, \r\n", count: 9_000)
        let csv = "url,title\r\n" + (0..<7).map { "https://a.com/\($0),\"\(title)\"\r\n" }.joined()
        let links = try await Imported(csv).links
        #expect(links.count == 7)
        #expect(links.allSatisfy { $0.title == title.replacing("\"\"", with: "\"") })
    }
}
