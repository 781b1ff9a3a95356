import Core
import HTML
import LibraryInterface
import TransferInterface

/// Reads the XML of the Delicious API, which Pinboard also uses
/// (<https://pinboard.in/api#posts_all>).
///
/// The reader supports the attributes `href`, `description` (the title), `extended` (the note),
/// `tag`, `time` and `toread` of the element `post`.
struct PostsReader: MarkupReader {
    var markup: Markup
    private var isOpen = false
    private var hasRoot = false

    init(_ options: ReadingOptions) {
        markup = Markup(options, isXML: true)
    }

    mutating func startElement(_ name: String, _ attributes: HTMLAttributes, line: Int) {
        switch name {
        case "posts":
            hasRoot = true
            isOpen = true
        case "post":
            var link = markup.link(
                attributes,
                line: line,
                added: ["time"],
                ignored: Self.otherAttributes
            )
            link.draft.tags.formUnion(LinkTag.listOfService(attributes["tag"] ?? ""))
            if attributes["toread"] == "yes" {
                link.draft.tags.insertToRead()
            }
            markup.pending = link
            markup.appendToTitle(attributes["description"] ?? "")
            markup.appendToNote(attributes["extended"] ?? "")
            markup.completeLink()
        default:
            break
        }
    }

    mutating func endElement(_ name: String) {
        if name == "posts" {
            isOpen = false
        }
    }

    mutating func append(_ text: String) {}

    mutating func finishLinks() throws(BrokenLine) -> Bool {
        guard hasRoot else {
            throw BrokenLine(line: 1, reason: "element posts not found")
        }
        return !isOpen
    }

    /// The attributes that the reader itself reads, and those without a meaning for a library.
    private static let otherAttributes: Set<String> = [
        "description", "extended", "tag", "toread", "hash", "meta", "others", "shared", "private",
    ]
}
