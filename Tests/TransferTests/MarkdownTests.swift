import Core
import Foundation
import LibraryInterface
import LibraryTesting
import ProgramTesting
import Testing
import Transfer
import TransferInterface

struct MarkdownTests {
    static let samples = [
        FileSample(
            "the rest of a list item contains the tags and the note of its first link",
            """
            - [A](https://a.com/) `x` `y z`: About *A*, `code` and [B](https://b.com/).
              More.
            - [C](https://c.com/)
            Not a note.
            - Before [D](https://d.com/) after
            """,
            """
            https://a.com/ | A | x, y z | About A, code and B.⏎More.
            https://b.com/ | B
            https://c.com/ | C
            https://d.com/ | D
            """
        ),
        FileSample(
            "a block of code contains no links, and ends at the fence that began it",
            """
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
            """,
            format: .markdown,
            """
            https://c.com/ | C
            https://e.com/ | E
            """
        ),
        FileSample(
            "a scheme has at least two letters, so that the path of a drive is not a link",
            "# Links\n\n[A](view-source:a) [B](C:/b)",
            format: .markdown,
            "skipped on line 3: view-source:a"
        ),
        FileSample(
            "a heading without text ends the folders of its level",
            "# One\n## Two\n##\n- [A](https://a.com/)\n",
            format: .markdown,
            "https://a.com/ | A | One"
        ),
        FileSample(
            "headings are folders that are nested by level",
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
            """
            https://a.com/ | A | One
            https://b.com/ | B | One, Three
            https://two.com/ | Two | One, Two
            https://c.com/ | C | One, Two
            """
        ),
    ]

    @Test(arguments: samples)
    func `reads a Markdown file`(sample: FileSample) async throws {
        try await sample.check()
    }

    @Test(
        arguments: Row.table(
            #"""
            [A](https://a.com/) → A https://a.com/
            [A]( <https://a.com/x y> 'title' ) → A https://a.com/x y
            [A](https://a.com/(b)) [C](https://a.com/d) → A https://a.com/(b) → C https://a.com/d
            [A\] `b]` *c*](https://a.com/\)) → A] b] c https://a.com/)
            [[A]](https://a.com/) → [A] https://a.com/
            [![i](https://i.com/)](https://a.com/) → i https://a.com/
            \[A](https://a.com/) → https://a.com/
            [C:\dir\* \é](https://a.com/)\ → C:\dir* \é https://a.com/
            https://b.com/ `[A](https://a.com/)` → https://b.com/
            https://b.com/ [A](b.md) [B](#b) [C](/c) → https://b.com/
            [A](https://a.com/ b) <https://b.com/ c> → https://a.com/ → https://b.com/
            [A](mailto:a@b.com)
            (see https://a.com/b_c), https://d.com/(e). → https://a.com/b_c → https://d.com/(e)
            https://b.com/ xhttps://a.com/ HTTPS → https://b.com/
            [a_b __c__](https://a.com/?a=1&amp;b=2) → a_b c https://a.com/?a=1&b=2
            [unclosed [A](https://a.com/) → A https://a.com/
            [x [A](https://a.com/) y](https://b.com/) → A https://a.com/ → https://b.com/
            [A](https://a.com/ b) [C](https://c.com/) → https://a.com/ → C https://c.com/
            [A](https://a.com/ "") → A https://a.com/
            xhttps://b.com/ https://a.com/ → https://a.com/
            [`` a ` b](https://a.com/) → `` a ` b https://a.com/
            [À_z 9_é](https://a.com/) → À_z 9_é https://a.com/
            [\!\~](https://a.com/) → !~ https://a.com/
            <a href="https://a.com/?a=1&amp;b=2" title='>'>A <b>b</b></a><br>https://b.com/ → A b https://a.com/?a=1&b=2 → https://b.com/
            <a href=https://a.com/><img alt='i' src="https://i.com/"></a> <a href='#b'>c</a> → i https://a.com/
            [<a href='https://a.com/'>[</a>](https://b.com/) → [ https://a.com/ → https://b.com/
            <a href='https://a.com/'>https://b.com/</a> → https://b.com/ https://a.com/
            a <b "https://a.com/ → https://a.com/
            (https://a.com/a_(b)). https://b.com/) → https://a.com/a_(b) → https://b.com/
            https://a.com/.,;:!?'*_~) → https://a.com/
            https://a.com/"x https://b.com/>x https://c.com/^x https://d.com/{x https://e.com/}x → \#
            https://a.com/ → https://b.com/ → https://c.com/ → https://d.com/ → https://e.com/
            |https://a.com/|`https://b.com/`| → https://a.com/
            [https://b.com/][B][C](https://c.com/) → B https://b.com/ → C https://c.com/
            [[https://a.com/a_b_c][A b]] and [[https://b.com/]] or [https://c.com/ x] → A b https://a.com/a_b_c → https://b.com/
            // The title of a reference link is its text, or the title in its definition.
            [A b][One]⏎[one]: https://a.com/ 'T' → A b https://a.com/
            [one]: https://a.com/⏎⏎See [A *b*][One]. → A b https://a.com/
            [one]⏎[one]: https://a.com/ "T t" → T t https://a.com/
            [one]⏎[one]: https://a.com/ → one https://a.com/
            ![i][one]⏎[one]: https://a.com/ → one https://a.com/
            """#
        )
    )
    func `reads the links in Markdown`(row: Row) async throws {
        let imported = try await Imported(row.lines(0), format: .markdown)
        let links = imported.links.map { link in
            [link.title, link.url].compactMap(\.self).joined(separator: " ")
        }
        #expect(links == row[1...])
    }

    @Test(
        arguments: Row.table(
            """
            - [A](https://a.com/). Text → Text
            - [A](https://a.com/): .NET → .NET
            - [A](https://a.com/) – a - b → a - b
            - [A](https://a.com/). →
            - [x] [A](https://a.com/): text → text
            - [ ] [A](https://a.com/): text → text
            1) [X] [A](https://a.com/): text → text
            > * [A](https://a.com/): text → text
            // An empty line ends an item.
            - [A](https://a.com/)⏎  ⏎  text →
            - [A](https://a.com/): see <https://b.com/>, https://c.com/ and [d](). → \
            see https://b.com/, https://c.com/ and d.
            - [A](https://a.com/): a_b _word_ → a_b word
            // An item without text ends the previous item, but a number does not.
            - [A](https://a.com/)⏎  - →
            - [A](https://a.com/)⏎  + →
            - [A](https://a.com/)⏎  1. →
            - [A](https://a.com/)⏎  - x →
            - [A](https://a.com/)⏎  2024 → 2024
            - [A](https://a.com/)⏎  -x → -x
            - [A](https://a.com/)⏎  1234567890. x → 1234567890. x
            """
        )
    )
    func `the note of a list item is the text after its first link and the following punctuation`(
        row: Row
    ) async throws {
        let imported = try await Imported("\(row.lines(0))\n", format: .markdown)
        #expect(imported.links.first?.url == "https://a.com/")
        #expect(imported.links.first?.note ?? "" == row[1])
    }

    @Test func `imports the links that a Markdown export contains`() async throws {
        let drafts = [
            LinkDraft(
                url: "https://a.com/x?y=(1)&z=*",
                title: "A [b] *c* `d` <e> 1. & \\ #",
                note: "Two\nlines - of *text*",
                tags: LinkTag.list("to read,c++,`odd`")
            ),
            LinkDraft(url: "https://b.com/"),
            // URLs in a title and a note are not links of their own.
            LinkDraft(
                url: "https://c.com/",
                title: "See https://d.com/",
                note: "(https://e.com/)\nhttp://f.com/"
            ),
        ]
        let transfer = FileTransfer(library: InMemoryLinkLibrary(drafts))
        let text = try await transfer.exported(as: .markdown)
        let imported = try await Imported(text)
        #expect(imported.links.map(\.url) == drafts.map(\.url))
        // If a link has no title, the export uses the URL as the title. StoredLinkLibrary omits a
        // title that repeats the URL, but InMemoryLinkLibrary keeps it.
        #expect(imported.links.map(\.title) == drafts.map { $0.title ?? $0.url })
        #expect(imported.links.map(\.note) == drafts.map(\.note))
        #expect(imported.links.map(\.tags) == drafts.map(\.tags))
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
