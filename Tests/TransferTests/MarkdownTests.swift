import Core
import Foundation
import LibraryInterface
import LibraryTesting
import ProgramTesting
import Testing
import Transfer
import TransferInterface

struct MarkdownTests {
    private struct Line {
        var text: String
        var links: [String]
    }

    @Test(arguments: [
        Line(text: "[A](https://a.com/)", links: ["A https://a.com/"]),
        Line(text: "[A]( <https://a.com/x y> 'title' )", links: ["A https://a.com/x y"]),
        Line(
            text: "[A](https://a.com/(b)) [C](https://a.com/d)",
            links: [
                "A https://a.com/(b)", "C https://a.com/d",
            ]
        ),
        Line(text: "[A\\] `b]` *c*](https://a.com/\\))", links: ["A] b] c https://a.com/)"]),
        Line(text: "[[A]](https://a.com/)", links: ["[A] https://a.com/"]),
        Line(text: "[![i](https://i.com/)](https://a.com/)", links: ["i https://a.com/"]),
        Line(text: "\\[A](https://a.com/)", links: ["https://a.com/"]),
        Line(text: "[C:\\dir\\* \\é](https://a.com/)", links: ["C:\\dir* \\é https://a.com/"]),
        Line(text: "https://b.com/ `[A](https://a.com/)`", links: ["https://b.com/"]),
        Line(text: "https://b.com/ [A](b.md) [B](#b) [C](/c)", links: ["https://b.com/"]),
        Line(
            text: "[A](https://a.com/ b) <https://b.com/ c>",
            links: [
                "https://a.com/", "https://b.com/",
            ]
        ),
        Line(text: "[A](mailto:a@b.com)", links: []),
        Line(
            text: "(see https://a.com/b_c), https://d.com/(e).",
            links: [
                "https://a.com/b_c", "https://d.com/(e)",
            ]
        ),
        Line(text: "https://b.com/ xhttps://a.com/ HTTPS", links: ["https://b.com/"]),
        Line(
            text: "[a_b __c__](https://a.com/?a=1&amp;b=2)",
            links: ["a_b c https://a.com/?a=1&b=2"]
        ),
        Line(text: "[unclosed [A](https://a.com/)", links: ["A https://a.com/"]),
        Line(
            text: "[x [A](https://a.com/) y](https://b.com/)",
            links: ["A https://a.com/", "https://b.com/"]
        ),
        Line(
            text: "[A](https://a.com/ b) [C](https://c.com/)",
            links: ["https://a.com/", "C https://c.com/"]
        ),
        Line(text: "[A](https://a.com/ \"\")", links: ["A https://a.com/"]),
        Line(text: "xhttps://b.com/ https://a.com/", links: ["https://a.com/"]),
        Line(text: "[`` a ` b](https://a.com/)", links: ["`` a ` b https://a.com/"]),
        Line(text: "[\u{C0}_z 9_é](https://a.com/)", links: ["\u{C0}_z 9_é https://a.com/"]),
        Line(text: "[\\!\\~](https://a.com/)", links: ["!~ https://a.com/"]),
        Line(
            text:
                "<a href=\"https://a.com/?a=1&amp;b=2\" title='>'>A <b>b</b></a><br>https://b.com/",
            links: ["A b https://a.com/?a=1&b=2", "https://b.com/"]
        ),
        Line(
            text:
                "<a href=https://a.com/><img alt='i' src=\"https://i.com/\"></a> <a href='#b'>c</a>",
            links: ["i https://a.com/"]
        ),
        Line(
            text: "[<a href='https://a.com/'>[</a>](https://b.com/)",
            links: ["[ https://a.com/", "https://b.com/"]
        ),
        Line(
            text: "<a href='https://a.com/'>https://b.com/</a>",
            links: ["https://b.com/ https://a.com/"]
        ),
        Line(text: "a <b \"https://a.com/", links: ["https://a.com/"]),
        Line(
            text: "(https://a.com/a_(b)). https://b.com/)",
            links: [
                "https://a.com/a_(b)", "https://b.com/",
            ]
        ),
        Line(text: "|https://a.com/|`https://b.com/`|", links: ["https://a.com/"]),
        Line(
            text: "[[https://a.com/a_b_c][A b]] and [[https://b.com/]] or [https://c.com/ x]",
            links: ["A b https://a.com/a_b_c", "https://b.com/"]
        ),
    ])
    private func `reads the links in a line of Markdown`(_ line: Line) async throws {
        let imported = try await Imported(line.text, format: .markdown)
        let links = imported.links.map { link in
            [link.title, link.url].compactMap(\.self).joined(separator: " ")
        }
        #expect(links == line.links)
    }

    @Test(arguments: [
        ("[A b][One]\n[one]: https://a.com/ 'T'", "A b"),
        ("[one]: https://a.com/\n\nSee [A *b*][One].", "A b"),
        ("[one]\n[one]: https://a.com/ \"T t\"", "T t"),
        ("[one]\n[one]: https://a.com/", "one"),
        ("![i][one]\n[one]: https://a.com/", "one"),
    ])
    func `the title of a reference link is its text, then the title in its definition`(
        text: String,
        title: String
    ) async throws {
        let imported = try await Imported(text, format: .markdown)
        #expect(imported.links.map(\.url) == ["https://a.com/"])
        #expect(imported.links.map(\.title) == [title])
    }

    @Test func `a URL in an exported title or note is not a link of its own`() async throws {
        let library = InMemoryLinkLibrary()
        let draft = LinkDraft(
            url: "https://a.com/",
            title: "See https://b.com/",
            note: "(https://c.com/)\nhttp://d.com/"
        )
        _ = try await library.add(draft, fetching: false)
        let text = try await FileTransfer(library: library).exported(as: .markdown)
        let imported = try await Imported(text)
        #expect(imported.links.map(\.url) == [draft.url])
        #expect(imported.links.map(\.title) == [draft.title])
        #expect(imported.links.map(\.note) == [draft.note])
    }

    @Test func `the rest of a list item contains the tags and the note of its first link`()
        async throws
    {
        let imported = try await Imported(
            """
            - [A](https://a.com/) `x` `y z`: About *A*, `code` and [B](https://b.com/).
              More.
            - [C](https://c.com/)
            Not a note.
            - Before [D](https://d.com/) after
            """
        )
        #expect(imported.tags["https://a.com/"] == ["x", "y z"])
        let notes = imported.links.map { "\($0.title ?? ""): \($0.note ?? "")" }
        #expect(
            Set(notes) == ["A: About A, code and B.\nMore.", "B: ", "C: ", "D: "]
        )
    }

    @Test(arguments: [
        ("- [A](https://a.com/). Text", "Text"),
        ("- [A](https://a.com/): .NET", ".NET"),
        ("- [A](https://a.com/) – a - b", "a - b"),
        ("- [A](https://a.com/).", nil),
        ("- [x] [A](https://a.com/): text", "text"),
        ("> * [A](https://a.com/): text", "text"),
        (
            "- [A](https://a.com/): see <https://b.com/>, https://c.com/ and [d]().",
            "see https://b.com/, https://c.com/ and d."
        ),
    ])
    func `the note of a list item is the text after its first link and the following punctuation`(
        line: String,
        note: String?
    ) async throws {
        let imported = try await Imported(line, format: .markdown)
        #expect(imported.links.first?.url == "https://a.com/")
        #expect(imported.links.first?.note == note)
    }

    @Test(arguments: [
        ("  -", nil), ("  +", nil), ("  1.", nil), ("  - x", nil), ("  2024", "2024"),
        ("  -x", "-x"), ("  1234567890. x", "1234567890. x"),
    ])
    func `a list item without text ends the previous item, but a number does not`(
        line: String,
        note: String?
    ) async throws {
        let imported = try await Imported("- [A](https://a.com/)\n\(line)\n", format: .markdown)
        #expect(imported.links.map(\.note) == [note])
    }

    @Test func `an underscore at the end of a line is emphasis`() async throws {
        let imported = try await Imported("- [A](https://a.com/): a_b _word_", format: .markdown)
        #expect(imported.links.map(\.note) == ["a_b word"])
    }

    @Test func `a block of code contains no links, and ends at the fence that began it`()
        async throws
    {
        let text = """
            ```swift
            [A](https://a.com/)
            ~~~
            [B](https://b.com/)
            ```
            [C](https://c.com/)
            ~~~
            [D](https://d.com/)
            ```
            ~~~
            [E](https://e.com/)
            """
        let imported = try await Imported(text, format: .markdown)
        #expect(imported.links.map(\.url) == ["https://c.com/", "https://e.com/"])
    }

    @Test func `a scheme has at least two letters, so that the path of a drive is not a link`()
        async throws
    {
        let imported = try await Imported("[A](ws://a.com/) [B](C:/b)", format: .markdown)
        #expect(imported.links.isEmpty)
        #expect(imported.report.skipped.map(\.url) == ["ws://a.com/"])
    }

    @Test func `a heading without text ends the folders of its level`() async throws {
        let imported = try await Imported(
            "# One\n## Two\n##\n- [A](https://a.com/)\n",
            format: .markdown,
            foldersAsTags: true
        )
        #expect(imported.tags == ["https://a.com/": ["One"]])
    }

    @Test func `headings are folders that are nested by level`() async throws {
        let imported = try await Imported(
            """
            # One
            - [A](https://a.com/)
            ### Three ###
            - [B](https://b.com/)
            ## [Two](https://two.com/)
            #not
            ####### not
            - [C](https://c.com/)
            """,
            foldersAsTags: true
        )
        #expect(imported.tags["https://a.com/"] == ["One"])
        #expect(imported.tags["https://b.com/"] == ["One", "Three"])
        #expect(imported.tags["https://c.com/"] == ["One", "Two"])
        #expect(imported.links.contains { $0.url == "https://two.com/" })
    }

    @Test func `imports the links that a Markdown export contains`() async throws {
        let library = InMemoryLinkLibrary()
        let drafts = [
            LinkDraft(
                url: "https://a.com/x?y=(1)&z=*",
                title: "A [b] *c* `d` <e> 1. & \\ #",
                note: "Two\nlines - of *text*",
                tags: LinkTag.list("to read,c++,`odd`")
            ),
            LinkDraft(url: "https://b.com/"),
        ]
        for draft in drafts {
            _ = try await library.add(draft, fetching: false)
        }
        let text = try await FileTransfer(library: library).exported(as: .markdown)
        let imported = try await Imported(text)
        #expect(imported.links.map(\.url) == drafts.map(\.url))
        // If a link has no title, the export uses the URL as the title. StoredLinkLibrary omits a
        // title that repeats the URL, but InMemoryLinkLibrary keeps it.
        #expect(imported.links.map(\.title) == [drafts[0].title, "https://b.com/"])
        #expect(imported.links.map(\.note) == [drafts[0].note, nil])
        #expect(imported.links.map(\.tags) == [drafts[0].tags, []])
    }

    @Test func `accepts a Markdown file without links`() async throws {
        let text = "# Notes\n\n[A](a.md), [B](C:/b), [C](docs), <br>, `https://a.com/`\n"
        #expect(try await Imported(text, format: .markdown).report.read == 0)
    }

    @Test(arguments: [(32, 0), (33, 1)])
    func `code is between at most 32 backticks`(count: Int, links: Int) async throws {
        let fence = String(repeating: "`", count: count)
        let imported = try await Imported("a \(fence)https://a.com/\(fence)\n", format: .markdown)
        #expect(imported.links.count == links)
    }

    @Test(arguments: [(32, "A"), (33, "[A")])
    func `the title of a link begins at one of the first 32 brackets`(
        count: Int,
        title: String
    ) async throws {
        let text = String(repeating: "[", count: count) + "A](https://a.com/)\n"
        #expect(try await Imported(text, format: .markdown).links.map(\.title) == [title])
    }

    @Test func `rejects a line of more than 1 MiB in a Markdown file`() async throws {
        let text = "- [A](https://a.com/)\n" + String(repeating: "x", count: 1 << 20)
        #expect(try await Imported(text).links.map(\.url) == ["https://a.com/"])
        try await expectMalformed(line: 2, "the line is longer than 1 MiB", in: "\(text)x")
    }
}

struct OutlineTests {
    @Test(arguments: [
        ("<opml><body><outline url='https://a.com/'/>", ImportFormat.opml),
        ("<posts>\n<post href='https://a.com/'/>", .delicious),
    ])
    func `reports an incomplete file`(text: String, format: ImportFormat) async throws {
        let imported = try await Imported(text)
        #expect(imported.links.map(\.url) == ["https://a.com/"])
        guard case .cutOff? = imported.remarks.first else {
            Issue.record("not cut off")
            return
        }
    }

    @Test(arguments: [
        (ImportFormat.opml, "element opml not found"),
        (.delicious, "element posts not found"),
    ])
    func `reports that the root element of the format is missing`(
        format: ImportFormat,
        reason: String
    ) async throws {
        try await expectMalformed(
            line: 1,
            reason,
            in: "<DL><A HREF='https://a.com/'>",
            format: format
        )
    }

    @Test func `Delicious tags can be separated by commas instead of spaces`() async throws {
        let imported = try await Imported(
            "<posts><post href='https://a.com/' tag='a b,c'/></posts>"
        )
        #expect(imported.tags["https://a.com/"] == ["a b", "c"])
    }
}
