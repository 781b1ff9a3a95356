import Core
import Foundation
import LibraryInterface
import LibraryTesting
import Testing
import Transfer
import TransferInterface

struct RoundTripTests {
    /// Texts that tempt a format to lose something.
    private static let hostile = [
        "plain", "&amp; &lt; &copy= &#65;", "\"double\" 'single' `back`", "</A><DT><A HREF=\"https://evil.com/\">x",
        "a < b > c & d",
        "\u{1}\u{7}\u{1B}[31mred\u{7F}\u{85}\u{9B}\u{0}",
        "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} emoji \u{1F1E9}\u{1F1EA}",
        "\u{5E9}\u{5DC}\u{5D5}\u{5DD} \u{202E}reversed\u{202C} \u{645}\u{631}\u{62D}\u{628}\u{627}",
        "two\nlines\r\nthree\rfour",
        "  inner   spaces\tand tabs".trimmingCharacters(in: .whitespaces), "<!-- comment --> <script>x</script> <br>",
        "\\ \\u0041 \\n", "ends in \\", "e\u{301} \u{E9} \u{2028}\u{2029}\u{FEFF}\u{FFFD}", "]]> </title> </DL>",
    ]

    @Test(arguments: [ExportFormat.netscape, .json, .csv])
    func `an export and an import lose nothing`(format: ExportFormat) async throws {
        var drafts: [LinkDraft] = []
        for (index, text) in Self.hostile.enumerated() {
            let added = date(1_500_000_000 + index)
            drafts.append(
                LinkDraft(
                    url: "https://example.com/\(index)?a=1&copy=2&b=\"'<>", title: text, note: text,
                    tags: Set([LinkTag(text), LinkTag("Second tag")].compactMap(\.self)), added: added,
                    updated: added + 100))
        }
        drafts.append(LinkDraft(url: "https://example.com/bare", added: date(1), updated: date(1)))
        let long = "https://example.com/?" + String(repeating: "&", count: 100_000)
        drafts.append(LinkDraft(url: long, added: date(2), updated: date(2)))
        let library = InMemoryLinkLibrary(drafts)
        let folder = try TemporaryFolder()
        let path = try folder.write(try await FileTransfer(library: library).exported(as: format).utf8)

        let copy = InMemoryLinkLibrary()
        let report = try await FileTransfer(library: copy)
            .importLinks(from: .file(path: path), options: ImportOptions()) { _ in }
        #expect(report.merge.added == drafts.count)
        let before = await library.links(matching: LinkQuery())
        let after = await copy.links(matching: LinkQuery())
        for (old, new) in zip(before, after) {
            #expect(new.url == old.url)
            #expect(new.title == old.title)
            #expect(new.note == old.note)
            #expect(new.tags.sorted().map(\.name) == old.tags.sorted().map(\.name))
            #expect(new.added == old.added)
            #expect(new.updated == old.updated)
        }
    }

    @Test func `an export to JSON holds what checks found, and an import brings it back`() async throws {
        let drafts = (1...6).map { LinkDraft(url: "https://a.com/\($0)", added: date($0)) }
        let checks = zip(1..., Verdict.allCases).map { id, verdict in
            CheckRecord(
                link: id, verdict: verdict, status: 200, attempts: 1, milliseconds: 5,
                checked: date(1_690_000_000 + Int(id)))
        }
        let json = try await FileTransfer(library: InMemoryLinkLibrary(drafts, checks: checks)).exported(as: .json)
        #expect(json.contains("\"verdict\":\"ok\",\"checked\":\"2023-07-22T04:26:41Z\"}"))
        #expect(json.contains("\"verdict\":null,\"checked\":null}"))

        let folder = try TemporaryFolder()
        let path = try folder.write(json.utf8)
        let newer = CheckRecord(link: 1, verdict: .dead, attempts: 1, milliseconds: 5, checked: date(1_700_000_000))
        let copy = InMemoryLinkLibrary([drafts[0], drafts[1]], checks: [newer])
        let transfer = FileTransfer(library: copy)
        let report = try await transfer.importLinks(from: .file(path: path), options: ImportOptions()) { _ in }
        #expect(report.merge.added == 4 && report.merge.merged == 1 && report.merge.unchanged == 1)
        let found = await copy.latest(of: nil).mapValues(\.verdict)
        #expect(found == [1: .dead, 2: .moved, 3: .blocked, 4: .flaky, 5: .dead])
        #expect(await copy.latest(of: nil).filter { $0.key > 1 }.map(\.value.checked).min() == date(1_690_000_002))
        let again = try await transfer.importLinks(from: .file(path: path), options: ImportOptions()) { _ in }
        #expect(again.merge.unchanged == 6)
        _ = await copy.undo(isDryRun: false)
        #expect(await copy.latest(of: nil) == [1: newer])
    }

    @Test(arguments: [ExportFormat.netscape, .json, .csv])
    func `an export of texts up to the limit comes back whole, and longer texts are said to be cut`(
        format: ExportFormat
    ) async throws {
        let limit = 10_000
        let whole = String(repeating: "\"\u{1}", count: limit / 2)
        // The limit is in the middle of a character.
        let long = "x" + String(repeating: "é", count: limit / 2) + "y"
        let library = InMemoryLinkLibrary([
            LinkDraft(url: "https://a.com/", title: whole, note: whole, added: date(1)),
            LinkDraft(url: "https://b.com/", title: long, note: long, added: date(2)),
            LinkDraft(url: "https://c.com/", title: long, added: date(3)),
        ])
        let folder = try TemporaryFolder()
        let path = try folder.write(try await FileTransfer(library: library).exported(as: format).utf8)
        let copy = InMemoryLinkLibrary()
        let transfer = FileTransfer(library: copy, history: copy, textLimit: limit)
        let report = try await transfer.importLinks(from: .file(path: path), options: ImportOptions()) { _ in }
        let links = await copy.links(matching: LinkQuery(order: .oldest))
        #expect(links.map(\.url) == ["https://a.com/", "https://b.com/", "https://c.com/"])
        #expect(links.first?.title == whole && links.first?.note == whole)
        let cut = String(long.dropLast(2))
        #expect(links.map(\.title) == [whole, cut, cut] && links.map(\.note) == [whole, cut, nil])
        let line = format == .netscape ? 11 : 3
        #expect(report.remarks == [.shortened(.title, line: line), .shortened(.note, line: line)])

        let again = try folder.write(try await transfer.exported(as: format).utf8)
        let second = try await transfer.importLinks(from: .file(path: again), options: ImportOptions()) { _ in }
        #expect(second.merge.unchanged == 3 && second.remarks.isEmpty, "what is cut is not cut again")
    }

    @Test(arguments: [
        "url,tags\nhttps://a.com/,\"TAGS\"\n", "[{\"url\":\"https://a.com/\",\"tags\":\"TAGS\"}]",
        "[{\"url\":\"https://a.com/\",\"tags\":[\"TAGS\"]}]",
    ])
    func `tags that are too long to be read are said to be left out`(text: String) async throws {
        let folder = try TemporaryFolder()
        let tags = (0..<3_000).map { "t\($0)" }.joined(separator: ",")
        let library = InMemoryLinkLibrary()
        let transfer = FileTransfer(library: library, history: library, textLimit: 10_000)
        let path = try folder.write(text.replacing("TAGS", with: tags).utf8)
        let report = try await transfer.importLinks(from: .file(path: path), options: ImportOptions()) { _ in }
        let isTable = text.hasPrefix("url")
        #expect(report.remarks == [.tooLong(isTable ? .column : .member, "tags", line: isTable ? 2 : 1)])
        #expect(await library.links(matching: LinkQuery()).map(\.tags) == [[]])
    }

    @Test func `the bookmark file of an export is what browsers expect`() async throws {
        let library = InMemoryLinkLibrary([
            LinkDraft(
                url: "https://a.com/?a=1&b=\"2\"", title: "A < B & \"C\"", note: "One\r\ntwo > three",
                tags: LinkTag.list("b,A"), added: date(1_690_000_000), updated: date(1_690_000_001)),
            LinkDraft(url: "https://b.com/", note: "Note", added: date(1_690_000_002)),
            LinkDraft(url: "https://c.com/", title: "C", added: date(1_690_000_003)),
        ])
        #expect(
            try await FileTransfer(library: library).exported(as: .netscape) == """
                <!DOCTYPE NETSCAPE-Bookmark-file-1>
                <!-- This is an automatically generated file.
                     It will be read and overwritten.
                     DO NOT EDIT! -->
                <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
                <TITLE>Bookmarks</TITLE>
                <H1>Bookmarks</H1>
                <DL><p>
                    <DT><A HREF="https://a.com/?a=1&amp;b=&quot;2&quot;" ADD_DATE="1690000000" \
                LAST_MODIFIED="1690000001" TAGS="A,b">A &lt; B &amp; "C"</A>
                    <DD>One&#13;
                two &gt; three
                    <DT><A HREF="https://b.com/" ADD_DATE="1690000002" LAST_MODIFIED="1690000002"></A>
                    <DD>Note
                    <DT><A HREF="https://c.com/" ADD_DATE="1690000003" LAST_MODIFIED="1690000003">C</A>
                </DL><p>

                """)
    }

    @Test func `the JSON of an export is what other programs expect`() async throws {
        let draft = LinkDraft(
            url: "https://a.com/", title: "A \u{1}\u{9B}\"/", tags: Set(["b", "A"].compactMap { LinkTag($0) }),
            added: date(1_690_000_000))
        let json = try await FileTransfer(library: InMemoryLinkLibrary([draft])).exported(as: .json)
        #expect(
            json == """
                [
                {"id":1,"url":"https://a.com/","title":"A \\u0001\\u009b\\"/","note":null,"tags":["A","b"],\
                "added":"2023-07-22T04:26:40Z","updated":"2023-07-22T04:26:40Z","verdict":null,"checked":null}
                ]

                """)
    }
}
