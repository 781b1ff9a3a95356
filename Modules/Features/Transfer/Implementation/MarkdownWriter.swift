import Core
import JSONText
import TextEncodings

/// Writes a list of links for readers (CommonMark) by month of addition, with the tags as code spans. No text of a link can become markup.
struct MarkdownWriter: LinkFileWriter {
    let header = "# Links\n"
    private var month: Substring = ""

    mutating func append(_ link: Link, check: CheckRecord?, to text: inout [UInt8]) {
        let month = JSONValue.timestamp(link.added).prefix(7)
        if month != self.month {
            text += "\n## \(month)\n\n"
            self.month = month
        }
        let destination = link.url.unicodeScalars.map { Self.escapesInDestination[$0] ?? String($0) }.joined()
        text += "- [\(escaped(link.title ?? link.url))](<\(destination)>)"
        for tag in link.tags.sorted() { text += " " + codeSpan(tag.name) }
        for line in (link.note ?? "").split(whereSeparator: \.isNewline) { text += "\\\n  " + escaped(String(line)) }
        text += "\n"
    }

    private func escaped(_ text: String) -> String {
        let words = text.unicodeScalars.split { $0.properties.isWhitespace }
            .map { $0.filter { $0.properties.generalCategory != .control } }.filter { !$0.isEmpty }
        var escaped = ""
        for scalar in words.joined(separator: " ".unicodeScalars) {
            // A number and a period at the beginning of a line would be a list.
            let isOrdinal = scalar == "." && escaped.allSatisfy(\.isNumber)
            if Self.markup.contains(scalar) || isOrdinal { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }

    /// The ASCII punctuation with a special meaning (CommonMark, section 2.4).
    private static let markup = Array("!#&()*+-<=>[\\]^_`{|}~".unicodeScalars)
    private static let escapesInDestination: [Unicode.Scalar: String] = ["<": "%3C", ">": "%3E", "\\": "%5C"]

    /// Returns a code span whose fence is longer than any sequence of backticks in the text.
    private func codeSpan(_ text: String) -> String {
        let longest = text.utf8.split { $0 != UInt8(ascii: "`") }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        return longest == 0 ? fence + text + fence : "\(fence) \(text) \(fence)"
    }
}
