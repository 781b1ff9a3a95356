import Core
import Foundation
import LibraryInterface
import Testing
import TransferInterface

struct XBELTests {
    static let samples = [
        FileSample(
            "does not expand entities that a file declares",
            """
            <?xml version="1.0"?>
            <!DOCTYPE xbel [
             <!ENTITY a "aaaaaaaaaa">
             <!ENTITY b "&a;&a;&a;">
             <!ENTITY file SYSTEM "file:///etc/hostname">
            ]>
            <xbel><bookmark href="https://a.com/"><title>x&b;&file;</title></bookmark></xbel>
            """,
            "https://a.com/ | x&b;&file;"
        ),
        FileSample(
            "reports an incomplete file and bookmarks without a URL",
            """
            <xbel>
            <bookmark><title>Nothing</title></bookmark>
            <bookmark href='https://a.com/'><title>A</title>
            """,
            """
            https://a.com/ | A
            skipped on line 2
            remark: cutOff(line: 3)
            """
        ),
        FileSample(
            "reports unreadable dates and accepts misplaced elements",
            """
            <xbel></folder><title>Root</title><folder><folder><title>Deep</title></info>text
            <bookmark href="https://a.com/" added="yesterday"><desc>Note</desc>
            <title>Old</title><title>New</title>
            <bookmark href="https://b.com/"><info><metadata><title>x</title></bookmark><folder/>
            <bookmark href="https://c.com/"><title>C</xbel>
            """,
            """
            https://a.com/ | New | Deep | Note
            https://b.com/ |  | Deep
            https://c.com/ | C | Deep
            remark: unreadableDate("yesterday", line: 2)
            """
        ),
        FileSample(
            "ignores text outside of the elements that contain text",
            """
            <xbel>stray<bookmark href="https://a.com/">stray<title>A</title>stray
            <info>stray<metadata><time_added>1690000000</time_added>5</metadata></info>stray
            <desc>Note</desc>stray</bookmark>stray</xbel>
            """,
            "https://a.com/ | A |  | Note"
        ),
        FileSample(
            "a bookmark ends an unclosed title",
            "<xbel><bookmark href='https://a.com/'><title>A<bookmark href='https://b.com/'>x</xbel>",
            """
            https://a.com/ | A
            https://b.com/
            """
        ),
    ]

    @Test(arguments: samples)
    func `reads an XBEL file`(sample: FileSample) async throws {
        try await sample.check()
    }

    @Test func `the date of addition can be in the metadata`() async throws {
        let imported = try await Imported(
            """
            <xbel><bookmark href="https://a.com/">
            <info>1<metadata><time_added>1690000000</bookmark>5<bookmark href="https://b.com/">
            <info><metadata><time_added>1690000001</time_added>5</metadata></info></bookmark></xbel>
            """
        )
        #expect(imported.links.map(\.added) == [date(1_690_000_000), date(1_690_000_001)])
    }

    @Test(arguments: [
        ("ISO-8859-1", 0xE9, "é"),
        ("iso-8859-2", 0xE8, "č"),
        ("KOI8-R", 0xC1, "а"),
    ])
    func `reads a file in its declared encoding, unless the file has a byte order mark`(
        encoding: String,
        byte: UInt8,
        letter: String
    ) async throws {
        let start = """
            <?xml version="1.0" encoding='\(encoding)'?>
            <xbel>
            <bookmark href='https://a.com/'>
            <title>

            """
        let end = "\n</title></bookmark></xbel>"
        let declared = Array(start.utf8) + [byte] + Array(end.utf8)
        #expect(try await Imported(declared).links.map(\.title) == [letter])
        let marked = utf16("\u{FEFF}\(start)\(letter)\(end)")
        #expect(try await Imported(marked).links.map(\.title) == [letter])
    }
}
