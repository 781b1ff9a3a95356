import Core
import Foundation
import HTML
import LibraryInterface
import TransferInterface

/// Reads bookmark files, however they are nested, closed or not.
struct NetscapeReader: LinkFileReader {
    /// What the text that is being read belongs to.
    private enum Target {
        case title, note, heading, section
        /// What comes after a link in a note, and tells whether that is a part of the note.
        case afterLink
    }

    /// A link in whose note other links are.
    private struct Described {
        var link: SourcedDraft
        /// The links that are in the note for sure.
        var inner: [SourcedDraft] = []
        /// Whether the link that is pending is one of them.
        var isPendingInner: Bool
    }

    private let options: ReadingOptions
    /// The values of a tag may hold the longest address, each of its characters escaped.
    private var tokenizer = HTMLTokenizer(tokenLimit: 4 << 20)
    private var path = FolderPath()
    /// The name of the folder whose list comes next.
    private var nextFolder: (name: String, isMarkedAsContainer: Bool)?
    /// The link whose title or note may still go on.
    private var pending: SourcedDraft?
    /// The link that the note belongs to, while the pending one is in it or after it.
    private var described: Described?
    private var target: Target?
    private var title = ""
    private var note = ""
    /// Whether there is something but white space on the last line of the note.
    private var hasNoteOnLine = false
    private var heading = ""
    private var isContainer = false
    /// The name of the part of a file of Pocket, which has two: what is read, and what is not.
    private var section = ""
    private var leftovers = Leftovers(.attribute)
    private var cutOffLine: Int?
    /// Whether there was anything of which bookmark files are made.
    private var hasBookmarks = false

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
        guard hasBookmarks else { throw MalformedContent(line: 1, reason: "no bookmark and no folder is in it") }
        if tokenizer.isCutOff || target == .title || !path.isEmpty { cutOffLine = tokenizer.line }
        try flush(take)
    }

    var remarks: [ImportRemark] { [cutOffLine.map { .cutOff(line: $0) }].compactMap(\.self) + leftovers.remarks }

    private mutating func takeTokens(_ take: LinkSink) throws {
        while let token = tokenizer.next() {
            switch token.content {
            case .text(let text): append(text)
            case .startTag(let name, let attributes): try begin(name, attributes, line: token.line, take)
            case .endTag(let name): try end(name, take)
            }
        }
    }

    private mutating func begin(
        _ name: String, _ attributes: HTMLAttributes, line: Int, _ take: LinkSink
    ) throws {
        switch name {
        case "a":
            hasBookmarks = true
            try beginLink(take)
            nextFolder = nil
            pending = SourcedDraft(draft(attributes, line: line), line: line)
            target = .title
        case "h3":
            hasBookmarks = true
            try flush(take)
            isContainer =
                Self.containerMarks.contains { ["true", ""].contains(attributes[$0]?.lowercased()) }
                || attributes["id"] == Self.readingListMark
            target = .heading
        case "dl", "ul", "ol":
            hasBookmarks = hasBookmarks || name == "dl"
            try flush(take)
            path.open(nextFolder?.name, isMarkedAsContainer: nextFolder?.isMarkedAsContainer ?? false)
            nextFolder = nil
        case "h1":
            try flush(take)
            section = ""
            target = .section
        case "dt", "li", "hr", "h2": try flush(take)
        case "dd": try beginNote(take)
        case "br": append("\n")
        default: break
        }
    }

    private mutating func end(_ name: String, _ take: LinkSink) throws {
        switch name {
        case "dl", "ul", "ol":
            try flush(take)
            nextFolder = nil
            path.close()
        case "h3": finishHeading()
        case "h1": target = nil
        case "a" where target == .title: endLink()
        case "dd", "dt", "li": target = target == .heading ? .heading : nil
        default: break
        }
    }

    private mutating func append(_ text: String) {
        switch target {
        case .title: title.append(text, upTo: options.textLimit)
        case .note:
            note.append(text, upTo: options.textLimit)
            let lineEnd = text.utf8.lastIndex(of: 0x0A)
            let hasText = text.utf8[(lineEnd ?? text.startIndex)...].contains { $0 > 0x20 }
            hasNoteOnLine = hasText || (hasNoteOnLine && lineEnd == nil)
        case .heading: heading.append(text, upTo: options.textLimit)
        case .section: section.append(text, upTo: options.textLimit)
        case .afterLink:
            guard text.utf8.contains(where: { $0 > 0x20 }) else { return title.append(text, upTo: options.textLimit) }
            joinNote()
            append(text)
        case nil: break
        }
    }

    private mutating func finishHeading() {
        guard target == .heading else { return }
        nextFolder = (heading, isContainer)
        heading = ""
        target = nil
    }

    /// Ends whatever was being read, and gives the pending links away.
    private mutating func flush(_ take: LinkSink) throws {
        finishHeading()
        target = nil
        try flushDescribed(take)
        guard var link = pending else { return }
        link.draft.title = title.trimmedOrNil
        link.draft.note = note.trimmedOrNil.map(joined)
        pending = nil
        title = ""
        note = ""
        try take(link, nil)
    }

    private mutating func draft(_ attributes: HTMLAttributes, line: Int) -> LinkDraft {
        var tags = LinkTag.list(attributes["tags"] ?? "")
        let isUnread = attributes["time_added"] != nil && section.trimmedOrNil == "Unread"
        if isUnread || attributes["toread"] == "1", let tag = LinkTag.toRead { tags.insert(tag) }
        if options.foldersAsTags { tags.formUnion(path.tags) }
        for (name, value) in attributes.all where !Self.understoodNames.contains(name) {
            if Leftovers.saysSomething(value) { leftovers.add(name.uppercased()) }
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
    /// How Safari marks its reading list.
    private static let readingListMark = "com.apple.ReadingList"

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

// MARK: - Links in notes

extension NetscapeReader {
    /// Ends what comes before a link, unless that is a note to which the link may belong.
    ///
    /// A link in a note is a link like any other, and its title is a part of the note. A link that begins a line is in the
    /// note only if text follows it: in files without `DT` it is the next one.
    private mutating func beginLink(_ take: LinkSink) throws {
        guard target == .note, var link = pending ?? described?.link else { return try flush(take) }
        if described == nil {
            link.draft.title = title.trimmedOrNil
            described = Described(link: link, isPendingInner: hasNoteOnLine)
        } else {
            described?.isPendingInner = hasNoteOnLine
        }
        pending = nil
        title = ""
    }

    private mutating func endLink() {
        target = nil
        guard let described else { return }
        if described.isPendingInner { joinNote() } else { target = .afterLink }
    }

    /// Makes the pending link a part of the note, which goes on.
    private mutating func joinNote() {
        guard var link = pending else { return }
        target = .note
        append(title)
        link.draft.title = title.trimmedOrNil
        title = ""
        pending = nil
        described?.inner.append(link)
    }

    /// Begins the note of the link before it.
    private mutating func beginNote(_ take: LinkSink) throws {
        if described != nil {
            let last = pending == nil ? described?.inner.popLast() : nil
            try flushDescribed(take)
            if let last {
                pending = last
                title = last.draft.title ?? ""
            }
        }
        target = pending == nil ? nil : .note
        hasNoteOnLine = false
    }

    /// Gives away the link whose note is read, and the links in the note.
    private mutating func flushDescribed(_ take: LinkSink) throws {
        if described?.isPendingInner == true { joinNote() }
        guard var described else { return }
        described.link.draft.note = note.trimmedOrNil.map(joined)
        self.described = nil
        note = ""
        target = nil
        try take(described.link, nil)
        for link in described.inner { try take(link, nil) }
    }
}
