import Core
import HTML
import LibraryInterface
import TransferInterface

/// A reader of an HTML or XML file.
protocol MarkupReader: LinkFileReader {
    var markup: Markup { get set }

    mutating func startElement(_ name: String, _ attributes: HTMLAttributes, line: Int)
    mutating func endElement(_ name: String)
    mutating func append(_ text: String)
    /// Ends the last link at the end of the file, and returns whether the file is complete.
    mutating func finishLinks() throws(InvalidEntry) -> Bool
}

extension MarkupReader {
    var recorder: RemarkRecorder { markup.recorder }

    mutating func endElement(_ name: String) {}
    mutating func append(_ text: String) {}
    mutating func finishLinks() throws(InvalidEntry) -> Bool {
        try markup.hasCompleteRoot()
    }

    mutating func read(_ bytes: [UInt8]) -> [SourcedDraft] {
        markup.links = []
        markup.tokenizer.append(bytes)
        readTokens()
        return markup.links
    }

    mutating func finish() throws(InvalidEntry) -> [SourcedDraft] {
        markup.links = []
        markup.tokenizer.finish()
        readTokens()
        let isComplete = try finishLinks()
        if let element = markup.tokenizer.rawElement {
            markup.recorder.unclosedElement = .unclosedElement(
                element.name,
                line: element.line,
                unreadLinks: markup.unreadLinks
            )
        } else if markup.tokenizer.isCutOff {
            markup.recorder.cutOffLine = markup.tokenizer.markupLine
        } else if !isComplete {
            markup.recorder.cutOffLine = markup.tokenizer.line
        }
        return markup.links
    }

    private mutating func readTokens() {
        while let token = markup.tokenizer.next() {
            switch token.content {
            case .text(let text):
                markup.countUnreadLinks(in: text)
                append(text)
            case .startTag(let name, let attributes):
                if name == markup.root {
                    markup.isRootOpen = true
                }
                startElement(name, attributes, line: token.line)
            case .endTag(let name):
                markup.unreadLinks = 0
                if name == markup.root, markup.isRootOpen != nil {
                    markup.isRootOpen = false
                }
                endElement(name)
            }
        }
    }
}

/// The state of a reader of a bookmark file: its position in the file, and the links that it has
/// just read.
struct Markup {
    let options: ReadingOptions
    /// The name of the root element of an XML file, or `nil` if the file is HTML.
    fileprivate let root: String?
    /// Whether the root element is open, or `nil` before it begins.
    fileprivate var isRootOpen: Bool?
    var tokenizer: HTMLTokenizer
    var recorder = RemarkRecorder(.attribute)
    /// The folders that enclose the position in the file.
    var path = FolderPath()
    /// The links that the current call to the reader has completed.
    var links: [SourcedDraft] = []
    /// The link whose title or note may continue at the position in the file.
    var pending: SourcedDraft?
    var title = ""
    var note = ""
    /// The number of links that are not read because the current element, such as an unclosed
    /// `style`, treats its contents as text.
    var unreadLinks = 0

    /// Creates the state at the start of an HTML file, or of an XML file with the given root
    /// element.
    init(_ options: ReadingOptions, root: String? = nil) {
        self.options = options
        self.root = root
        let isXML = root != nil
        // The limit is sufficient for the longest URL, even if each of its characters is escaped.
        tokenizer = HTMLTokenizer(tokenLimit: 4 << 20, isXML: isXML, knowsRawElements: !isXML)
    }

    /// Returns whether the root element is complete at the end of the file.
    func hasCompleteRoot() throws(InvalidEntry) -> Bool {
        guard let isRootOpen else {
            throw InvalidEntry(line: 1, reason: "element \(root ?? "") not found")
        }
        return !isRootOpen
    }

    mutating func appendToTitle(_ text: String) {
        title.append(text, upTo: options.textLimit)
    }

    mutating func appendToNote(_ text: String) {
        note.append(text, upTo: options.textLimit)
    }

    /// Counts the start tags of links in an element whose content is read as text.
    mutating func countUnreadLinks(in text: String) {
        guard tokenizer.rawElement != nil else { return }
        var recent: UInt32 = 0
        for byte in text.utf8 {
            recent = recent << 8 | UInt32(byte)
            let letters = recent >> 8 & 0xFFFF
            if letters == 0x3C61 || letters == 0x3C41, byte.isASCIISpace {
                unreadLinks += 1
            }
        }
    }

    /// Adds the pending link with its title and note to the complete links.
    mutating func completeLink() {
        defer {
            pending = nil
            title = ""
            note = ""
        }
        guard var link = pending else { return }
        link.draft.title = title.asciiTrimmedOrNil
        link.draft.note = note.asciiTrimmedOrNil
        links.append(link)
    }

    /// Returns a link with the attributes of an element, and records unknown attributes.
    ///
    /// - Parameters:
    ///   - added: The names of the attributes for the date of addition, in order of precedence.
    ///   - updated: The name of the attribute for the date of the last change, if there is one.
    mutating func link(
        _ attributes: HTMLAttributes,
        line: Int,
        url: String = "href",
        added: [String],
        updated: String? = nil,
        ignored: Set<String>
    ) -> SourcedDraft {
        let supported = [url, "tags"] + added + [updated].compactMap(\.self)
        for (name, value) in attributes.all {
            let isKnown = supported.contains(name) || ignored.contains(name)
            if !isKnown, !name.hasPrefix("xmlns") {
                recorder.addIgnored(displayName(name), value: value)
            }
        }
        for name in attributes.tooLong where !ignored.contains(name) {
            recorder.addTooLong(displayName(name), line: line)
        }
        var tags = LinkTag.list(attributes["tags"] ?? "")
        if options.foldersAsTags {
            tags.formUnion(path.tags)
        } else if !recorder.ignoresFolders, !path.tags.isEmpty {
            recorder.ignoresFolders = true
        }
        let addedName = added.first { attributes[$0] != nil }
        let draft = LinkDraft(
            url: attributes[url]?.asciiTrimmedOrNil ?? "",
            tags: tags,
            added: recorder.date(addedName.flatMap { attributes[$0] }, line: line),
            updated: recorder.date(updated.flatMap { attributes[$0] }, line: line)
        )
        return SourcedDraft(draft, line: line)
    }

    /// Returns the name of an attribute as the format usually spells it, which is in uppercase for
    /// HTML.
    private func displayName(_ name: String) -> String {
        root == nil ? name.uppercased() : name
    }
}
