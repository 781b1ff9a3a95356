import Core
import Foundation
import HTML
import LibraryInterface
import TransferInterface

/// The XML Bookmark Exchange Language, version 1.0 (<https://pyxml.sourceforge.net/topics/xbel/>).
///
/// The reader supports `bookmark` with `href`, `added`, `modified`, and buku's `tags`; `title`; `desc` as the note; folders; an
/// `alias` as the place of a bookmark in another folder; and KDE's `time_added`. Other metadata and separators are left
/// out.
package struct XBELFormat: ReadableFormat {
    /// The name of the outermost element.
    static let rootName = "xbel"

    /// Creates the format.
    package init() {}

    package func canBegin(with text: ArraySlice<UInt8>) -> Bool { rootElement(of: text) == Self.rootName }

    package func makeReader(_ options: ReadingOptions) -> any LinkFileReader { XBELReader(options) }
}

/// Reads XBEL, also where elements are not closed or are out of place.
private struct XBELReader: LinkFileReader {
    /// What the text that is being read belongs to.
    private enum Target {
        case title, note, added
    }

    private let options: ReadingOptions
    private var tokenizer = HTMLTokenizer(tokenLimit: 4 << 20, isXML: true, knowsRawElements: false)
    private var path = FolderPath()
    /// The bookmark that is open.
    private var pending: SourcedDraft?
    private var target: Target?
    private var title = ""
    private var note = ""
    private var added = ""
    /// Whether the position is within metadata.
    private var isInInfo = false
    /// The URLs of bookmarks by their IDs; empty unless folders become tags.
    private var addresses: [String: String] = [:]
    private var aliases: [(id: String, tags: Set<LinkTag>, line: Int)] = []
    private var leftovers = Leftovers(.attribute)
    private var isOpen = false
    private var hasRoot = false
    private var cutOffLine: Int?

    init(_ options: ReadingOptions) {
        self.options = options
    }

    mutating func read(_ bytes: ArraySlice<UInt8>, _ take: LinkSink) throws {
        tokenizer.append(bytes)
        try takeTokens(take)
    }

    mutating func finish(_ take: LinkSink) throws {
        tokenizer.finish()
        try takeTokens(take)
        guard hasRoot else { throw MalformedContent(line: 1, reason: "the element xbel is missing") }
        if tokenizer.isCutOff || isOpen { cutOffLine = tokenizer.line }
        try flush(take)
        for alias in aliases {
            guard let url = addresses[alias.id] else { continue }
            try take(SourcedDraft(LinkDraft(url: url, tags: alias.tags), line: alias.line), nil)
        }
    }

    var remarks: [ImportRemark] { [cutOffLine.map { .cutOff(line: $0) }].compactMap(\.self) + leftovers.remarks }

    private mutating func takeTokens(_ take: LinkSink) throws {
        while let token = tokenizer.next() {
            switch token.content {
            case .text(let text): append(text)
            case .startTag("time_added", _) where isInInfo && pending != nil: target = .added
            case .endTag("time_added"): target = nil
            case .endTag("info"): isInInfo = false
            case .startTag(let name, _) where isInInfo && !Self.structure.contains(name): break
            case .endTag(let name) where isInInfo && !Self.structure.contains(name): break
            case .startTag(let name, let attributes): try begin(name, attributes, line: token.line, take)
            case .endTag(let name): try end(name, take)
            }
        }
    }

    private mutating func begin(
        _ name: String, _ attributes: HTMLAttributes, line: Int, _ take: LinkSink
    ) throws {
        switch name {
        case XBELFormat.rootName: (hasRoot, isOpen) = (true, true)
        case "folder":
            try flush(take)
            path.open()
        case "bookmark":
            try flush(take)
            pending = SourcedDraft(draft(attributes, line: line), line: line)
        case "alias":
            try flush(take)
            if options.foldersAsTags, let id = attributes["ref"] { aliases.append((id, path.tags, line)) }
        case "title":
            title = ""
            target = .title
        case "desc": target = pending == nil ? nil : .note
        case "info": isInInfo = true
        default: break
        }
    }

    private mutating func end(_ name: String, _ take: LinkSink) throws {
        switch name {
        case XBELFormat.rootName: isOpen = false
        case "folder":
            try flush(take)
            path.close()
        case "bookmark": try flush(take)
        case "title":
            target = nil
            if pending == nil { path.setName(title) }
        case "desc": target = nil
        default: break
        }
    }

    private mutating func append(_ text: String) {
        switch target {
        case .title: title.append(text, upTo: options.textLimit)
        case .note: note.append(text, upTo: options.textLimit)
        case .added: added.append(text, upTo: options.textLimit)
        case nil: break
        }
    }

    /// Gives the open bookmark away.
    private mutating func flush(_ take: LinkSink) throws {
        defer { (pending, target, title, note, added) = (nil, nil, "", "", "") }
        isInInfo = false
        guard var link = pending else { return }
        link.draft.title = title.trimmedOrNil
        link.draft.note = note.trimmedOrNil
        if link.draft.added == nil, !added.isEmpty { link.draft.added = leftovers.date(added, line: link.line) }
        try take(link, nil)
    }

    private mutating func draft(_ attributes: HTMLAttributes, line: Int) -> LinkDraft {
        var tags = LinkTag.list(attributes["tags"] ?? "")
        if options.foldersAsTags { tags.formUnion(path.tags) }
        for (name, value) in attributes.all where !Self.knownNames.contains(name) && !name.hasPrefix("xmlns") {
            if Leftovers.saysSomething(value) { leftovers.add(name) }
        }
        for name in attributes.tooLong { leftovers.addTooLong(name, line: line) }
        let url = attributes["href"]?.trimmedOrNil ?? ""
        if options.foldersAsTags, let id = attributes["id"] { addresses[id] = url }
        return LinkDraft(
            url: url, tags: tags, added: attributes["added"].flatMap { leftovers.date($0, line: line) },
            updated: attributes["modified"].flatMap { leftovers.date($0, line: line) })
    }

    /// Elements that no metadata contains, even if its end is missing.
    private static let structure: Set<String> = [XBELFormat.rootName, "folder", "bookmark"]

    /// Attributes of a bookmark that are read, or mean nothing to a library.
    private static let knownNames: Set<String> = [
        "href", "tags", "added", "modified", "id", "visited", "icon", "folded", "netscapeinfo", "toolbar",
    ]
}
