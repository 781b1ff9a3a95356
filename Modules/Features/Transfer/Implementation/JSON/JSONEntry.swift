import Core
import Foundation
import LibraryInterface

/// An object of a file while its members come in: a link, a part of one, a folder of links, or something else.
struct JSONEntry {
    /// The line on which it begins.
    let line: Int
    /// The name of the member of the object around it that it belongs to, or nil outside of objects.
    let key: String?
    /// Whether it is a folder that every file of its kind has.
    private(set) var isRoot: Bool
    /// Whether it holds other entries.
    var isFolder = false
    /// Whether a link was in it, or a list that has none.
    var isWrapper = false
    /// Members that mean nothing here, and have a value.
    private(set) var leftovers: [String] = []

    private(set) var title: String?
    private(set) var address: String?
    /// What others refer to it by.
    private(set) var id: String?
    /// The ID of the folder around it.
    private(set) var parentID: String?
    /// Where the next page of a list is.
    private(set) var nextPage: String?
    /// Whether its address has a name that much else has too.
    private(set) var hasOtherAddress = false
    private var isOfArc = false
    private var isOfFirefox = false
    private var isOfPinboard = false
    private var isOfPocket = false
    private var status: String?
    private var isToRead = false
    private var description: String?
    private var notes: [String] = []
    private var tags: Set<LinkTag> = []
    private var tagLists: [String] = []
    private var added: String?
    private var updated: String?
    private var value: String?
    private var verdict: Verdict?
    private var checked: String?

    init(line: Int, key: String?, isRoot: Bool) {
        self.line = line
        self.key = key
        self.isRoot = isRoot
    }

    /// Takes a member whose value is a text or a number.
    mutating func set(_ key: String, _ text: String) {
        guard !text.isEmpty else { return }
        switch JSONMember(key) {
        case .address:
            address = text
            hasOtherAddress = false
            isOfFirefox = key == "uri"
            isOfPinboard = key == "href"
        case .otherAddress:
            hasOtherAddress = address == nil
            address = address ?? text
        case .addressOfArc:
            address = text
            isOfArc = true
        case .title: title = text
        case .otherTitle: title = title ?? text
        case .description: description = text
        case .note: notes.append(text)
        case .tags: tagLists.append(text)
        case .added:
            added = text
            isOfPocket = isOfPocket || key == "time_added"
        case .updated: updated = text
        case .toRead: isToRead = text == "yes" || text == "1"
        case .root: isRoot = true
        case .value: value = text
        case .verdict: verdict = Verdict(rawValue: text)
        case .checked: checked = text
        case .nextPage: nextPage = text
        case .status: status = text
        case .id: id = text
        case .parentID: parentID = text
        case .nothing: break
        case nil: if Leftovers.saysSomething(text) { leaveOut(key) }
        }
    }

    /// Takes a member whose value is true.
    mutating func set(_ key: String) {
        switch JSONMember(key) {
        case .toRead: isToRead = true
        case nil: leaveOut(key)
        default: break
        }
    }

    /// Takes a member of its list of tags.
    mutating func addTag(_ text: String) {
        if let tag = LinkTag(text) { tags.insert(tag) }
    }

    /// Takes a text or a number of a member whose value is a list.
    mutating func setElement(of key: String, _ text: String) {
        switch JSONMember(key) {
        case .tags: addTag(text)
        case .note, nil: set(key, text)
        default: break
        }
    }

    /// Leaves out a member that means nothing here.
    mutating func leaveOut(_ key: String) {
        if leftovers.count <= Leftovers.limit, leftovers.last != key { leftovers.append(key) }
    }

    /// Takes an annotation, in which Firefox keeps the description of a bookmark.
    mutating func annotate(_ annotation: JSONEntry) {
        if annotation.title == "bookmarkProperties/description" { description = annotation.value }
    }

    /// Takes what a part of it says: where the address of a link is in an object of its own.
    mutating func join(_ part: JSONEntry) {
        address = address ?? part.address
        title = title ?? part.title
        description = description ?? part.description
        isOfArc = isOfArc || part.isOfArc
        leftovers += part.leftovers
    }

    /// The link that it is; its address is empty where it has none.
    func draft(_ leftovers: inout Leftovers) -> SourcedDraft {
        var tags = tags
        for list in tagLists { tags.formUnion(self.tags(of: list)) }
        // Pocket's tables have words, its API has numbers.
        let isUnread = status?.lowercased() == "unread" || (isOfPocket && status == "0")
        if isToRead || isUnread, let tag = LinkTag.toRead { tags.insert(tag) }
        for name in self.leftovers { leftovers.add(name) }
        // Pinboard calls the title a description.
        let isTitle = isOfPinboard && title == nil
        let texts = (isTitle ? [] : [description].compactMap(\.self)) + notes
        let draft = LinkDraft(
            url: address ?? "", title: isTitle ? description : title,
            note: texts.isEmpty ? nil : texts.joined(separator: "\n\n"), tags: tags,
            added: added.flatMap { leftovers.date($0, line: line) }?.addingTimeInterval(isOfArc ? Self.arcEpoch : 0),
            updated: updated.flatMap { leftovers.date($0, line: line) })
        let check = verdict.flatMap { verdict in
            checked.flatMap { leftovers.date($0, line: line) }.map { SourcedCheck(verdict, checked: $0) }
        }
        return SourcedDraft(draft, line: line, check: check)
    }

    /// The tags of a text: services separate them by spaces, unless there is a comma; Firefox by commas alone, and Pocket
    /// by bars.
    private func tags(of list: String) -> Set<LinkTag> {
        if isOfPocket { return Set(list.split(separator: "|").flatMap { LinkTag.list($0) }) }
        guard !isOfFirefox, !list.contains(",") else { return LinkTag.list(list) }
        return Set(list.split(separator: " ").compactMap { LinkTag($0) })
    }

    /// When Arc's time begins, 2001-01-01; seconds since 1970.
    private static let arcEpoch: TimeInterval = 978_307_200
}
