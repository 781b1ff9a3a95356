import Core
import HTML
import LibraryInterface
import TransferInterface

/// A reader of OPML 2.0 (<http://opml.org/spec2.opml>), the export format of feed readers and
/// outliners.
///
/// An outline with a URL is a link. The outline of a feed is a link to the site of the feed, or to
/// the feed itself if no site is given. Other outlines are folders.
struct OPMLReader: MarkupReader {
    var markup: Markup

    init(_ options: ReadingOptions) {
        markup = Markup(options, root: "opml")
    }

    mutating func startElement(_ name: String, _ attributes: HTMLAttributes, line: Int) {
        guard name == "outline" else { return }
        let title = Self.titles.compactMap { attributes[$0]?.asciiTrimmedOrNil }.first ?? ""
        let url = Self.urls.first { attributes[$0]?.asciiTrimmedOrNil != nil }
        if let url {
            addLink(attributes, url: url, title: title, line: line)
        } else if let note = Self.note(attributes) {
            markup.recorder.addIgnored(RemarkRecorder.folderDescription, value: note)
        }
        markup.path.open(url == nil ? title : "", kind: url == nil ? .folder : .container)
    }

    mutating func endElement(_ name: String) {
        if name == "outline" {
            markup.path.close()
        }
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
        // A category can be a path, such as `/Travel/Lisbon`. Its last part becomes the tag.
        let categories = (attributes["category"] ?? "").split(separator: ",")
        link.draft.tags.formUnion(
            categories.compactMap { LinkTag($0.split(separator: "/").last ?? "") }
        )
        markup.pending = link
        markup.appendToTitle(title)
        markup.appendToNote(Self.note(attributes) ?? "")
        markup.completeLink()
    }

    private static func note(_ attributes: HTMLAttributes) -> String? {
        attributes["description"] ?? attributes["_note"]
    }

    /// The attributes that can contain the title, in order of precedence.
    private static let titles = ["title", "text"]
    /// The attributes that can contain the URL, in order of precedence.
    private static let urls = ["htmlurl", "url", "href", "xmlurl"]
    /// The attributes that ``Markup`` ignores, because the reader reads them itself or because they
    /// have no meaning in a library.
    private static let otherAttributes: Set<String> = [
        "title", "text", "category", "description", "_note", "type", "version", "language",
    ]
}
