import Core
import Foundation
import LibraryInterface

/// An object of a JSON file: a link, a part of one, a folder of links, or something else.
struct JSONEntry {
    /// The line on which the object begins.
    let line: Int
    /// The name of the member of the surrounding object to which it belongs.
    let key: String?
    /// Whether the object is a folder that each file of its kind has.
    private(set) var isRoot: Bool
    /// Whether the object is a folder.
    var isFolder = false
    /// Whether the object contains a link, or a list for links that is empty.
    var containsLinks = false
    /// Whether the URL is a member that many other objects have too.
    private(set) var hasOtherURL = false
    private(set) var url: String?
    private(set) var title: String?
    private(set) var id: String?
    private(set) var parentID: String?
    private(set) var nextPage: String?

    private var isFromArc = false
    private var isFromFirefox = false
    private var isFromPinboard = false
    private var isFromPocket = false
    private var status: String?
    private var isUnread = false
    private var description: String?
    private var notes: [String] = []
    private var tags: Set<LinkTag> = []
    private var tagLists: [String] = []
    private var added: String?
    private var updated: String?
    private var value: String?
    private var verdict: Verdict?
    private var checked: String?
    private var unknownNames: [String] = []

    init(line: Int, key: String?, isRoot: Bool) {
        self.line = line
        self.key = key
        self.isRoot = isRoot
    }

    /// Returns the meaning of a member.
    static func meaning(of key: String) -> FieldMeaning? {
        FieldMeaning.members[key] ?? FieldMeaning.members[FieldMeaning.normalized(key)]
    }

    /// Sets a member to a text or a number.
    mutating func set(_ key: String, to text: String) {
        guard !text.isEmpty else { return }
        switch Self.meaning(of: key) {
        case .url:
            url = text
            hasOtherURL = false
            isFromFirefox = key == "uri"
            isFromPinboard = key == "href"
        case .otherURL:
            hasOtherURL = url == nil
            url = url ?? text
        case .arcURL:
            url = text
            isFromArc = true
        case .title: title = text
        case .otherTitle: title = title ?? text
        case .description: description = text
        case .note: notes.append(text)
        case .tags: tagLists.append(text)
        case .added:
            added = text
            isFromPocket = isFromPocket || key == "time_added"
        case .updated: updated = text
        case .unread: isUnread = text == "yes" || text == "1"
        case .root: isRoot = true
        case .value: value = text
        case .verdict: verdict = Verdict(rawValue: text)
        case .checked: checked = text
        case .nextPage: nextPage = text
        case .status: status = text
        case .id: id = text
        case .parentID: parentID = text
        case .folder, .ignored: break
        case nil: if RemarkRecorder.isMeaningful(text) { addUnknown(key) }
        }
    }

    /// Sets a member to `true`.
    mutating func setTrue(_ key: String) {
        switch Self.meaning(of: key) {
        case .unread: isUnread = true
        case nil: addUnknown(key)
        default: break
        }
    }

    /// Adds a text or a number to a member that is a list.
    mutating func addElement(_ text: String, of key: String) {
        switch Self.meaning(of: key) {
        case .tags: addTag(text)
        case .note, nil: set(key, to: text)
        default: break
        }
    }

    mutating func addTag(_ text: String) {
        if let tag = LinkTag(text) { tags.insert(tag) }
    }

    /// Adds an annotation, which contains the description of a bookmark in Firefox.
    mutating func addAnnotation(_ annotation: JSONEntry) {
        if annotation.title == "bookmarkProperties/description" { description = annotation.value }
    }

    /// Records the name of a member that has no meaning.
    mutating func addUnknown(_ key: String) {
        if unknownNames.count <= RemarkRecorder.nameLimit, unknownNames.last != key { unknownNames.append(key) }
    }

    /// Adds the members of an object that contains the URL of this one.
    mutating func merge(_ part: JSONEntry) {
        url = url ?? part.url
        title = title ?? part.title
        description = description ?? part.description
        isFromArc = isFromArc || part.isFromArc
        unknownNames += part.unknownNames
    }

    /// Returns the object as a link, and records what cannot be imported.
    func link(_ recorder: inout RemarkRecorder) -> SourcedDraft {
        for name in unknownNames { recorder.addUnknown(name) }
        // Pinboard calls the title a description.
        let isDescriptionTitle = isFromPinboard && title == nil
        let texts = (isDescriptionTitle ? [] : [description].compactMap(\.self)) + notes
        let arcEpoch: TimeInterval = 978_307_200
        var draft = LinkDraft(
            url: url ?? "", title: isDescriptionTitle ? description : title,
            note: texts.isEmpty ? nil : texts.joined(separator: "\n\n"), tags: tags,
            added: recorder.date(added, line: line)?.addingTimeInterval(isFromArc ? arcEpoch : 0),
            updated: recorder.date(updated, line: line))
        for list in tagLists { draft.tags.formUnion(tags(in: list)) }
        // Pocket has words in its tables, and numbers in its API.
        if isUnread || status?.lowercased() == "unread" || (isFromPocket && status == "0") { draft.tags.insertToRead() }
        let check = verdict.flatMap { verdict in
            recorder.date(checked, line: line).map { SourcedCheck(verdict, checked: $0) }
        }
        return SourcedDraft(draft, line: line, check: check)
    }

    /// Returns the tags of a text. Firefox separates them by commas and Pocket by bars; services separate them by
    /// spaces, unless there is a comma.
    private func tags(in list: String) -> Set<LinkTag> {
        if isFromPocket { return Set(list.split(separator: "|").flatMap { LinkTag.list($0) }) }
        if isFromFirefox || list.contains(",") { return LinkTag.list(list) }
        return Set(list.split(separator: " ").compactMap { LinkTag($0) })
    }
}
