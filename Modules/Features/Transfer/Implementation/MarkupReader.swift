import Core
import HTML
import LibraryInterface
import TransferInterface

protocol MarkupReader: LinkFileReader {
    var markup: Markup { get set }

    mutating func startElement(_ name: String, _ attributes: HTMLAttributes, line: Int)
    mutating func endElement(_ name: String)
    mutating func append(_ text: String)
    /// Ends the last link at the end of the file. Returns whether the file was complete.
    mutating func finishLinks() throws(BrokenLine) -> Bool
}

extension MarkupReader {
    var recorder: RemarkRecorder { markup.recorder }

    mutating func read(_ bytes: [UInt8]) -> [ParsedLink] {
        markup.links = []
        markup.tokenizer.append(bytes)
        readTokens()
        return markup.links
    }

    mutating func finish() throws(BrokenLine) -> [ParsedLink] {
        markup.links = []
        markup.tokenizer.finish()
        readTokens()
        let isComplete = try finishLinks()
        if markup.tokenizer.isCutOff || !isComplete { markup.recorder.cutOffLine = markup.tokenizer.line }
        return markup.links
    }

    private mutating func readTokens() {
        while let token = markup.tokenizer.next() {
            switch token.content {
            case .text(let text): append(text)
            case .startTag(let name, let attributes): startElement(name, attributes, line: token.line)
            case .endTag(let name): endElement(name)
            }
        }
    }
}

/// A position in a file of bookmarks: the folders around it, and the link whose title and note may continue.
struct Markup {
    let options: ReadingOptions
    private let isXML: Bool
    var tokenizer: HTMLTokenizer
    var path = FolderPath()
    var recorder = RemarkRecorder(.attribute)
    var links: [ParsedLink] = []
    var pending: SourcedDraft?
    var title = ""
    var note = ""

    /// Creates a position at the start of a file. The attributes of a tag can hold the longest URL with each character escaped.
    init(_ options: ReadingOptions, isXML: Bool) {
        (self.options, self.isXML) = (options, isXML)
        tokenizer = HTMLTokenizer(tokenLimit: 4 << 20, isXML: isXML, knowsRawElements: !isXML)
    }

    mutating func appendToTitle(_ text: String) { title.append(text, upTo: options.textLimit) }
    mutating func appendToNote(_ text: String) { note.append(text, upTo: options.textLimit) }

    mutating func completeLink() {
        defer { (pending, title, note) = (nil, "", "") }
        guard var link = pending else { return }
        link.draft.title = title.trimmedOrNil
        link.draft.note = note.trimmedOrNil
        links.append(ParsedLink(link))
    }

    /// Returns a link with the attributes of an element, and records unknown attributes.
    /// - Parameter added: The names of the attributes for the date of addition, in order of precedence.
    mutating func link(
        _ attributes: HTMLAttributes, line: Int, added: [String], updated: String, ignored: Set<String>
    ) -> SourcedDraft {
        let known = ["href", "tags", updated] + added
        for (name, value) in attributes.all where !known.contains(name) && !ignored.contains(name) {
            if !name.hasPrefix("xmlns") { recorder.addUnknown(displayName(name), value: value) }
        }
        for name in attributes.tooLong where !ignored.contains(name) {
            recorder.addTooLong(displayName(name), line: line)
        }
        let draft = LinkDraft(
            url: attributes["href"]?.trimmedOrNil ?? "",
            tags: LinkTag.list(attributes["tags"] ?? "").union(options.foldersAsTags ? path.tags : []),
            added: recorder.date(added.lazy.compactMap { attributes[$0] }.first, line: line),
            updated: recorder.date(attributes[updated], line: line))
        return SourcedDraft(draft, line: line)
    }

    /// Returns the name of an attribute in the case that is usual in the file.
    private func displayName(_ name: String) -> String { isXML ? name : name.uppercased() }
}
