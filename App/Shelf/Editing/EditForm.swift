import Core
import LibraryInterface

/// A link as a text to be changed in an editor.
struct EditForm {
    /// The text.
    let text: String

    /// Writes a link down.
    init(_ link: Link) {
        text = """
            # Link \(link.id). Save the file and close the editor to keep your changes; empty it to change nothing.
            url: \(link.url)
            title: \(Self.oneLine(link.title))
            tags: \(link.tags.sorted().map(\.name).joined(separator: ", "))
            # The note goes from here to the end of the file.
            note: \(link.note ?? "")

            """
    }

    /// What a changed text asks for; nil when it is empty, or asks for nothing new.
    static func edit(of link: Link, text: String) throws(FormError) -> LinkEdit? {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let head = lines.prefix { !$0.hasPrefix("note:") }
        var fields: [String: String] = [:]
        for line in head where !line.hasPrefix("#") && !line.allSatisfy(\.isWhitespace) {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard parts.count == 2, ["url", "title", "tags"].contains(name) else { throw .unknownLine(String(line)) }
            guard fields[name] == nil else { throw .repeatedField(name) }
            fields[name] = trimmed(parts[1])
        }
        if let first = lines.dropFirst(head.count).first {
            let rest = [first.dropFirst("note:".count)] + lines.dropFirst(head.count + 1)
            fields["note"] = trimmed(rest.joined(separator: "\n"))
        }
        var edit = LinkEdit()
        if let url = fields["url"], url != link.url { edit.url = url }
        if let title = fields["title"], title != oneLine(link.title) { edit.title = .set(title) }
        if let note = fields["note"], note != trimmed(link.note ?? "") { edit.note = .set(note) }
        if let tags = fields["tags"].map({ LinkTag.list($0) }),
            tags.map(\.name).sorted() != link.tags.map(\.name).sorted()
        {
            edit.tags = tags
        }
        return edit == LinkEdit() ? nil : edit
    }

    private static func oneLine(_ text: String?) -> String {
        trimmed((text ?? "").split(whereSeparator: \.isNewline).joined(separator: " "))
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        var rest = Substring(text)
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}

/// What is wrong with a text that was to change a link.
enum FormError: Error {
    /// The line is neither a field nor a comment.
    case unknownLine(String)
    /// The field stands there twice.
    case repeatedField(String)
    /// The text is not in UTF-8.
    case notUTF8

    /// What is wrong, in one line.
    var message: String {
        switch self {
        case .unknownLine(let line):
            "'\(line.prefix(60))' is none of url:, title:, tags: and note:; nothing was changed"
        case .notUTF8: "the text is not in UTF-8; nothing was changed"
        case .repeatedField(let name): "'\(name):' stands there twice; nothing was changed"
        }
    }
}
