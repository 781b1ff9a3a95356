import Core
import HTML
import LibraryInterface
import TransferInterface

/// Reads OPML 2.0 (<http://opml.org/spec2.opml>), in which feed readers export their subscriptions
/// and outliners their outlines.
///
/// An outline with a URL is a link, to the site of a feed if it has one. Other outlines are
/// folders.
struct OPMLReader: MarkupReader {
    var markup: Markup
    private var isOpen = false
    private var hasRoot = false

    init(_ options: ReadingOptions) {
        markup = Markup(options, isXML: true)
    }

    mutating func startElement(_ name: String, _ attributes: HTMLAttributes, line: Int) {
        switch name {
        case "opml":
            hasRoot = true
            isOpen = true
        case "outline":
            let name = Self.titles.compactMap { attributes[$0]?.trimmedOrNil }.first ?? ""
            let url = Self.urls.first { attributes[$0]?.trimmedOrNil != nil }
            if let url {
                addLink(attributes, url: url, title: name, line: line)
            }
            markup.path.open(url == nil ? name : "", kind: url == nil ? .folder : .container)
        default:
            break
        }
    }

    mutating func endElement(_ name: String) {
        switch name {
        case "opml": isOpen = false
        case "outline": markup.path.close()
        default: break
        }
    }

    mutating func append(_ text: String) {}

    mutating func finishLinks() throws(BrokenLine) -> Bool {
        guard hasRoot else {
            throw BrokenLine(line: 1, reason: "element opml not found")
        }
        return !isOpen
    }

    private mutating func addLink(
        _ attributes: HTMLAttributes,
        url: String,
        title: String,
        line: Int
    ) {
        var link = markup.link(
            attributes,
            line: line,
            url: url,
            added: ["created"],
            ignored: Self.otherAttributes
        )
        // A category can be a path, such as `/Travel/Lisbon`.
        let categories = (attributes["category"] ?? "").split(separator: ",")
        link.draft.tags.formUnion(
            categories.compactMap { LinkTag($0.split(separator: "/").last ?? "") }
        )
        markup.pending = link
        markup.appendToTitle(title)
        markup.appendToNote(attributes["description"] ?? attributes["_note"] ?? "")
        markup.completeLink()
    }

    /// The attributes with the title and the URL, in order of precedence.
    private static let titles = ["title", "text"]
    private static let urls = ["htmlurl", "url", "href", "xmlurl"]
    /// The attributes that the reader itself reads, and those without a meaning for a library.
    private static let otherAttributes: Set<String> = [
        "title", "text", "category", "description", "_note", "type", "version", "language",
    ]
}
