import Core
import Foundation
import LibraryInterface
import ProgramTesting
import Testing
import TransferInterface

struct NetscapeTests {
    static let samples = [
        FileSample(
            "end tags are optional, and paragraphs can be anywhere",
            """
            <dl><p><dt><p><h3>One<p><dl><dt><a href=https://a.com/>A<dd>Note<p>
            <dt><a href="https://b.com/">B <b>bold</b>
            <a href="https://c.com/">C
            """,
            """
            https://a.com/ | A | One | Note
            https://b.com/ | B bold | One
            https://c.com/ | C | One
            remark: cutOff(line: 3)
            """
        ),
        FileSample(
            "a folder that is marked as not being the toolbar becomes a tag",
            """
            <DL><H3 PERSONAL_TOOLBAR_FOLDER="false">Own</H3>
            <DL><A HREF='https://a.com/'>A</A></DL></DL>
            """,
            "https://a.com/ | A | Own"
        ),
        FileSample(
            "a note that follows a link in another note belongs to that link",
            "<A HREF='https://a.com/'>A</A><DD>of A <A HREF='https://b.com/'>B</A><DD>of B",
            """
            https://a.com/ | A |  | of A B
            https://b.com/ | B |  | of B
            """
        ),
        FileSample(
            "a link on its own line ends the note before it",
            "<A HREF='https://a.com/'>A</A><DD>of A\n<A HREF='https://b.com/'>B</A><DD>of B",
            """
            https://a.com/ | A |  | of A
            https://b.com/ | B |  | of B
            """
        ),
        FileSample(
            "a link is not part of a note if the note contains no other text",
            """
            <DT><A HREF='https://a.com/'>A</A><DD>of A<DT><A HREF='https://b.com/'>B</A>\
            <DD><A HREF='https://c.com/'>C</A>
            """,
            """
            https://a.com/ | A |  | of A
            https://b.com/ | B
            https://c.com/ | C
            """
        ),
        FileSample(
            "an attribute of Vivaldi is a note, before the text of the element DD",
            """
            <DL><DT><A HREF='https://a.com/' DESCRIPTION='From &lt;Vivaldi&gt;'>A</A>
            <DT><A HREF='https://b.com/' DESCRIPTION='One'>B</A><DD>Two
            <DT><A HREF='http://bookmark.placeholder.url/' DESCRIPTION='separator'>---</A>
            <DT><A HREF='https://c.com/'>C</A></DL>
            """,
            """
            https://a.com/ | A |  | From <Vivaldi>
            https://b.com/ | B |  | One⏎⏎Two
            https://c.com/ | C
            """
        ),
        FileSample(
            "in a list of links, an element LI ends the note",
            """
            <UL><LI> <A HREF='https://a.com/'>A</A><DD>of A
            <LI> <A HREF='https://b.com/'>B</A><DD>of B
            <LI><A HREF='https://c.com/'>C</A></UL>
            """,
            format: .netscape,
            """
            https://a.com/ | A |  | of A
            https://b.com/ | B |  | of B
            https://c.com/ | C
            """
        ),
        FileSample(
            "the headings of Instapaper are folders, and Unread means unread",
            """
            <html><head><title>Instapaper: Export</title></head><body><h1>Unread</h1>
            <ol><li><a href="https://a.com/">A</a></ol>
            <h1>Archive</h1><ol></ol>
            <h1>To Cook</h1><ol><li><a href="https://b.com/">B</a>
            <li><a href="https://c.com/">C</a></ol></body></html>
            """,
            """
            https://a.com/ | A | toread
            https://b.com/ | B | To Cook
            https://c.com/ | C | To Cook
            """
        ),
        FileSample(
            "only links from Pocket in the section Unread are unread",
            """
            <H1>Read Archive</H1><UL><LI><A HREF='https://a.com/' TIME_ADDED='1'>A</A></UL>
            <H1>Unread</H1> 2 links <UL><LI><A HREF='https://b.com/' TIME_ADDED='1'>B</A>
            <LI><A HREF='https://c.com/'>C</A></UL>
            """,
            """
            https://a.com/ | A
            https://b.com/ | B | toread
            https://c.com/ | C
            """
        ),
        FileSample(
            "reports entries without a valid URL",
            """
            <DL><p>
            <DT><A HREF="data:text/plain,x">Data</A>
            <DT><A>Nothing</A>
            <DT><A
              HREF="nonsense">No scheme</A>
            <DT><A HREF="https://a.com/">Good</A>
            </DL>
            """,
            """
            https://a.com/ | Good
            skipped on line 2: data:text/plain,x
            skipped on line 3
            skipped on line 4: nonsense
            """
        ),
        FileSample(
            "a line break in a title is a space, unless it is an element",
            "<DL><DT><A HREF='https://a.com/'>\nOne\r\n\t two <B>x</B>\ny<BR>three\n</A></DL>",
            "https://a.com/ | One two x y⏎three"
        ),
        FileSample(
            "reports the line on which an incomplete comment begins",
            """
            <A HREF="https://a.com/">A</A>
            <!-- a comment -->
            <A HREF="https://b.com/">B</A><!--
            <A HREF="https://c.com/">C</A>

            """,
            """
            https://a.com/ | A
            https://b.com/ | B
            remark: cutOff(line: 3)
            """
        ),
        FileSample(
            "a comment in a title does not hide the links after it",
            """
            <A HREF="https://a.com/">The <!-- tag</A>
            <DD>a note<!-- and a comment -->
            <A HREF="https://b.com/">B</A>
            """,
            """
            https://a.com/ | The <!-- tag |  | a note
            https://b.com/ | B
            """
        ),
        FileSample(
            "reports unknown attributes and unreadable dates",
            "\n<A HREF='https://a.com/' MOOD=good LABELS='' ADD_DATE='yesterday'>A</A>",
            """
            https://a.com/ | A
            remark: ignoredParts(attribute, ["MOOD"])
            remark: unreadableDate("yesterday", line: 2)
            """
        ),
        FileSample(
            "reports an element that is not closed, and the number of links after it",
            """
            <DL><p>
            <style>A { B: <a c> }</style>
            <DT><A HREF="https://a.com/">A</A>
            <style>
            <DT><A HREF="https://b.com/">B</A>
            <DT><a\thref="https://c.com/">C</a>
            </DL>
            """,
            """
            https://a.com/ | A
            remark: unclosedElement("style", line: 4, unreadLinks: 2)
            """
        ),
    ]

    @Test(arguments: samples)
    func `reads a bookmark file`(sample: FileSample) async throws {
        try await sample.check()
    }

    @Test(
        arguments: Row.table(
            """
            See <A HREF='https://b.com/'>this</A> for more → See this (https://b.com/) for more
            <A HREF='https://b.com/'>This</A> says <b>more</b> → This (https://b.com/) says more
            One⏎<A HREF='https://b.com/'>two</A> <i>three</i>⏎four → One⏎two (https://b.com/) three⏎four
            See <A HREF='https://b.com/'>https://b.com/</A> → See https://b.com/
            See <A HREF='https://b.com/'></A> there → See https://b.com/ there
            See <A>this</A> there → See this there
            See <A HREF='https://b.com/'>b</A>, <A HREF='https://c.com/'>c</A>⏎\
            and <A HREF='https://d.com/'>d</A> → See b (https://b.com/), c (https://c.com/)⏎and d (https://d.com/)
            See <A HREF='https://b.com/'>b → See b (https://b.com/)
            Note⏎<A HREF='https://b.com/'>b</A>⏎<A HREF='https://c.com/'>c</A> → Note → b → c
            Note⏎  <A HREF='https://b.com/'>b</A> ⏎<A HREF='https://c.com/'>c</A> → Note → b → c
            See <A HREF='https://b.com/'>b</A>⏎<A HREF='https://c.com/'>c</A> → See b (https://b.com/) → c
            Note⏎<A HREF='https://b.com/'>b</A><HR>not a note → Note → b
            Note<UL><A HREF='https://b.com/'>b</A></UL> → Note → b
            One<UL><LI>two</UL></UL>not a note → One⏎two
            Note</DD>not a note → Note
            One<BR>two → One⏎two
            before <LI>inside</LI> after → before inside after
            One<UL><LI>two</LI><LI>three</LI></UL>four → One⏎two⏎three⏎four
            One<OL><LI>two<UL><LI>three</UL>four → One⏎two⏎three⏎four
            <H2>One</H2>two<H1>three</H1>four<H4>five</H4> → One⏎two⏎three⏎four⏎five
            <P>One</P><P>two</P><DIV>three</DIV> → One⏎two⏎three
            One <BLOCKQUOTE>two</BLOCKQUOTE><PRE>three</PRE> → One two⏎three
            One<TABLE><TR><TD>two</TD></TR></TABLE>three → One⏎two⏎three
            One<UL><LI>See <A HREF='https://b.com/'>b</A></UL> → One⏎See b (https://b.com/)
            Note<BR><A HREF='https://b.com/'>b</A> → Note → b
            """
        )
    )
    func `a note preserves the text around its links`(row: Row) async throws {
        let html = """
            <DL><DT><A HREF='https://a.com/'>A</A>
            <DD>\(row.lines(0))
            <DT><A HREF='https://z.com/'>Z</A><DD>of Z</UL>not a note
            </DL>
            """
        let imported = try await Imported(html)
        let inner = row[2...].map { "https://\($0).com/ | \($0)\n" }.joined()
        #expect(
            imported.summary == """
                https://a.com/ | A |  | \(row[1])
                \(inner)https://z.com/ | Z |  | of Z
                """
        )
    }

    @Test func `shortens a title that exceeds the limit after a tag`() async throws {
        let html = "<A HREF='https://a.com/'>0123456789<B>x</B></A>"
        let summary = try await Imported(html.utf8, textLimit: 10).summary
        #expect(summary == "https://a.com/ | 0123456789\nremark: shortened(title, line: 1)")
    }

    @Test func `invalid bytes become U+FFFD, and CR LF becomes a line feed`() async throws {
        let start = Array("\u{FEFF}<DL>\r\n<DT><A HREF=\"https://a.com/\">caf".utf8)
        let bytes = start + [0xE9] + Array("</A>\r\n<DD>x\r\ny".utf8)
        let summaries = try await Imported(bytes).summaries
        #expect(summaries == ["https://a.com/ | caf\u{FFFD} |  | x⏎y"])
    }

    @Test func `skips a large icon`() async throws {
        let icon = "data:image/png;base64," + String(repeating: "iVBORw0KGgo", count: 200_000)
        let html = "<DT><A ICON='\(icon)' HREF='https://a.com/' TAGS='x'>A</A>"
        #expect(try await Imported(html).summary == "https://a.com/ | A | x")
    }

    @Test(arguments: [(4_194_290, 1), (0, 5_000_000)])
    func `reports a TAGS attribute beyond the size limit of a start tag`(icon: Int, tags: Int)
        async throws
    {
        let icon = String(repeating: "x", count: icon)
        let tags = String(repeating: "t", count: tags)
        let imported = try await Imported(
            "\n<A HREF='https://a.com/' ICON='\(icon)' TAGS='\(tags)'>A</A>"
        )
        #expect(imported.tags == ["https://a.com/": []])
        #expect(imported.remarks == [.tooLong(.attribute, "TAGS", line: 2)])
    }

    @Test(
        arguments: Row.table(
            """
            <DL>⏎<DT><A HREF="https://a.com/">A</A>⏎<DT><A HREF="https://b → 3
            <DT><A HREF="https://a.com/">A</A>⏎<DT><A HREF="https://b.com/" → 2
            <DT><A HREF="https://a.com/">A → 1
            <A HREF="https://a.com/">A</A>⏎<!-- co → 2
            <DL>⏎<DT><A HREF="https://a.com/">A</A>⏎ → 3
            <DL><A HREF="https://a.com/">A</A>⏎<DD>a note⏎</D → 3
            """
        )
    )
    func `reads the complete links of an incomplete file`(row: Row) async throws {
        let imported = try await Imported(row.lines(0))
        #expect(imported.links.map(\.url) == ["https://a.com/"])
        #expect(try imported.remarks == [.cutOff(line: #require(Int(row[1])))])
    }

    @Test(arguments: [
        "style", "SCRIPT", "textarea", "title", "xmp", "iframe", "noembed", "noframes",
    ])
    func `an unescaped tag in a title or note does not hide later links`(name: String) async throws
    {
        let html = """
            <TITLE>Bookmarks</TITLE>
            <DL><p>
            <DT><A HREF="https://a.com/">The <\(name)> element</A>
            <DT><A HREF="https://b.com/">B</A>
            <DD>see <\(name)>
            <DT><H3>On <\(name)></H3>
            <DL><p>
            <DT><A HREF="https://c.com/">C</\(name)></A>
            </DL><p>
            </DL>
            """
        let name = name.lowercased()
        #expect(
            try await Imported(html, foldersAsTags: true).summary == """
                https://a.com/ | The <\(name)> element
                https://b.com/ | B |  | see <\(name)>
                https://c.com/ | C</\(name)> | On <\(name)>
                """
        )
    }

    @Test func `reports an element in the head that is not closed`() async throws {
        let head = "<!DOCTYPE x>\n<script>\n<DL><DT><A HREF='https://a.com/'>A</A></DL>"
        try await expectMalformed(line: 2, "<script> is not closed", in: head)
    }

    @Test func `reports a file without bookmarks and folders`() async throws {
        try await expectMalformed(
            line: 1,
            "no bookmarks or folders found",
            in: "<p>\n<b>text</b>\n",
            format: .netscape
        )
        let folder = try await Imported("<H3>Empty</H3>", format: .netscape)
        #expect(folder.report.read == 0)
    }

    private static let knownAttributes = """
        class description feedurl icon icon_uri id last_charset last_visit last_visited private
        public rel style target toread visit_count web_panel
        """.split { $0.isWhitespace }

    @Test(arguments: knownAttributes)
    func `does not report attributes that browsers and services write`(
        attribute: Substring
    ) async throws {
        let html = "<DT><A HREF='https://a.com/' \(attribute.uppercased())='1'>A</A>"
        let imported = try await Imported(html)
        #expect(imported.links.map(\.title) == ["A"])
        #expect(imported.remarks.isEmpty)
    }

    @Test(arguments: [
        ("", true), ("0", true), ("0.0", true), ("FALSE", true), ("no", true), ("None", true),
        ("null", true), ("[]", true), (" {} ", true), ("1", false), ("00", false), ("true", false),
    ])
    func `does not report an unknown attribute without a meaningful value`(
        value: String,
        isIgnored: Bool
    ) async throws {
        let imported = try await Imported("<DT><A HREF='https://a.com/' MOOD='\(value)'>A</A>")
        let report = ImportRemark.ignoredParts(.attribute, ["MOOD"])
        #expect(imported.remarks == (isIgnored ? [] : [report]))
    }
}
