import Core
import HTML
import LibraryInterface
import TransferInterface

/// A reader of the XML Bookmark Exchange Language, version 1.0
/// (<https://pyxml.sourceforge.net/topics/xbel/>). Elements can be misplaced or unclosed.
///
/// The reader supports these elements, and skips separators and other metadata:
/// - `bookmark` with the attributes `href`, `added`, `modified`, and `tags`, which buku writes
/// - `title`, `folder`, and `desc`, which contains the note
/// - `alias`, which refers to a bookmark in another folder
/// - `time_added`, which KDE writes
struct XBELReader: MarkupReader {
    private enum Target { case title, note, added }

    var markup: Markup
    private var target: Target?
    private var added = ""
    private var isInMetadata = false
    /// The URLs of bookmarks, keyed by ID. The dictionary is empty unless folders become tags.
    private var urls: [String: String] = [:]
    private var aliases: [(id: String, tags: Set<LinkTag>, line: Int)] = []

    init(_ options: ReadingOptions) {
        markup = Markup(options, root: "xbel")
    }

    mutating func startElement(_ name: String, _ attributes: HTMLAttributes, line: Int) {
        let foldersAsTags = markup.options.foldersAsTags
        if isInMetadata, !Self.structure.contains(name) {
            if name == "time_added", markup.pending != nil {
                target = .added
            }
            return
        }
        switch name {
        case "folder":
            completeLink()
            markup.path.open()
        case "bookmark":
            completeLink()
            let link = markup.link(
                attributes,
                line: line,
                added: ["added"],
                updated: "modified",
                ignored: Self.ignoredAttributes
            )
            markup.pending = link
            if foldersAsTags, let id = attributes["id"] {
                urls[id] = link.draft.url
            }
        case "alias":
            completeLink()
            if foldersAsTags, let id = attributes["ref"] {
                aliases.append((id, markup.path.tags, line))
            }
        case "title":
            markup.title = ""
            target = .title
        case "desc":
            target = markup.pending == nil ? nil : .note
            if target == nil {
                markup.recorder.addIgnored(RemarkRecorder.folderDescription)
            }
        case "info":
            isInMetadata = true
        default:
            break
        }
    }

    mutating func endElement(_ name: String) {
        switch name {
        case "time_added":
            target = nil
        case "info":
            isInMetadata = false
        case _ where isInMetadata && !Self.structure.contains(name):
            break
        case "folder":
            completeLink()
            markup.path.close()
        case "bookmark":
            completeLink()
        case "title":
            target = nil
            if markup.pending == nil {
                markup.path.setName(markup.title)
            }
        case "desc":
            target = nil
        default:
            break
        }
    }

    mutating func append(_ text: String) {
        switch target {
        case .title: markup.appendToTitle(text)
        case .note: markup.appendToNote(text)
        case .added:
            added.append(text, upTo: markup.options.textLimit)
        case nil: break
        }
    }

    mutating func finishLinks() throws(InvalidEntry) -> Bool {
        let isComplete = try markup.hasCompleteRoot()
        completeLink()
        for alias in aliases {
            guard let url = urls[alias.id] else { continue }
            let draft = LinkDraft(url: url, tags: alias.tags)
            markup.links.append(SourcedDraft(draft, line: alias.line))
        }
        return isComplete
    }

    private mutating func completeLink() {
        if let link = markup.pending, link.draft.added == nil, !added.isEmpty {
            markup.pending?.draft.added = markup.recorder.date(added, line: link.line)
        }
        markup.completeLink()
        target = nil
        added = ""
        isInMetadata = false
    }

    /// The elements whose tags end metadata, even if the end tag of the metadata is missing.
    private static let structure: Set<String> = ["xbel", "folder", "bookmark"]
    private static let ignoredAttributes: Set<String> = [
        "id", "visited", "icon", "folded", "netscapeinfo", "toolbar",
    ]
}
