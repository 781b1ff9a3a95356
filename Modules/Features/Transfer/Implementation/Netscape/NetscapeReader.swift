import Core
import Foundation
import LibraryInterface
import TransferInterface

/// Reads bookmark files, however they are nested, closed or not.
struct NetscapeReader: LinkFileReader {
    /// What the text that is being read belongs to.
    private enum Target {
        case title, note, heading, section
    }

    /// The longest title, note or heading; bytes. What is longer is cut.
    private static let textLimit = 16 << 20

    private let foldersAsTags: Bool
    /// The values of a tag may hold the longest address, each of its characters escaped.
    private var tokenizer = HTMLTokenizer(tokenLimit: 4 << 20)
    private var folders = NetscapeFolders()
    /// The link whose title or note may still go on.
    private var pending: SourcedDraft?
    private var target: Target?
    private var title = ""
    private var note = ""
    private var heading = ""
    private var isContainer = false
    /// The name of the part of a file of Pocket, which has two: what is read, and what is not.
    private var section = ""
    private var leftovers = Leftovers(.attribute)
    private var cutOffLine: Int?
    /// Whether there was anything of which bookmark files are made.
    private var hasBookmarks = false

    init(foldersAsTags: Bool) {
        self.foldersAsTags = foldersAsTags
    }

    mutating func read(_ bytes: ArraySlice<UInt8>, _ take: (SourcedDraft) throws -> Void) throws {
        tokenizer.append(bytes)
        try takeTokens(take)
    }

    mutating func finish(_ take: (SourcedDraft) throws -> Void) throws {
        tokenizer.finish()
        try takeTokens(take)
        guard hasBookmarks else { throw MalformedContent(line: 1, reason: "no bookmark and no folder is in it") }
        if tokenizer.isCutOff || target == .title || folders.isInList { cutOffLine = tokenizer.line }
        try flush(take)
    }

    var remarks: [ImportRemark] { [cutOffLine.map { .cutOff(line: $0) }].compactMap(\.self) + leftovers.remarks }

    private mutating func takeTokens(_ take: (SourcedDraft) throws -> Void) throws {
        while let token = tokenizer.next() {
            switch token.content {
            case .text(let text): append(text)
            case .startTag(let name, let attributes): try begin(name, attributes, line: token.line, take)
            case .endTag(let name): try end(name, take)
            }
        }
    }

    private mutating func begin(
        _ name: String, _ attributes: HTMLAttributes, line: Int, _ take: (SourcedDraft) throws -> Void
    ) throws {
        switch name {
        case "a":
            hasBookmarks = true
            try flush(take)
            folders.dropHeading()
            pending = SourcedDraft(draft(attributes, line: line), line: line)
            target = .title
        case "h3":
            hasBookmarks = true
            try flush(take)
            isContainer = Self.containerMarks.contains { attributes[$0]?.lowercased() == "true" }
            target = .heading
        case "dl", "ul", "ol":
            hasBookmarks = hasBookmarks || name == "dl"
            try flush(take)
            folders.open()
        case "h1":
            try flush(take)
            section = ""
            target = .section
        case "dt", "li", "hr", "h2": try flush(take)
        case "dd": target = pending == nil ? nil : .note
        case "br": append("\n")
        default: break
        }
    }

    private mutating func end(_ name: String, _ take: (SourcedDraft) throws -> Void) throws {
        switch name {
        case "dl", "ul", "ol":
            try flush(take)
            folders.close()
        case "h3": finishHeading()
        case "h1": target = nil
        case "a", "dd", "dt", "li": target = target == .heading ? .heading : nil
        default: break
        }
    }

    private mutating func append(_ text: String) {
        switch target {
        case .title where title.utf8.count < Self.textLimit: title += text
        case .note where note.utf8.count < Self.textLimit: note += text
        case .heading where heading.utf8.count < Self.textLimit: heading += text
        case .section where section.utf8.count < Self.textLimit: section += text
        default: break
        }
    }

    private mutating func finishHeading() {
        guard target == .heading else { return }
        folders.setHeading(heading, isMarkedAsContainer: isContainer)
        heading = ""
        target = nil
    }

    /// Ends whatever was being read, and gives the pending link away.
    private mutating func flush(_ take: (SourcedDraft) throws -> Void) throws {
        finishHeading()
        target = nil
        guard var link = pending else { return }
        link.draft.title = title.trimmedOrNil
        link.draft.note = note.trimmedOrNil.map(joined)
        pending = nil
        title = ""
        note = ""
        try take(link)
    }

    private mutating func draft(_ attributes: HTMLAttributes, line: Int) -> LinkDraft {
        var tags = LinkTag.list(attributes["tags"] ?? "")
        let isUnread = attributes["time_added"] != nil && section.trimmedOrNil == "Unread"
        if isUnread || attributes["toread"] == "1", let tag = LinkTag.toRead { tags.insert(tag) }
        if foldersAsTags { tags.formUnion(folders.tags) }
        for name in attributes.names where !Self.understoodNames.contains(name) {
            if let value = attributes[name], Leftovers.saysSomething(value) { leftovers.add(name.uppercased()) }
        }
        for name in attributes.tooLong where !Self.meaninglessNames.contains(name) {
            leftovers.addTooLong(name.uppercased(), line: line)
        }
        return LinkDraft(
            url: attributes["href"]?.trimmedOrNil ?? "", tags: tags,
            added: (attributes["add_date"] ?? attributes["time_added"]).flatMap { leftovers.date($0, line: line) },
            updated: attributes["last_modified"].flatMap { leftovers.date($0, line: line) })
    }

    /// The note of an entry of linkding, which puts the owner's notes in brackets after the description.
    private func joined(_ note: String) -> String {
        guard note.hasSuffix("[/linkding-notes]") else { return note }
        let parts = note.dropLast("[/linkding-notes]".count).split(separator: "[linkding-notes]")
        return parts.joined(separator: "\n\n")
    }

    /// How Firefox and Chrome mark their containers, in whatever language the names are.
    private static let containerMarks = ["personal_toolbar_folder", "unfiled_bookmarks_folder"]

    /// Attributes that are read, or need not be.
    private static let understoodNames = meaninglessNames.union([
        "href", "tags", "add_date", "time_added", "last_modified", "toread",
    ])
    /// Attributes that mean nothing to a library of one's own.
    private static let meaninglessNames: Set<String> = [
        "class", "feedurl", "icon", "icon_uri", "id", "last_charset", "last_visit", "last_visited", "private", "public",
        "rel", "style", "target", "visit_count", "web_panel",
    ]
}
