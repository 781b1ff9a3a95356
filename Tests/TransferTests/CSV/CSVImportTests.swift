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

    @Test func `Instapaper's folder of what is to be read`() async throws {
        let csv =
            "URL,Title,Selection,Folder,Timestamp\nhttps://a.com/,A,,Unread,1690000000\nhttps://b.com/,B,,Code,1690000000"
        #expect(try await Imported(csv).tags == ["https://a.com/": ["toread"], "https://b.com/": []])
        let withFolders = try await Imported(csv.utf8, foldersAsTags: true)
        #expect(withFolders.tags == ["https://a.com/": ["toread"], "https://b.com/": ["Code"]])
    }

    @Test func `what is not read yet is told by many names`() async throws {
        let csv = "url,tag_names,unread\nhttps://a.com/,\"x,y z\",true\nhttps://b.com/,,false\nhttps://c.com/,,1\n"
        let imported = try await Imported(csv)
        let expected = ["https://a.com/": ["toread", "x", "y z"], "https://b.com/": [], "https://c.com/": ["toread"]]
        #expect(imported.tags == expected && imported.remarks.isEmpty)
    }

    @Test func `Readwise and Diigo`() async throws {
        let readwise = try await Imported(
            """
            Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen
            LWN,https://lwn.net/,01h5,"['linux', 'to read']",2023-07-22 04:26:40+00:00,0.0,later,True

            """)
        #expect(readwise.tags == ["https://lwn.net/": ["linux", "to read"]])
        #expect(readwise.links.map(\.added) == [date(1_690_000_000)])
        #expect(readwise.remarks == [.unknownParts(.column, ["Location", "Seen"])])
        let diigo = try await Imported(
            "title,url,tags,description,comments,annotations,created_at\nLWN,https://lwn.net/,a b,D,C,,2023-07-22 04:26:40\n"
        )
        #expect(diigo.tags == ["https://lwn.net/": ["a", "b"]])
        #expect(diigo.links.map(\.note) == ["D\n\nC"] && diigo.remarks.isEmpty)
    }

    @Test func `columns that nobody knows are named, unless nothing is in them`() async throws {
        let german = try await Imported("URL;Titel;Tags;Gelesen;id\nhttps://a.com/;A;x;nein;1\nhttps://b.com/;B;;;2\n")
        #expect(german.links.map(\.title) == [nil, nil])
        #expect(german.remarks == [.unknownParts(.column, ["Titel", "Gelesen"])])
        let empty = try await Imported("url,cover,highlights,favorite\nhttps://a.com/,https://a.com/i.png,,false\n")
        #expect(empty.remarks.isEmpty)
        let long = try await Imported("url,title\nhttps://a.com/,A, with a comma\n")
        #expect(long.remarks == [.unknownParts(.column, ["3 (without a name)"])])
    }

    @Test func `dates that cannot be read are said once, with the line of the first`() async throws {
        let imported = try await Imported(
            "url,added\nhttps://a.com/,0\nhttps://b.com/,31.12.2023\nhttps://c.com/,1.1.2024\n")
        #expect(imported.remarks == [.unreadableDate("31.12.2023", line: 3)])
    }

    @Test(arguments: [("url,title\nhttps://a.com/,A\nhttps://b", 3), ("url,title\nhttps://a.com/", 2)])
    func `a file that ends in the middle of a record is said to`(csv: String, line: Int) async throws {
        #expect(try await Imported(csv).remarks == [.cutOff(line: line)])
        #expect(try await Imported(csv + ",B").remarks.isEmpty)
        #expect(try await Imported(csv + "\n").remarks.isEmpty, "spreadsheets leave out empty fields")
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

    @Test func `a text is read up to 16 MiB, and a longer one is cut and said to be`() async throws {
        let text = String(repeating: "x", count: (16 << 20) + 1)
        let imported = try await Imported("url,title\nhttps://a.com/,\(text)\n")
        #expect(imported.links.map(\.title?.utf8.count) == [16 << 20])
        #expect(imported.remarks == [.shortened(.title, line: 2)])
    }

    @Test func `folders beyond the 64th are left out`() async throws {
        let path = (1...70).map { "F\($0)" }.joined(separator: "/")
        let imported = try await Imported("url,folder\nhttps://a.com/,\(path)\n", foldersAsTags: true)
        #expect(imported.links[0].tags == LinkTag.list((1...64).map { "F\($0)" }.joined(separator: ",")))
    }

    @Test func `pieces of any size give the same links`() async throws {
        let title = String(repeating: "é\"\"😀, \r\n", count: 9_000)
        let csv = "url,title\r\n" + (0..<7).map { "https://a.com/\($0),\"\(title)\"\r\n" }.joined()
        let links = try await Imported(csv).links
        #expect(links.count == 7)
        #expect(links.allSatisfy { $0.title == title.replacing("\"\"", with: "\"") })
    }
}
