import Core
import LibraryInterface
import TransferInterface

/// A reader of the links in a Markdown file, such as a list of links or an export of shelf.
///
/// - Links are `[title](URL)`, `<URL>`, `<a href="URL">title</a>`, and `[URL][title]` of Org mode.
///   Other destinations, images and code are skipped.
/// - A definition `[label]: URL` is a link with the text of its last reference `[text][label]`.
/// - Headings are folders.
/// - If a list item begins with a link, code spans that follow the link are its tags, and the rest
///   of the item is its note. Further links in the item are also imported.
struct MarkdownReader: LinkFileReader {
    let recorder = RemarkRecorder(.member)
    private let options: ReadingOptions
    private var lines = TextLines()
    /// The number of the current line.
    private var line = 0
    /// The headings that apply to the current line.
    private var headings: [MarkdownHeading] = []
    /// The fence of the current code block, or `nil` outside of code blocks.
    private var fence: Substring?
    /// The links of the current list item, which the next lines can continue. The first link begins
    /// the item.
    private var item: [SourcedDraft] = []
    /// The texts of the links to reference definitions, keyed by label.
    private var references: [String: String] = [:]
    /// The links in reference definitions. Their titles can follow.
    private var definitions: [(label: String, link: SourcedDraft)] = []

    init(_ options: ReadingOptions) {
        self.options = options
    }

    mutating func read(_ bytes: [UInt8]) throws(InvalidEntry) -> [SourcedDraft] {
        var links: [SourcedDraft] = []
        for line in try lines.read(bytes) {
            links += read(line)
        }
        return links
    }

    mutating func finish() -> [SourcedDraft] {
        let links = read(lines.finish()) + completeItem()
        return links
            + definitions.map { label, link in
                var link = link
                link.draft.title = references[label] ?? link.draft.title
                return link
            }
    }

    private mutating func completeItem() -> [SourcedDraft] {
        defer {
            item = []
        }
        return item
    }

    private mutating func read(_ line: TextLines.Line) -> [SourcedDraft] {
        self.line = line.number
        let content = (line.text.asciiTrimmedOrNil ?? "")[...]
        if let fence {
            if content.hasPrefix(fence) {
                self.fence = nil
            }
            return []
        }
        if content.hasPrefix("```") || content.hasPrefix("~~~") {
            fence = content.prefix(3)
            return completeItem()
        }
        if let heading = MarkdownHeading(content) {
            headings.removeAll { $0.level >= heading.level }
            headings.append(heading)
            // A heading can contain links.
            return completeItem() + links(in: MarkdownLine(content))
        }
        let isIndented = line.text.utf8.first?.isASCIISpace ?? false
        if !item.isEmpty, isIndented, !content.isEmpty, !MarkdownLine.isListItem(content) {
            continueItem(with: MarkdownLine(content))
            return []
        }
        return completeItem() + readContent(MarkdownLine(content))
    }

    /// Reads a line that does not continue a list item.
    private mutating func readContent(_ line: MarkdownLine) -> [SourcedDraft] {
        var links = links(in: line)
        if let label = line.label {
            definitions += links.map { (label, $0) }
            return []
        }
        guard line.beginsWithLink, !links.isEmpty else {
            return links
        }
        links[0].draft.tags.formUnion(line.tags)
        links[0].draft.note = line.note
        item = links
        return []
    }

    private mutating func continueItem(with line: MarkdownLine) {
        var note = item[0].draft.note ?? ""
        note.append(note.isEmpty ? line.text : "\n" + line.text, upTo: options.textLimit)
        item[0].draft.note = note.asciiTrimmedOrNil
        item += links(in: line)
    }

    private mutating func links(in content: MarkdownLine) -> [SourcedDraft] {
        references.merge(content.references) { $1 }
        let names = options.foldersAsTags ? headings.map(\.name) : []
        let tags = Set(names.compactMap { LinkTag($0) })
        return content.links.map { link in
            SourcedDraft(LinkDraft(url: link.url, title: link.title, tags: tags), line: line)
        }
    }
}

private struct MarkdownHeading {
    var level: Int
    var name: String

    /// Creates a heading, or returns `nil` if a line is not a heading.
    init?(_ line: Substring) {
        level = line.prefix { $0 == "#" }.count
        let rest = line.dropFirst(level)
        guard (1...6).contains(level), rest.first.map(\.isWhitespace) ?? true else {
            return nil
        }
        let text = MarkdownLine(rest).heading
        let end = text.lastIndex { $0 != "#" && $0 != " " }
        name = end.map { String(text[...$0]) } ?? ""
    }
}
