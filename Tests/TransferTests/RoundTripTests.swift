import Core
import CoreTesting
import Foundation
import LibraryInterface
import LibraryTesting
import ProgramTesting
import Testing
import Transfer
import TransferInterface
import TransferTesting

struct RoundTripTests {
    private static let formats: [ExportFormat] = [.netscape, .json, .csv]
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: formats, UInt64(0)...2)
    func `exporting and importing a library preserves all of its links`(
        format: ExportFormat,
        seed: UInt64
    ) async throws {
        var random = RandomLinks(state: seed)
        let drafts = seed == 0 ? Self.hostileLinks : (0..<120).map { random.next($0) }
        let library = InMemoryLinkLibrary(drafts)
        let export = try await FileTransfer(library: library).exported(as: format)
        let path = try folder.write(export.utf8)
        let copy = InMemoryLinkLibrary()
        let transfer = FileTransfer(library: copy)
        #expect(try await transfer.importFile(path).added == drafts.count)
        let before = await library.links(matching: LinkQuery(order: .oldest))
        let after = await copy.links(matching: LinkQuery(order: .oldest))
        for (old, new) in zip(before, after) {
            #expect(new.url == old.url)
            #expect(new.title.map(scalars) == old.title.map(scalars))
            #expect(new.note.map(scalars) == old.note.map(scalars))
            #expect(new.tags.sorted().map(\.name) == old.tags.sorted().map(\.name))
            #expect(new.added == old.added)
            #expect(new.updated == old.updated)
        }
        #expect(try await transfer.exported(as: format).utf8.elementsEqual(export.utf8))
        #expect(try await transfer.importFile(path).unchanged == drafts.count)
    }

    /// Returns the scalars of a string, for exact comparisons: strings with different scalars can
    /// be equal.
    private func scalars(_ text: String) -> [Unicode.Scalar] {
        Array(text.unicodeScalars)
    }

    @Test func `a JSON import restores the latest checks of links, but keeps newer checks`()
        async throws
    {
        let drafts = (1...7).map { LinkDraft(url: "https://a.com/\($0)", added: date($0)) }
        let checks = zip(1..., Verdict.allCases).map { id, verdict in
            CheckRecord.sample(id, verdict, day: Int(id))
        }
        let library = InMemoryLinkLibrary(drafts, checks: checks)
        let json = try await FileTransfer(library: library).exported(as: .json)
        #expect(json.contains("\"verdict\":\"ok\",\"checked\":\"2025-01-02T00:00:00Z\"}"))
        #expect(json.contains("\"verdict\":null,\"checked\":null}"))
        let path = try folder.write(json.utf8)
        let newer = CheckRecord.sample(1, .dead, day: 100)
        let copy = InMemoryLinkLibrary([drafts[0], drafts[1]], checks: [newer])
        let transfer = FileTransfer(library: copy)
        let report = try await transfer.importFile(path)
        #expect(report.added == 5)
        #expect(report.unchanged == 2)
        let found = await copy.store.latest(of: nil)
        #expect(
            found.mapValues(\.verdict) == [
                1: .dead, 2: .moved, 3: .blocked, 4: .flaky, 5: .dead, 6: .changed,
            ]
        )
        let dates = ([newer] + checks.dropFirst()).map { ($0.link, $0.checked) }
        #expect(found.mapValues(\.checked) == Dictionary(uniqueKeysWithValues: dates))
        #expect(try await transfer.importFile(path).unchanged == 7)
        _ = await copy.undo(isDryRun: false)
        #expect(await copy.store.latest(of: nil) == [1: newer])
    }

    @Test(arguments: formats)
    func `preserves titles and notes up to the limit and shortens longer ones`(
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
        let export = try await FileTransfer(library: library).exported(as: format)
        let path = try folder.write(export.utf8)
        let copy = InMemoryLinkLibrary()
        let transfer = FileTransfer(
            library: copy,
            history: copy.store,
            databases: ScriptedDatabaseReader(),
            textLimit: limit
        )
        let report = try await transfer.importFile(path)
        let links = await copy.links(matching: LinkQuery(order: .oldest))
        #expect(links.map(\.url) == ["https://a.com/", "https://b.com/", "https://c.com/"])
        let cut = String(long.dropLast(2))
        #expect(links.map(\.title) == [whole, cut, cut])
        #expect(links.map(\.note) == [whole, cut, nil])
        let line = format == .netscape ? 11 : 3
        #expect(report.remarks == [.shortened(.title, line: line), .shortened(.note, line: line)])
        let again = try folder.write(try await transfer.exported(as: format).utf8)
        // A shortened title or note is not shortened again.
        let second = try await transfer.importFile(again)
        #expect(second.unchanged == 3)
        #expect(second.remarks.isEmpty)
    }

    @Test(
        arguments: [
            ("url,tags\nhttps://a.com/,TAGS\nhttps://a.com/,TAGS\n", "(column, \"tags\", line: 2)"),
            ("[{\"url\":\"https://a.com/\",\"tags\":\"TAGS\"}]", "(member, \"tags\", line: 1)"),
            ("[{\"url\":\"https://a.com/\",\"tags\":[\"TAGS\"]}]", "(member, \"tags\", line: 1)"),
        ]
    )
    func `reports tags that exceed the limit`(text: String, place: String) async throws {
        let tag = String(repeating: "t", count: 1_000)
        let longest = text.replacing("TAGS", with: tag)
        let complete = try await Imported(longest.utf8, textLimit: 1_000)
        #expect(complete.summary == "https://a.com/ |  | \(tag)")

        let tooLong = text.replacing("TAGS", with: "\(tag)t")
        let imported = try await Imported(tooLong.utf8, textLimit: 1_000)
        #expect(imported.summary == "https://a.com/\nremark: tooLong\(place)")
    }

    /// Links with every string that a format could fail to preserve.
    private static let hostileLinks: [LinkDraft] = {
        let long = "https://example.com/?" + String(repeating: "&", count: 100_000)
        var drafts = [
            LinkDraft(url: "https://example.com/bare", added: date(1), updated: date(1)),
            LinkDraft(url: long, added: date(2), updated: date(2)),
        ]
        var texts = ["two\nlines\r\nthree\rfour", "inner   spaces\tand tabs", "ends in \\"]
        texts += RandomLinks.pieces.compactMap(RandomLinks.trimmed)
        for (index, text) in texts.enumerated() {
            let tags = [LinkTag(text), LinkTag("Second tag")]
            let draft = LinkDraft(
                url: "https://example.com/\(index)?a=1&copy=2&b=\"'<>",
                title: text,
                note: text,
                tags: Set(tags.compactMap(\.self)),
                added: date(1_500_000_000 + index),
                updated: date(1_500_000_100 + index)
            )
            drafts.append(draft)
        }
        return drafts
    }()
}

/// A generator of links with random sequences of strings that a format could fail to preserve. The
/// same seed always generates the same links.
private struct RandomLinks: RandomNumberGenerator {
    var state: UInt64

    static let pieces = [
        "<", ">", "&", "\"", "'", ",", ";", "\t", "\n", "\r", "\r\n", "\\", "\\u0041", "&amp;",
        "&#10;", "&copy", "]]>", "</A>", "<DD>", "</title>", "<script>", "<!--", "-->", "{", "}",
        "[", "]", ":", "#", "sep=;", "  ", "\u{0}", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{A0}",
        "\u{2028}", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}", "e\u{301}", "\u{301}", "é", "日本", "😀",
        "\u{1F468}\u{200D}\u{1F469}", "\u{1F1E9}", "\u{202E}", "עברית", "a", "Z", "0", " word ",
        "[linkding-notes]", "&#65;", "&copy=", "</DL>", "<DT><A HREF=\"https://evil.com/\">",
        "<br>", "\u{9B}",
    ]

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    private mutating func text() -> String? {
        var text = ""
        for _ in 0..<Int.random(in: 0...9, using: &self) {
            text += Self.pieces.randomElement(using: &self) ?? ""
        }
        return Self.trimmed(text)
    }

    static func trimmed(_ text: String) -> String? {
        let trimmed = text.trimmingCharacters(in: CharacterSet(charactersIn: " \t\n\r\u{B}\u{C}"))
        return trimmed.isEmpty ? nil : trimmed
    }

    mutating func next(_ index: Int) -> LinkDraft {
        let added = date(index * 23_000_000 + Int.random(in: 1...20_000_000, using: &self))
        let updated = added + Double(Int.random(in: 0...999, using: &self))
        var tags: Set<LinkTag> = []
        for _ in 0..<Int.random(in: 0...4, using: &self) {
            if let tag = text().flatMap({ LinkTag($0) }) {
                tags.insert(tag)
            }
        }
        return LinkDraft(
            url: "https://example.com/\(index)?\(text() ?? "")=#x",
            title: text(),
            note: text(),
            tags: tags,
            added: added,
            updated: updated
        )
    }
}
