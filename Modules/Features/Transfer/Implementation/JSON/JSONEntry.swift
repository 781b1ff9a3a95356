import Core
import Foundation
import LibraryInterface

/// An object of a file while its members come in: a link, a folder of links, or something else.
struct JSONEntry {
    /// The line on which it begins.
    let line: Int
    /// The name of the member of the object around it that it belongs to, or nil outside of objects.
    let key: String?
    /// Whether it is a folder that every file of its kind has.
    private(set) var isRoot: Bool
    /// Whether it holds other entries.
    var isFolder = false
    /// The links that wait for its name: Chrome writes it after them.
    var held: [SourcedDraft] = []

    private(set) var title: String?
    private(set) var address: String?
    private var isOfPinboard = false
    private var isToRead = false
    private var description: String?
    private var notes: [String] = []
    private var tags: Set<LinkTag> = []
    private var tagList: String?
    private var added: Date?
    private var updated: Date?
    private var value: String?

    init(line: Int, key: String?, isRoot: Bool) {
        self.line = line
        self.key = key
        self.isRoot = isRoot
    }

    /// Takes a member whose value is a text or a number.
    mutating func set(_ key: String, _ text: String) {
        guard !text.isEmpty else { return }
        switch key {
        case "url", "uri": address = text
        case "href":
            address = text
            isOfPinboard = true
        case "title", "name": title = text
        case "description": description = text
        case "note", "notes", "extended", "excerpt": notes.append(text)
        case "tags": tagList = text
        case "added", "time", "date_added", "dateAdded": added = ForeignDate.date(text)
        case "updated", "date_modified", "lastModified": updated = ForeignDate.date(text)
        case "toread": isToRead = text == "yes"
        case "root": isRoot = true
        case "value": value = text
        default: break
        }
    }

    /// Takes a member of its list of tags.
    mutating func addTag(_ text: String) {
        if let tag = LinkTag(text) { tags.insert(tag) }
    }

    /// Takes an annotation, in which Firefox keeps the description of a bookmark.
    mutating func annotate(_ annotation: JSONEntry) {
        if annotation.title == "bookmarkProperties/description" { description = annotation.value }
    }

    /// Its name as a tag, when it is a folder; nil for a root.
    var folderTag: LinkTag? { isRoot ? nil : title.flatMap { LinkTag($0) } }

    /// The link that it is; its address is empty where it has none.
    var draft: SourcedDraft {
        var tags = tags
        if let tagList {
            // Pinboard is the one that separates tags by spaces.
            tags.formUnion(
                isOfPinboard ? tagList.split(separator: " ").compactMap { LinkTag($0) } : Array(LinkTag.list(tagList)))
        }
        if isToRead, let tag = LinkTag.toRead { tags.insert(tag) }
        // Pinboard calls the title a description.
        let title = isOfPinboard ? description ?? title : title
        let texts = (isOfPinboard ? [] : [description].compactMap(\.self)) + notes
        let draft = LinkDraft(
            url: address ?? "", title: title, note: texts.isEmpty ? nil : texts.joined(separator: "\n\n"), tags: tags,
            added: added, updated: updated)
        return SourcedDraft(draft, line: line)
    }
}
