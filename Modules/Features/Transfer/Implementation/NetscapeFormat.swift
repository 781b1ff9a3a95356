import Core
import Foundation
import HTML
import LibraryInterface
import TextEncodings
import TransferInterface

/// A writer of bookmark files in the format of Netscape Navigator 1, which all browsers import.
struct NetscapeWriter: LinkFileWriter {
    let header = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <!-- This is an automatically generated file.
             It will be read and overwritten.
             DO NOT EDIT! -->
        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
        <TITLE>Bookmarks</TITLE>
        <H1>Bookmarks</H1>
        <DL><p>

        """
    let footer = "</DL><p>\n"

    func append(_ link: Link, check: CheckRecord?, to text: inout [UInt8]) {
        text += "    <DT><A HREF=\""
        append(link.url, to: &text)
        text += "\" ADD_DATE=\"\(link.added.seconds)\" LAST_MODIFIED=\"\(link.updated.seconds)\""
        if !link.tags.isEmpty {
            text += " TAGS=\""
            append(link.tags.sorted().map(\.name).joined(separator: ","), to: &text)
            text += "\""
        }
        text += ">"
        append(link.title ?? "", isAttribute: false, lineBreak: "<BR>", to: &text)
        text += "</A>\n"
        guard let note = link.note else { return }
        text += "    <DD>"
        append(note, isAttribute: false, to: &text)
        text += "\n"
    }

    /// Appends a string with character references for markup and for carriage returns, which
    /// readers of HTML would otherwise replace.
    private func append(
        _ text: String,
        isAttribute: Bool = true,
        lineBreak: String? = nil,
        to file: inout [UInt8]
    ) {
        file.append(text) { byte in
            switch Unicode.Scalar(byte) {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\r": "&#13;"
            case "\n": lineBreak
            case "\"" where isAttribute: "&quot;"
            default: nil
            }
        }
    }
}

/// A reader of the bookmark files that browsers and bookmark services export. The files differ in
/// details and may omit end tags.
///
/// The format has no standard. The best description is by Microsoft
/// (<https://learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85)>).
/// The reader supports these elements:
/// - `A` with the attributes `HREF`, `TAGS`, `ADD_DATE`, `LAST_MODIFIED`, `TOREAD`, and
///   `TIME_ADDED` of Pocket
/// - `DD` and the attribute `DESCRIPTION` of Vivaldi, which contain the note
/// - `H3` and lists, which are folders
/// - `H1`, in which Pocket names the section of unread links, and Instapaper names folders
///
/// Tags of other elements in titles and notes are dropped, except tags such as `<style>`, which are
/// part of the text. In the note of an entry that begins with `DT`, lists and headings are text.
struct NetscapeReader: MarkupReader {
    private enum Target {
        case title, note, heading, section
        /// The text after a link in a note, which determines whether the link is part of the note.
        case afterLink
    }

    /// A link with a note that may contain links.
    private struct Annotated {
        var link: SourcedDraft
        /// The last link in the note, and the length of the note before its URL. The link is not
        /// part of the note if a note of its own follows.
        var last: (link: SourcedDraft, noteLength: Int)?
        var containsPending: Bool
    }

    var markup: Markup
    /// The link that the current note belongs to. It is `nil` unless another link follows in or
    /// after the note.
    private var annotated: Annotated?
    private var target: Target? {
        didSet {
            // Services export titles such as `The <style> element` without escaping them. Such a
            // tag must not hide the rest of the file, and neither must a comment in a title.
            markup.tokenizer.knowsRawElements = target == nil
            markup.tokenizer.knowsComments = target != .title
        }
    }
    /// Whether the last line of the note contains text.
    private var hasTextOnLine = false
    /// Whether the next text in the note begins a line, because an element such as `p` began or
    /// ended.
    private var beginsLine = false
    /// The number of open lists in the note.
    private var listsInNote = 0
    /// Whether the current entry is an `LI` element, whose note ends at the next `LI` element.
    private var isListItem = false
    /// Whether the innermost list is an `OL` element.
    private var isOrdered = false
    private var heading = ""
    private var headingKind = FolderKind.folder
    private var nextFolder: (name: String, kind: FolderKind)?
    private var section = ""
    private var hasBookmarks = false

    init(_ options: ReadingOptions) {
        markup = Markup(options)
    }

    /// Whether lists and headings are part of the current note.
    private var isInFormattedNote: Bool {
        (target == .note || target == .afterLink) && !isListItem
    }

    mutating func startElement(_ name: String, _ attributes: HTMLAttributes, line: Int) {
        if isInFormattedNote, Self.formattingElements.contains(name) {
            listsInNote += Self.lists.contains(name) ? 1 : 0
            return beginLine()
        }
        switch name {
        case "a":
            hasBookmarks = true
            startLink()
            nextFolder = nil
            markup.pending = link(attributes, line: line)
            if annotated == nil {
                markup.appendToNote(attributes["description"] ?? "")
            }
            target = .title
        case "h3":
            hasBookmarks = true
            completeLinks()
            headingKind = Self.isContainer(attributes) ? .container : .folder
            target = .heading
        case "dl", "ul", "ol":
            hasBookmarks = hasBookmarks || name == "dl"
            completeLinks()
            isOrdered = name == "ol"
            if isOrdered, nextFolder == nil, section.asciiTrimmedOrNil != "Unread" {
                nextFolder = (section, .collection)
            }
            markup.path.open(nextFolder?.name ?? "", kind: nextFolder?.kind ?? .container)
            nextFolder = nil
        case "h1":
            completeLinks()
            section = ""
            target = .section
        case "dt", "li":
            completeLinks()
            isListItem = name == "li"
        case "hr", "h2":
            completeLinks()
        case "dd":
            startNote()
        case "br" where target == .title:
            markup.appendToTitle("\n")
        case "br":
            append("\n")
        case _ where HTMLTokenizer.isRawElement(name):
            append("<\(name)>")
        default:
            break
        }
    }

    mutating func endElement(_ name: String) {
        if isInFormattedNote, Self.formattingElements.contains(name) {
            guard !Self.lists.contains(name) || listsInNote > 0 else {
                return closeList()
            }
            listsInNote -= Self.lists.contains(name) ? 1 : 0
            return beginLine()
        }
        switch name {
        case "dl", "ul", "ol":
            closeList()
        case "h3":
            endHeading()
        case "h1":
            target = nil
        case "a" where target == .title:
            endLink()
        case "dd", "dt", "li":
            if target != .heading {
                target = nil
            }
        case _ where HTMLTokenizer.isRawElement(name):
            append("</\(name)>")
        default:
            break
        }
    }

    mutating func append(_ text: String) {
        switch target {
        case .title where text.utf8.contains(0x0A):
            // In HTML, a line break is white space, unlike a `br` element.
            let lines = text.unicodeScalars.split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            let unindented = lines.dropFirst().map { line in
                " " + String(line.drop { $0 == " " || $0 == "\t" })
            }
            markup.appendToTitle(String(lines[0]) + unindented.joined())
        case .title:
            markup.appendToTitle(text)
        case .note:
            appendLineBreak(before: text)
            markup.appendToNote(text)
            let lineEnd = text.utf8.lastIndex(of: 0x0A)
            let hasText = text.utf8[(lineEnd ?? text.startIndex)...].contains { $0 > 0x20 }
            hasTextOnLine = hasText || (hasTextOnLine && lineEnd == nil)
        case .heading:
            heading.append(text, upTo: markup.options.textLimit)
        case .section:
            section.append(text, upTo: markup.options.textLimit)
        case .afterLink:
            guard text.utf8.contains(where: { $0 > 0x20 }) else {
                return markup.appendToTitle(text)
            }
            joinPendingToNote()
            append(text)
        case nil:
            break
        }
    }

    mutating func finishLinks() throws(InvalidEntry) -> Bool {
        guard hasBookmarks else {
            if let element = markup.tokenizer.rawElement {
                throw InvalidEntry(line: element.line, reason: "<\(element.name)> is not closed")
            }
            throw InvalidEntry(line: 1, reason: "no bookmarks or folders found")
        }
        let isComplete = target != .title && markup.path.isEmpty
        completeLinks()
        return isComplete
    }

    private static let lists: Set<String> = ["ol", "ul"]
    private static let formattingElements = lists.union([
        "blockquote", "div", "h1", "h2", "h4", "h5", "h6", "li", "p", "pre", "table", "tr",
    ])

    private mutating func closeList() {
        completeLinks()
        isOrdered = false
        nextFolder = nil
        markup.path.close()
    }

    private mutating func beginLine() {
        beginsLine = true
        hasTextOnLine = false
    }

    /// Appends a line break to the note if the next text begins a line and is not separated by
    /// white space.
    private mutating func appendLineBreak(before text: String) {
        guard beginsLine, let first = text.utf8.first else { return }
        beginsLine = false
        let last = markup.note.utf8.last ?? 0x20
        if !first.isASCIISpace, !last.isASCIISpace {
            markup.appendToNote("\n")
        }
    }

    private mutating func endHeading() {
        guard target == .heading else { return }
        nextFolder = (heading, headingKind)
        heading = ""
        target = nil
    }

    private mutating func link(_ attributes: HTMLAttributes, line: Int) -> SourcedDraft {
        var link = markup.link(
            attributes,
            line: line,
            added: ["add_date", "time_added"],
            updated: "last_modified",
            ignored: Self.ignoredAttributes
        )
        // Pocket writes the attribute `time_added`, and Instapaper writes ordered lists.
        let isFromService = attributes["time_added"] != nil || isOrdered
        if isFromService && section.asciiTrimmedOrNil == "Unread" || attributes["toread"] == "1" {
            link.draft.tags.insertToRead()
        }
        return link
    }

    /// Returns whether the attributes of a heading mark a container. Unlike the name, these
    /// attributes do not depend on the language of the browser.
    private static func isContainer(_ attributes: HTMLAttributes) -> Bool {
        for mark in ["personal_toolbar_folder", "unfiled_bookmarks_folder"] {
            if let value = attributes[mark], value.isEmpty || value.lowercased() == "true" {
                return true
            }
        }
        return attributes["id"] == "com.apple.ReadingList"
    }

    private static let ignoredAttributes: Set<String> = [
        "class", "description", "feedurl", "icon", "icon_uri", "id", "last_charset", "last_visit",
        "last_visited",
        "private", "public", "rel", "style", "target", "toread", "visit_count", "web_panel",
    ]

    // MARK: Links in notes

    /// Ends the entry before a link, unless the link may be in the note of the entry.
    ///
    /// A link in a note is a part of the note. A link at the start of a line is in the note only if
    /// text follows the link on that line. Otherwise, the link is the next entry of a file without
    /// `DT` elements.
    private mutating func startLink() {
        guard target == .note, var link = markup.pending ?? annotated?.link else {
            return completeLinks()
        }
        if annotated == nil {
            link.draft.title = markup.title.asciiTrimmedOrNil
            annotated = Annotated(link: link, containsPending: hasTextOnLine)
        } else {
            annotated?.containsPending = hasTextOnLine
        }
        markup.title = ""
    }

    private mutating func endLink() {
        target = nil
        guard let annotated else { return }
        if annotated.containsPending {
            joinPendingToNote()
        } else {
            target = .afterLink
        }
    }

    /// Adds the pending link to the note that contains it. The text after the link is part of the
    /// note too.
    private mutating func joinPendingToNote() {
        guard var link = markup.pending else { return }
        let url = link.draft.url
        let title = markup.title
        target = .note
        link.draft.title = title.asciiTrimmedOrNil
        let end = title.utf8.lastIndex { !$0.isASCIISpace }.map { title.utf8.index(after: $0) }
        append(String(title[..<(end ?? title.startIndex)]))
        let noteLength = markup.note.utf8.count
        // The URL follows the title, so that it is not lost.
        if !url.isEmpty, link.draft.title != url {
            append(link.draft.title == nil ? url : " (\(url))")
        }
        append(String(title[(end ?? title.startIndex)...]))
        markup.pending = nil
        annotated?.last = (link, noteLength)
    }

    private mutating func startNote() {
        if annotated != nil {
            let last = markup.pending == nil ? annotated?.last : nil
            if let last {
                markup.note = String(markup.note.utf8.prefix(last.noteLength)) ?? markup.note
            }
            completeAnnotated()
            if let last {
                markup.pending = last.link
                markup.title = last.link.draft.title ?? ""
            }
        }
        target = markup.pending == nil ? nil : .note
        // The browser itself describes its containers.
        if nextFolder?.kind == .folder {
            markup.recorder.addIgnored(RemarkRecorder.folderDescription)
        }
        hasTextOnLine = false
        if !markup.note.isEmpty {
            markup.appendToNote("\n\n")
        }
    }

    private mutating func completeLinks() {
        endHeading()
        completeAnnotated()
        target = nil
        listsInNote = 0
        markup.note = withoutMarkers(markup.note)
        markup.completeLink()
    }

    private mutating func completeAnnotated() {
        if annotated?.containsPending == true {
            joinPendingToNote()
        }
        guard var annotated else { return }
        annotated.link.draft.note = withoutMarkers(markup.note).asciiTrimmedOrNil
        markup.links.append(annotated.link)
        self.annotated = nil
        markup.note = ""
    }

    /// Returns a note without the markers that linkding writes around the user's own part of the
    /// note.
    private func withoutMarkers(_ note: String) -> String {
        guard let note = note.asciiTrimmedOrNil, note.hasSuffix("[/linkding-notes]") else {
            return note
        }
        let parts = note.dropLast("[/linkding-notes]".count).split(separator: "[linkding-notes]")
        return parts.joined(separator: "\n\n")
    }
}
