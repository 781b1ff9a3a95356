import Core
import Foundation
import LibraryInterface
import Testing
import TransferInterface

struct NetscapeImportTests {
    @Test func `a file without a doctype is read`() async throws {
        #expect(try await Imported("\n <DL><DT><A HREF='https://a.com/'>A</A></DL>").links.map(\.title) == ["A"])
    }

    @Test func `nothing needs to be closed, and paragraphs may be anywhere`() async throws {
        let html = """
            <dl><p><dt><p><h3>One<p><dl><dt><a href=https://a.com/>A<dd>Note<p><dt><a href="https://b.com/">B <b>bold</b>
            <a href="https://c.com/">C
            """
        let imported = try await Imported(html, foldersAsTags: true)
        #expect(imported.links.map(\.title) == ["A", "B bold", "C"])
        #expect(imported.links.map(\.note) == ["Note", nil, nil])
        #expect(imported.tags["https://c.com/"] == ["One"])
    }

    @Test func `lists that are closed too often do no harm`() async throws {
        let html = """
            <DL></DL></DL></DL><H3>One</H3><DL><DT><A HREF="https://a.com/">A</A></DL></DL>
            <H3>Two</H3><DL><DT><A HREF="https://b.com/">B</A></DL>
            """
        #expect(
            try await Imported(html, foldersAsTags: true).tags == [
                "https://a.com/": ["One"], "https://b.com/": ["Two"],
            ])
    }

    @Test func `lists that are never closed do no harm`() async throws {
        let html = String(repeating: "<H3>F</H3><DL>", count: 10_000) + "<A HREF='https://a.com/'>A</A>"
        #expect(try await Imported(html, foldersAsTags: true).tags == ["https://a.com/": ["F"]])
    }

    @Test func `an empty folder does not name the next list`() async throws {
        let html = "<DL><H3>Empty</H3><DT><A HREF='https://a.com/'>A</A><DL><A HREF='https://b.com/'>B</A></DL></DL>"
        #expect(try await Imported(html, foldersAsTags: true).tags == ["https://a.com/": [], "https://b.com/": []])
    }

    @Test func `a list without a heading in a folder is no folder of its own`() async throws {
        let html = """
            <DL><H3>One</H3><DL><DL><A HREF='https://a.com/'>A</A><H3>Links</H3><DL><A HREF='https://b.com/'>B</A></DL></DL>
            <A HREF='https://c.com/'>C</A></DL><DL><H3>Links</H3><DL><A HREF='https://d.com/'>D</A></DL></DL>
            <A HREF='https://e.com/'>E</A></DL>
            """
        let imported = try await Imported(html, foldersAsTags: true)
        #expect(
            imported.tags == [
                "https://a.com/": ["One"], "https://b.com/": ["Links", "One"], "https://c.com/": ["One"],
                "https://d.com/": [], "https://e.com/": [],
            ])
        #expect(imported.remarks.isEmpty)
    }

    @Test func `the names of folders beyond the 64th are left out`() async throws {
        let html =
            (1...70).map { "<H3>F\($0)</H3><DL>" }.joined() + "<A HREF='https://a.com/'>A</A>"
            + String(repeating: "</DL>", count: 69) + "<A HREF='https://b.com/'>B</A></DL>"
        let imported = try await Imported(html, foldersAsTags: true)
        #expect(imported.links[0].tags == LinkTag.list((1...64).map { "F\($0)" }.joined(separator: ",")))
        #expect(imported.tags["https://b.com/"] == ["F1"])
    }

    @Test(arguments: [
        "<H3>Personal Toolbar Folder</H3>", "<H3 PERSONAL_TOOLBAR_FOLDER>My bar</H3>", "<H3>Favoris</H3>",
        "<H3>收藏夹栏</H3>", "<H3>Lesezeichenleiste</H3>", "<H3>BARRA DE MARCADORES</H3>", "<H3>Другие закладки</H3>",
        "<H3>お気に入りバー</H3>", "<H3>기타 북마크</H3>", "<H3>Autres&nbsp;favoris</H3>", "<H3>DİĞER YER İMLERİ</H3>",
        "<H3>Reading List</H3>", "<H3 id=\"com.apple.ReadingList\">Leseliste von mir</H3>", "<H3>阅读列表</H3>",
        "<H3>Outros favoritos</H3>", "<H3>Bladwijzerbalk</H3>", "<H3>Pasek zakładek</H3>", "<H3>Altri preferiti</H3>",
    ])
    func `the outermost folders of browsers are no tags in any language`(heading: String) async throws {
        let list = "<DL><A HREF='https://URL.com/'>A</A></DL>"
        let imported = try await Imported(
            "<DL>\(heading)\(list.replacing("URL", with: "a"))<H3>Own</H3><DL>\(heading)\(list.replacing("URL", with: "b"))",
            foldersAsTags: true)
        #expect(imported.tags["https://a.com/"] == [])
        let isMarked = heading.hasPrefix("<H3 ")
        #expect(imported.tags["https://b.com/"]?.count == (isMarked ? 1 : 2), "a folder in a folder is its owner's")
    }

    @Test(arguments: [
        ("See <A HREF='https://b.com/'>this</A> for more", "See this for more", ["b"]),
        ("<A HREF='https://b.com/'>This</A> says <b>more</b>", "This says more", ["b"]),
        ("One\n<A HREF='https://b.com/'>two</A> <i>three</i>\nfour", "One\ntwo three\nfour", ["b"]),
        (
            "See <A HREF='https://b.com/'>b</A>, <A HREF='https://c.com/'>c</A>\nand <A HREF='https://d.com/'>d</A>",
            "See b, c\nand d", ["b", "c", "d"]
        ),
        ("See <A HREF='https://b.com/'>b", "See b", ["b"]),
        ("Note\n<A HREF='https://b.com/'>b</A>\n<A HREF='https://c.com/'>c</A>", "Note", ["b", "c"]),
        ("Note\n<A HREF='https://b.com/'>b</A><HR>not a note", "Note", ["b"]),
    ])
    func `a note keeps the text around a link in it`(note: String, text: String, inner: [String]) async throws {
        let imported = try await Imported(
            "<DL><DT><A HREF='https://a.com/'>A</A>\n<DD>\(note)\n<DT><A HREF='https://z.com/'>Z</A><DD>of Z\n</DL>")
        #expect(imported.links.map(\.url) == (["a"] + inner + ["z"]).map { "https://\($0).com/" })
        #expect(imported.links.map(\.note) == [text] + inner.map { _ in nil } + ["of Z"])
        #expect(imported.links[0].title == "A" && imported.links[1].title?.count ?? 0 > 0)
        #expect(imported.remarks.isEmpty)
    }

    @Test func `a note after a link in a note is that link's`() async throws {
        let html = "<A HREF='https://a.com/'>A</A><DD>of A <A HREF='https://b.com/'>B</A><DD>of B"
        let imported = try await Imported(html)
        #expect(imported.links.map(\.note) == ["of A B", "of B"] && imported.links.map(\.title) == ["A", "B"])
        #expect(imported.report.read == 2)
        let lines = html.replacing("of A ", with: "of A\n")
        #expect(try await Imported(lines).links.map(\.note) == ["of A", "of B"])
    }

    @Test func `folders become tags only when asked`() async throws {
        #expect(try await Imported(NetscapeFixtures.safari).links.allSatisfy(\.tags.isEmpty))
    }

    @Test func `an address in two folders is one link with the tags of both`() async throws {
        let html = """
            <H3>One</H3><DL><A HREF="https://a.com/" TAGS="x">A</A></DL>
            <H3>Two</H3><DL><A HREF="https://a.com/" TAGS="y">A</A></DL>
            """
        let imported = try await Imported(html, foldersAsTags: true)
        #expect(imported.tags == ["https://a.com/": ["One", "Two", "x", "y"]])
        #expect(imported.report.added == 1)
        #expect(imported.report.merged == 1)
    }

    @Test func `byte order mark, CR LF and invalid bytes do no harm`() async throws {
        let bytes =
            [0xEF, 0xBB, 0xBF] + Array("<DL>\r\n<DT><A HREF=\"https://a.com/\">caf".utf8) + [0xE9]
            + Array("</A>\r\n<DD>x\r\ny".utf8)
        let links = try await Imported(bytes).links
        #expect(links.map(\.title) == ["caf\u{FFFD}"])
        #expect(links.map(\.note) == ["x\ny"])
    }

    @Test func `a gigantic icon does no harm`() async throws {
        let icon = String(repeating: "iVBORw0KGgo", count: 200_000)
        let html = "<DT><A ICON=\"data:image/png;base64,\(icon)\" HREF=\"https://a.com/\" TAGS=\"x\">A</A>"
        let imported = try await Imported(html)
        #expect(imported.tags == ["https://a.com/": ["x"]] && imported.remarks.isEmpty)
    }

    @Test func `characters that a piece of the file cuts are whole`() async throws {
        for padding in 0..<8 {
            let title = String(repeating: "é😀&amp;", count: 20_000)
            let html = String(repeating: " ", count: padding) + "<A HREF='https://a.com/'>\(title)</A>"
            let read = try await Imported(html).links.first?.title
            #expect(read?.contains("\u{FFFD}") == false)
            #expect(read?.hasPrefix("é😀&é😀&") == true)
        }
    }

    @Test func `bad entries are reported with their lines, and the rest is read`() async throws {
        let html = """
            <DL><p>
            <DT><A HREF="data:text/plain,x">Data</A>
            <DT><A>Nothing</A>
            <DT><A
              HREF="nonsense">No scheme</A>
            <DT><A HREF="https://a.com/">Good</A>
            """
        let imported = try await Imported(html)
        #expect(imported.links.map(\.title) == ["Good"])
        #expect(
            imported.report.skipped == [
                MergeReport.Skip(line: 2, url: "data:text/plain,x", problem: .unsupportedScheme("data")),
                MergeReport.Skip(line: 3, url: "", problem: .empty),
                MergeReport.Skip(line: 4, url: "nonsense", problem: .noScheme),
            ])
    }

    @Test(
        arguments: [
            ("<DL>\n<DT><A HREF=\"https://a.com/\">A</A>\n<DT><A HREF=\"https://b", 3),
            ("<DT><A HREF=\"https://a.com/\">A</A>\n<DT><A HREF=\"https://b.com/\"", 2),
            ("<DT><A HREF=\"https://a.com/\">A", 1), ("<A HREF=\"https://a.com/\">A</A>\n<!-- co", 2),
            ("<DL>\n<DT><A HREF=\"https://a.com/\">A</A>\n", 3),
            ("<DL><A HREF=\"https://a.com/\">A</A>\n<DD>a note\n</D", 3),
        ])
    func `a file that ends in the middle is read as far as it goes, and said to`(html: String, line: Int) async throws {
        let imported = try await Imported(html)
        #expect(imported.links.map(\.url) == ["https://a.com/"])
        #expect(imported.remarks == [.cutOff(line: line)])
    }

    @Test(arguments: [
        NetscapeFixtures.chrome, NetscapeFixtures.safari, NetscapeFixtures.edge, NetscapeFixtures.internetExplorer,
        ServiceFixtures.pocket, ServiceFixtures.pinboard, ServiceFixtures.delicious, ServiceFixtures.linkding,
        ServiceFixtures.shaarli,
    ])
    func `of whole files of browsers and services nothing is to be said`(html: String) async throws {
        #expect(try await Imported(html).remarks.isEmpty)
    }

    @Test(arguments: [(4_194_290, 1), (0, 5_000_000)])
    func `tags that are too long to be read, or stand behind what is, are said to be left out`(icon: Int, tags: Int)
        async throws
    {
        let icon = String(repeating: "x", count: icon)
        let tags = String(repeating: "t", count: tags)
        let imported = try await Imported("\n<A HREF='https://a.com/' ICON='\(icon)' TAGS='\(tags)'>A</A>")
        #expect(imported.tags == ["https://a.com/": []])
        #expect(imported.remarks == [.tooLong(.attribute, "TAGS", line: 2)])
    }

    @Test func `attributes that nobody knows are named, and dates that cannot be read`() async throws {
        #expect(try await Imported(NetscapeFixtures.firefox).remarks == [.unknownParts(.attribute, ["SHORTCUTURL"])])
        let imported = try await Imported("\n<A HREF='https://a.com/' MOOD=good LABELS='' ADD_DATE='yesterday'>A</A>")
        #expect(imported.remarks == [.unknownParts(.attribute, ["MOOD"]), .unreadableDate("yesterday", line: 2)])
    }

    @Test(
        arguments: [
            ("1690000000", 1_690_000_000), ("1690000000123", 1_690_000_000), ("1690000000123456", 1_690_000_000),
            ("13334473600000000", 1_690_000_000), ("3772844800", 1_690_000_000), (" 1690000000 ", 1_690_000_000),
            ("1", 1), ("2840140799", 2_840_140_799), ("0", nil), ("-5", nil), ("yesterday", nil), ("", nil),
            ("99999999999999999999", nil), ("9000000000", nil),
        ] as [(String, Int?)])
    func `dates are told by their size, and nonsense is ignored`(text: String, seconds: Int?) async throws {
        let links = try await Imported("<A HREF='https://a.com/' ADD_DATE='\(text)'>A</A>").links
        #expect(links.map(\.added) == [date(seconds ?? 1_700_000_000)])
    }

    @Test func `importing twice changes nothing`() async throws {
        let twice = try await Imported(NetscapeFixtures.chrome + NetscapeFixtures.chrome, foldersAsTags: true)
        #expect(twice.report.added == 3)
        #expect(twice.report.unchanged == 3)
    }
}
