import Core
import CoreTesting
import Foundation
import LibraryInterface
import LibraryTesting
import ProgramTesting
import Synchronization
import Testing
import Transfer
import TransferInterface

struct ExportTests {
    private let library = InMemoryLinkLibrary([
        LinkDraft(url: "https://new.com/", added: date(1_700_000_000)),
        LinkDraft(url: "https://old.com/", added: date(1_600_000_000)),
    ])

    /// A link with characters that markup must escape.
    private static let markup = LinkDraft(
        url: "https://a.com/?a=1&b=\"2\"",
        title: "A < B & \"C\"\u{1F}\u{FFFE}\u{FFFF}",
        note: "One\r\ntwo\t> three 😀",
        tags: LinkTag.list("d,b,A,c"),
        added: date(1_690_000_000),
        updated: date(1_690_000_001)
    )

    /// Returns the export of a library with the given links.
    private func export(_ drafts: LinkDraft..., as format: ExportFormat) async throws -> String {
        try await FileTransfer(library: InMemoryLinkLibrary(drafts)).exported(as: format)
    }

    @Test(arguments: ExportFormat.allCases)
    func `writes the oldest link first and returns the number of links`(
        format: ExportFormat
    ) async throws {
        let transfer = FileTransfer(library: library)
        let text = try await transfer.exported(as: format)
        let old = try #require(text.range(of: "old.com"))
        let new = try #require(text.range(of: "new.com"))
        #expect(old.lowerBound < new.lowerBound)
        #expect(try await transfer.exportLinks(as: format, keepsFormulas: false) { _ in } == 2)
    }

    @Test(arguments: ExportFormat.allCases)
    func `writes a complete file for an empty library`(format: ExportFormat) async throws {
        let text = try await export(as: format)
        let importFormat = try #require(ImportFormat(rawValue: format.rawValue))
        // If the file were incomplete, the report would contain a remark.
        #expect(try await Imported(text, format: importFormat).report == ImportReport())
    }

    @Test func `throws an error if the task is canceled, because the file would be incomplete`()
        async throws
    {
        await #expect(throws: CancellationError.self) {
            try await inCanceledTask {
                try await FileTransfer(library: library).exported(as: .json)
            }
        }
    }

    @Test func `an export ends when a piece cannot be written`() async throws {
        struct DiskFull: Error {}
        let count = Atomic(0)
        await #expect(throws: DiskFull.self) {
            try await FileTransfer(library: library).exportLinks(as: .csv, keepsFormulas: false) {
                _ in
                count.add(1, ordering: .relaxed)
                throw DiskFull()
            }
        }
        #expect(count.load(ordering: .relaxed) == 1)
    }

    @Test func `writes XBEL, in which control characters are omitted`() async throws {
        let text = try await export(
            Self.markup,
            LinkDraft(
                url: "https://b.com/",
                added: date(1_690_000_002),
                updated: date(1_690_000_003)
            ),
            as: .xbel
        )
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE xbel PUBLIC "+//IDN python.org//DTD XML Bookmark Exchange Language 1.0//EN//XML" \
                "http://pyxml.sourceforge.net/topics/dtds/xbel.dtd">
                <xbel version="1.0">
                  <bookmark href="https://a.com/?a=1&amp;b=&quot;2&quot;" added="2023-07-22T04:26:40Z" \
                modified="2023-07-22T04:26:41Z" tags="A,b,c,d">
                    <title>A &lt; B &amp; &quot;C&quot;</title>
                    <desc>One&#13;&#10;two&#9;&gt; three 😀</desc>
                  </bookmark>
                  <bookmark href="https://b.com/" added="2023-07-22T04:26:42Z" \
                modified="2023-07-22T04:26:43Z">
                  </bookmark>
                </xbel>

                """
        )
        let imported = try await Imported(text)
        #expect(
            imported.lines == [
                "https://a.com/?a=1&b=\"2\" | A < B & \"C\" | A, b, c, d | 1690000000 | 1690000001 | "
                    + "One\r\ntwo\t> three 😀",
                "https://b.com/ |  |  | 1690000002 | 1690000003",
            ]
        )
        #expect(imported.remarks.isEmpty)
    }

    @Test func `writes a bookmark file for browsers`() async throws {
        let text = try await export(
            Self.markup,
            LinkDraft(url: "https://b.com/", note: "Note", added: date(1_690_000_002)),
            LinkDraft(url: "https://c.com/", title: "C", added: date(1_690_000_003)),
            as: .netscape
        )
        #expect(
            text == """
                <!DOCTYPE NETSCAPE-Bookmark-file-1>
                <!-- This is an automatically generated file.
                     It will be read and overwritten.
                     DO NOT EDIT! -->
                <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
                <TITLE>Bookmarks</TITLE>
                <H1>Bookmarks</H1>
                <DL><p>
                    <DT><A HREF="https://a.com/?a=1&amp;b=&quot;2&quot;" ADD_DATE="1690000000" \
                LAST_MODIFIED="1690000001" TAGS="A,b,c,d">A &lt; B &amp; "C"\u{1F}\u{FFFE}\u{FFFF}</A>
                    <DD>One&#13;
                two\t&gt; three 😀
                    <DT><A HREF="https://b.com/" ADD_DATE="1690000002" LAST_MODIFIED="1690000002"></A>
                    <DD>Note
                    <DT><A HREF="https://c.com/" ADD_DATE="1690000003" LAST_MODIFIED="1690000003">C</A>
                </DL><p>

                """
        )
    }

    @Test func `quotes only the CSV fields that need quotes`() async throws {
        let titles = ["plain; text", "a,b", "a \"b\"", "a\nb", "a\rb"]
        let drafts = titles.enumerated().map { index, title in
            LinkDraft(
                url: "https://a.com/\(index)",
                title: title,
                added: date(1_690_000_000 + index)
            )
        }
        let library = InMemoryLinkLibrary(drafts)
        let text = try await FileTransfer(library: library).exported(as: .csv)
        let fields = ["plain; text", "\"a,b\"", "\"a \"\"b\"\"\"", "\"a\nb\"", "\"a\rb\""]
        let rows = fields.enumerated().map { index, field in
            let time = "2023-07-22T04:26:4\(index)Z"
            return "https://a.com/\(index),\(field),,,\(time),\(time)\r\n"
        }
        #expect(text == "url,title,note,tags,added,updated\r\n" + rows.joined())
    }

    @Test func `writes JSON for other programs`() async throws {
        let draft = LinkDraft(
            url: "https://a.com/",
            title: "A \u{1}\u{9B}\"/",
            tags: LinkTag.list("d,b,A,c"),
            added: date(1_690_000_000)
        )
        let json = try await export(draft, as: .json)
        #expect(
            json == """
                [
                {"id":1,"url":"https://a.com/","title":"A \\u0001\\u009b\\"/","note":null,\
                "tags":["A","b","c","d"],"added":"2023-07-22T04:26:40Z",\
                "updated":"2023-07-22T04:26:40Z","verdict":null,"checked":null}
                ]

                """
        )
    }

    @Test func `escapes titles, notes and URLs in Markdown`() async throws {
        let text = try await export(
            LinkDraft(
                url: "https://a.com/<x>\\",
                title: "A [b](c) *d* <e>\n# f \u{1B}!&+=\\^_{|}~",
                note: "1. one\n\n- two `x` www.a-b.com",
                tags: LinkTag.list("z,to read,`odd``tag`,b"),
                added: date(1_690_000_000)
            ),
            LinkDraft(url: "https://b.com/", added: date(1_690_000_001)),
            LinkDraft(url: "https://c.com/", title: "C", added: date(1_700_000_000)),
            as: .markdown
        )
        #expect(
            text == ##"""
                # Links

                ## 2023-07

                - [A \[b\]\(c\) \*d\* \<e\> \# f \!\&\+\=\\\^\_\{\|\}\~](<https://a.com/%3Cx%3E%5C>) ``` `odd``tag` ``` `b` `to read` `z`\
                  1\. one\
                  \- two \`x\` www.a\-b.com
                - [https://b.com/](<https://b.com/>)

                ## 2023-11

                - [C](<https://c.com/>)

                """##
        )
    }
}
