import Core
import Foundation
import LibraryInterface
import LibraryTesting
import Testing
import Transfer
import TransferInterface

/// Links made by chance, the same each time.
struct PropertyTests {
    @Test(arguments: [ExportFormat.netscape, .json, .csv], UInt64(1)...4)
    func `whatever a link says comes back, and a second export is the same file`(
        format: ExportFormat, seed: UInt64
    ) async throws {
        var chance = Chance(state: seed)
        let drafts = (0..<120).map { chance.draft($0) }
        let folder = try TemporaryFolder()
        let library = InMemoryLinkLibrary(drafts)
        let first = try await FileTransfer(library: library).exported(as: format)
        let path = try folder.write(first.utf8)

        let copy = InMemoryLinkLibrary()
        let options = ImportOptions(format: ImportFormat(rawValue: format.rawValue))
        let transfer = FileTransfer(library: copy)
        let report = try await transfer.importLinks(from: .file(path: path), options: options) { _ in }
        #expect(report.merge.added == drafts.count)
        let old = await library.links(matching: LinkQuery(order: .oldest))
        let new = await copy.links(matching: LinkQuery(order: .oldest))
        for (old, new) in zip(old, new) {
            #expect(new.url == old.url)
            #expect(new.title.map(scalars) == old.title.map(scalars))
            #expect(new.note.map(scalars) == old.note.map(scalars))
            #expect(new.tags.sorted().map(\.name) == old.tags.sorted().map(\.name))
            #expect(new.added == old.added)
            #expect(new.updated == old.updated)
        }

        #expect(try await transfer.exported(as: format).utf8.elementsEqual(first.utf8))
        let again = try await transfer.importLinks(from: .file(path: path), options: options) { _ in }
        #expect(again.merge.unchanged == drafts.count, "importing twice changes nothing")
    }

    /// Texts that differ in their normal form alone are different here.
    private func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }
}

/// Links made from texts that tempt a format to lose something.
private struct Chance: RandomNumberGenerator {
    var state: UInt64

    private static let pieces = [
        "<", ">", "&", "\"", "'", ",", ";", "\t", "\n", "\r", "\r\n", "\\", "\\u0041", "&amp;", "&#10;", "&copy", "]]>",
        "</A>",
        "<DD>", "</title>", "<script>", "<!--", "-->", "{", "}", "[", "]", ":", "#", "sep=;", "  ", "\u{0}",
        "\u{1B}[31m",
        "\u{7F}", "\u{85}", "\u{A0}", "\u{2028}", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}", "e\u{301}", "\u{301}", "é", "日本",
        "😀",
        "\u{1F468}\u{200D}\u{1F469}", "\u{1F1E9}", "\u{202E}", "עברית", "a", "Z", "0", " word ", "[linkding-notes]",
    ]

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func text() -> String? {
        let text = (0..<Int.random(in: 0...9, using: &self)).map { _ in Self.pieces.randomElement(using: &self) ?? "" }
        let spaces = CharacterSet(charactersIn: " \t\n\r\u{B}\u{C}")
        let trimmed = text.joined().trimmingCharacters(in: spaces)
        return trimmed.isEmpty ? nil : trimmed
    }

    mutating func draft(_ index: Int) -> LinkDraft {
        let added = date(index * 23_000_000 + Int.random(in: 1...20_000_000, using: &self))
        let tags = (0..<Int.random(in: 0...4, using: &self)).compactMap { _ in text().flatMap { LinkTag($0) } }
        return LinkDraft(
            url: "https://example.com/\(index)?\(text() ?? "")=#x", title: text(), note: text(), tags: Set(tags),
            added: added, updated: added + Double(Int.random(in: 0...999, using: &self)))
    }
}
