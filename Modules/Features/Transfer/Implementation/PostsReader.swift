import Core
import HTML
import LibraryInterface
import TransferInterface

/// A reader of the XML of the Delicious API, which Pinboard also uses
/// (<https://pinboard.in/api#posts_all>).
///
/// The reader supports the attributes `href`, `description` (the title), `extended` (the note),
/// `tag`, `time` and `toread` of the element `post`.
struct PostsReader: MarkupReader {
    var markup: Markup

    init(_ options: ReadingOptions) {
        markup = Markup(options, root: "posts")
    }

    mutating func startElement(_ name: String, _ attributes: HTMLAttributes, line: Int) {
        guard name == "post" else { return }
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
    }

    /// The attributes that ``Markup`` ignores, because the reader reads them itself or because they
    /// have no meaning in a library.
    private static let otherAttributes: Set<String> = [
        "description", "extended", "tag", "toread", "hash", "meta", "others", "shared", "private",
    ]
}
