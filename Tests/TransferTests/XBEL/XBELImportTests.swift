import Core
import Foundation
import LibraryInterface
import Testing
import TransferInterface

struct XBELImportTests {
    @Test func `floccus`() async throws {
        let imported = try await Imported(XBELFixtures.floccus, foldersAsTags: true)
        #expect(imported.tags == ["https://www.swift.org/?a=1&b=2": ["Swift & more"], "https://sqlite.org/": []])
        #expect(imported.links.map(\.title) == ["Swift.org – \"Welcome\" 😀", nil])
        #expect(imported.report.skipped.map(\.problem) == [.unsupportedScheme("javascript")])
        #expect(imported.report.skipped.map(\.line) == [17] && imported.remarks.isEmpty)
        #expect(try await Imported(XBELFixtures.floccus).links.allSatisfy(\.tags.isEmpty))
    }

    @Test func `buku`() async throws {
        let imported = try await Imported(XBELFixtures.buku)
        #expect(imported.tags == ["https://lwn.net/": ["linux", "to read"], "https://danluu.com/": []])
        #expect(imported.links.map(\.title) == ["LWN 'news'", "Café"])
        #expect(imported.links.map(\.note) == ["First line\nsecond & line", nil] && imported.remarks.isEmpty)
    }

    @Test func `Konqueror, with metadata, CDATA sections and aliases`() async throws {
        let imported = try await Imported(XBELFixtures.konqueror, foldersAsTags: true)
        #expect(imported.tags == ["https://kde.org/": ["KDE"], "https://planet.kde.org/": ["KDE", "News"]])
        #expect(imported.links.map(\.title) == ["KDE <3 & ]] friends", "Planet"])
        #expect(imported.links.map(\.note) == [nil, "Blogs &amp; & more"])
        #expect(imported.links.map(\.added) == [date(1_690_000_000), date(1_690_000_002)])
        #expect(imported.links.first?.updated == date(1_690_000_001))
        #expect(imported.remarks == [.unknownParts(.attribute, ["rating"])])
        #expect(imported.report.added == 2 && imported.report.merged == 1)
        #expect(try await Imported(XBELFixtures.konqueror).report.read == 2, "an alias is no bookmark of its own")
    }

    @Test(arguments: [("ISO-8859-1", 0xE9, "é"), ("iso-8859-2", 0xE8, "č"), ("KOI8-R", 0xC1, "а")])
    func `the declared encoding is read, and a byte order mark wins over it`(
        encoding: String, byte: UInt8, letter: String
    ) async throws {
        let start =
            "<?xml version=\"1.0\" encoding='\(encoding)'?>\n<xbel>\n<bookmark href='https://a.com/'>\n<title>\n"
        let end = "\n</title></bookmark></xbel>"
        #expect(try await Imported(Array(start.utf8) + [byte] + Array(end.utf8)).links.map(\.title) == [letter])
        let utf16 = "\u{FEFF}\(start)\(letter)\(end)".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try await Imported(utf16).links.map(\.title) == [letter])
    }

    @Test func `entities that a file defines are not expanded`() async throws {
        let imported = try await Imported(
            """
            <?xml version="1.0"?>
            <!DOCTYPE xbel [
             <!ENTITY a "aaaaaaaaaa"> <!ENTITY b "&a;&a;&a;"> <!ENTITY file SYSTEM "file:///etc/hostname">
            ]>
            <xbel><bookmark href="https://a.com/"><title>x&b;&file;</title></bookmark></xbel>
            """)
        #expect(imported.links.map(\.title) == ["x&b;&file;"])
    }

    @Test func `a file that ends in the middle says so, and bad bookmarks are reported with their lines`() async throws
    {
        let imported = try await Imported(
            "<xbel>\n<bookmark><title>Nothing</title></bookmark>\n<bookmark href='https://a.com/'><title>A</title>")
        #expect(imported.links.map(\.title) == ["A"] && imported.report.skipped.map(\.line) == [2])
        #expect(imported.remarks == [.cutOff(line: 3)])
        #expect(try await Imported("<xbel><bookmark href='https://a.com/'/></xbel>").remarks.isEmpty)
    }

    @Test func `dates that cannot be read are said, and nonsense around elements does no harm`() async throws {
        let imported = try await Imported(
            """
            <xbel></folder><title>Root</title><folder><folder><title>Deep</title></info>text
            <bookmark href="https://a.com/" added="yesterday"><desc>Note</desc><title>Old</title><title>New</title>
            <bookmark href="https://b.com/"><info><metadata><title>x</title></bookmark><folder/>
            <bookmark href="https://c.com/"></xbel>
            """, foldersAsTags: true)
        #expect(imported.remarks == [.unreadableDate("yesterday", line: 2)])
        #expect(imported.links.first?.title == "New" && imported.links.first?.note == "Note")
        #expect(imported.tags["https://a.com/"] == ["Deep"])
    }

    @Test func `the names of folders beyond the 64th are left out`() async throws {
        let xbel =
            "<xbel>" + (1...70).map { "<folder><title>F\($0)</title>" }.joined()
            + "<bookmark href='https://a.com/'/>" + String(repeating: "</folder>", count: 69)
            + "<bookmark href='https://b.com/'/></folder></xbel>"
        let imported = try await Imported(xbel, foldersAsTags: true)
        #expect(imported.links[0].tags == LinkTag.list((1...64).map { "F\($0)" }.joined(separator: ",")))
        #expect(imported.tags["https://b.com/"] == ["F1"])
    }

    @Test func `what is called XBEL and is not is malformed`() async throws {
        await #expect(throws: TransferError.self) {
            try await Imported("<DL><A HREF='https://a.com/'>A</A>", format: .xbel)
        }
    }
}
