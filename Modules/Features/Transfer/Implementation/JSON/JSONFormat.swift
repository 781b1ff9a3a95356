package import Core
import Foundation

/// The JSON of `shelf list --json`: an array of objects with the keys id, url, title, note, tags, added, updated, verdict
/// and checked.
///
/// Times are ISO 8601 in UTC; absent values are null. A library keeps no verdicts, so that an export says null there. What
/// is read is such an array, or objects one after another; all keys but `url` may be missing, and unknown ones are ignored.
package struct JSONFormat: LinkFormat {
    /// Makes the format.
    package init() {}

    package func canBegin(with byte: UInt8) -> Bool { byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") }

    package func makeReader(foldersAsTags: Bool) -> any LinkFileReader { JSONReader() }

    package var header: String { "[\n" }

    package var separator: String { ",\n" }

    package var footer: String { "\n]\n" }

    package func entry(for link: Link) -> String {
        let tags = link.tags.sorted().map { quoted($0.name) }.joined(separator: ",")
        let title = link.title.map(quoted) ?? "null"
        let note = link.note.map(quoted) ?? "null"
        return """
            {"id":\(link.id),"url":\(quoted(link.url)),"title":\(title),"note":\(note),"tags":[\(tags)],\
            "added":"\(link.added.formatted(.iso8601))","updated":"\(link.updated.formatted(.iso8601))",\
            "verdict":null,"checked":null}
            """
    }

    /// A string literal (RFC 8259, section 7), in which C1 controls are escaped too.
    private func quoted(_ text: String) -> String {
        var literal = "\"".unicodeScalars
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                literal.append("\\")
                literal.append(scalar)
            case "\u{00}"..."\u{1F}", "\u{7F}"..."\u{9F}":
                let digits = String(scalar.value, radix: 16)
                literal.append(
                    contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
            default: literal.append(scalar)
            }
        }
        literal.append("\"")
        return String(literal)
    }
}
