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
