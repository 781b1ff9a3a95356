import Core
import Foundation
import LibraryInterface

/// An object in a JSON file, which can be a link, a part of a link, a folder of links, or something
/// else.
struct JSONEntry {
    let line: Int
    /// The key of this object, or of the list that contains it, in the enclosing object.
    let key: String?
    var isFolder = false
    /// Whether the object contains a link, or an empty list that could contain links.
    var containsLinks = false
    /// Whether the object is a text or a file in Karakeep, and has no URL.
    var isNote = false

    private var fields = LinkFields()
    private var tagLists: [String] = []
    private var unknownNames: [String] = []
    private var isFromFirefox = false
    private var isFromPinboard = false
    private var isFromPocket = false

    init(line: Int, key: String?) {
        self.line = line
        self.key = key
    }

    subscript(meaning: FieldMeaning) -> String? {
        fields.values[meaning]
    }

    var url: String? {
        self[.pageURL] ?? self[.url] ?? self[.arcURL] ?? self[.givenURL] ?? self[.otherURL]
    }

    /// Whether the only URL of the object is in a member, such as `link`, that is also common in
    /// objects other than links.
    var hasOtherURL: Bool {
        let urls: [FieldMeaning] = [.pageURL, .url, .arcURL, .givenURL]
        return urls.allSatisfy { self[$0] == nil }
    }

    /// Whether the object is the content of a text or a file in Karakeep.
    var isNoteContent: Bool {
        key == "content" && ["asset", "text"].contains(self[.kind])
    }

    var title: String? {
        self[.title] ?? self[.otherTitle]
    }

    static func meaning(of key: String) -> FieldMeaning? {
        FieldMeaning.members[key] ?? FieldMeaning.members[FieldMeaning.normalized(key)]
    }

    mutating func set(_ key: String, to text: String) {
        guard !text.isEmpty else { return }
        switch Self.meaning(of: key) {
        case .note:
            fields.notes.append(text)
        case .tags:
            tagLists.append(text)
        case .ignored:
            break
        case .otherURL where self[.otherURL] != nil:
            break
        case .otherTitle where self[.otherTitle] != nil:
            break
        case let meaning?:
            fields.values[meaning] = text
        case nil:
            if RemarkRecorder.isMeaningful(text) {
                addUnknown(key)
            }
        }
        recognizeProgram(by: key)
    }

    private mutating func recognizeProgram(by key: String) {
        switch key {
        case "uri", "href", "url":
            isFromFirefox = key == "uri"
            isFromPinboard = key == "href"
        case "time_added":
            isFromPocket = true
        default:
            break
        }
    }

    mutating func setTrue(_ key: String) {
        switch Self.meaning(of: key) {
        case .unread: fields.values[.unread] = "true"
        case nil: addUnknown(key)
        default: break
        }
    }

    mutating func addElement(_ text: String, of key: String) {
        switch Self.meaning(of: key) {
        case .tags: addTag(text)
        case .note, nil: set(key, to: text)
        default: break
        }
    }

    mutating func addTag(_ text: String) {
        if let tag = LinkTag(text) {
            fields.tags.insert(tag)
        }
    }

    /// Adds the description in the additional information that Vivaldi writes.
    mutating func addDescription(of information: JSONEntry) {
        fields.values[.description] = self[.description] ?? information[.description]
    }

    /// Adds the tags from an object in which the name of each member is a tag.
    mutating func addTags(of entry: JSONEntry) {
        fields.tags.formUnion(entry.fields.tags)
    }

    /// Adds an annotation. Firefox stores the description of a bookmark in the annotation
    /// `bookmarkProperties/description`; other annotations are ignored.
    mutating func addAnnotation(_ annotation: JSONEntry) {
        if annotation.title == "bookmarkProperties/description" {
            fields.values[.description] = annotation[.value]
        }
    }

    mutating func addUnknown(_ key: String) {
        if unknownNames.count <= RemarkRecorder.nameLimit, unknownNames.last != key {
            unknownNames.append(key)
        }
    }

    /// Adds the members of an inner object that contains the URL of the link.
    mutating func merge(_ part: JSONEntry) {
        if part.key == "alternate" {
            fields.values[.otherURL] = self[.otherURL] ?? part.url
        } else if part.key == "canonical" {
            fields.values[.pageURL] = part.url
        }
        let urls: [FieldMeaning] = url == nil ? [.pageURL, .url, .arcURL, .otherURL] : []
        for meaning in urls + [.title, .otherTitle, .description] {
            fields.values[meaning] = self[meaning] ?? part[meaning]
        }
        unknownNames += part.unknownNames
    }

    /// Returns the object as a link, and records the members that cannot be imported.
    func link(_ options: ReadingOptions, _ recorder: inout RemarkRecorder) -> SourcedDraft {
        for name in unknownNames {
            recorder.addIgnored(name)
        }
        var fields = fields
        fields.values[.url] = url
        fields.values[.title] = title
        for list in tagLists {
            fields.tags.formUnion(tags(in: list))
        }
        if let folder = self[.folder] {
            fields.addFolder(folder, options, &recorder)
        }
        // The status is a word in tables from Pocket, and a number in Pocket's API, where 0 means
        // unread.
        if isFromPocket, self[.status] == "0" {
            fields.values[.unread] = "1"
        }
        if isFromPinboard, title == nil {
            fields.values[.title] = self[.description]
        } else if let description = self[.description] {
            fields.notes.insert(description, at: 0)
        }
        var draft = fields.draft(line: line, &recorder)
        let arcEpoch: TimeInterval = 978_307_200
        if self[.arcURL] != nil {
            draft.added?.addTimeInterval(arcEpoch)
        }
        return SourcedDraft(draft, line: line, check: check(&recorder))
    }

    private func check(_ recorder: inout RemarkRecorder) -> SourcedCheck? {
        guard let verdict = self[.verdict].flatMap({ Verdict(rawValue: $0) }),
            let checked = recorder.date(self[.checked], line: line)
        else {
            return nil
        }
        return SourcedCheck(verdict, checked: checked)
    }

    /// Returns the tags in a list.
    ///
    /// Firefox separates tags by commas, and Pocket separates them by bars. Other bookmark services
    /// separate them by spaces, unless the list contains a comma.
    private func tags(in list: String) -> Set<LinkTag> {
        if isFromPocket {
            return Set(list.split(separator: "|").flatMap { LinkTag.list($0) })
        }
        return isFromFirefox ? LinkTag.list(list) : LinkTag.listOfService(list)
    }
}
