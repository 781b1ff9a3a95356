import Core
import JSONText
import TextEncodings

/// A writer that formats links as a CommonMark list for people to read.
///
/// The links are grouped by month, and tags are code spans. Titles and notes are escaped, so that
/// they cannot become markup.
struct MarkdownWriter: LinkFileWriter {
    let header = "# Links\n"
    private var month: Substring = ""

    mutating func append(_ link: Link, check: CheckRecord?, to text: inout [UInt8]) {
        let month = JSONValue.timestamp(link.added).prefix(7)
        if month != self.month {
            text += "\n## \(month)\n\n"
            self.month = month
        }
        let title = escaped(link.title ?? link.url)
        let destination = link.url.unicodeScalars.map { scalar in
            Self.escapesInDestination[scalar] ?? String(scalar)
        }
        text += "- [\(title)](<\(destination.joined())>)"
        for tag in link.tags.sorted() {
            text += " " + codeSpan(tag.name)
        }
        for line in (link.note ?? "").split(whereSeparator: \.isNewline) {
            // A slash is escaped, so that a URL in a note does not become a link of its own.
            text += "\\\n  " + escaped(String(line)).replacing("://", with: ":\\//")
        }
        text += "\n"
    }

    private func escaped(_ text: String) -> String {
        let words = text.unicodeScalars.split { $0.properties.isWhitespace }
        let printableWords = words.map { word in
            word.filter { $0.properties.generalCategory != .control }
        }
        let nonemptyWords = printableWords.filter { !$0.isEmpty }
        var escaped = ""
        for scalar in nonemptyWords.joined(separator: " ".unicodeScalars) {
            // A number and a period at the beginning of a line would begin a list, so the period is
            // escaped.
            let isOrdinal = scalar == "." && escaped.allSatisfy(\.isNumber)
            if Self.markup.contains(scalar) || isOrdinal {
                escaped += "\\"
            }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }

    /// The ASCII punctuation with a special meaning (CommonMark, section 2.4).
    private static let markup = Array("!#&()*+-<=>[\\]^_`{|}~".unicodeScalars)
    private static let escapesInDestination: [Unicode.Scalar: String] = [
        "<": "%3C",
        ">": "%3E",
        "\\": "%5C",
    ]

    /// Returns a code span with a fence that is longer than any sequence of backticks in `text`.
    private func codeSpan(_ text: String) -> String {
        let backticks = text.utf8.split { $0 != UInt8(ascii: "`") }
        let longest = backticks.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        return longest == 0 ? fence + text + fence : "\(fence) \(text) \(fence)"
    }
}
