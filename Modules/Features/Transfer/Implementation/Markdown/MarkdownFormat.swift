import Core
import Foundation
import JSONText
import TextEncodings

/// A list of links to read, or to publish, by the month in which they were saved (CommonMark).
///
/// An entry has its title, its tags in code spans and its note. Nothing that a link says can become markup.
package struct MarkdownFormat: WritableFormat {
    /// Makes the format.
    package init() {}

    package func makeWriter() -> any LinkFileWriter { MarkdownWriter() }
}

private struct MarkdownWriter: LinkFileWriter {
    private var month: Substring = ""

    func begin() -> String { "# Links\n" }

    mutating func write(_ link: Link, check: CheckRecord?, to text: inout [UInt8]) {
        let month = JSONValue.timestamp(link.added).prefix { $0 != "T" }.dropLast(3)
        if month != self.month {
            text += "\n## \(month)\n\n"
            self.month = month
        }
        text += "- [\(escaped(link.title ?? link.url))](\(destination(link.url)))"
        for tag in link.tags.sorted() { text += " " + code(tag.name) }
        for line in (link.note ?? "").split(whereSeparator: \.isNewline) { text += "\\\n  " + escaped(String(line)) }
        text += "\n"
    }

    func end() -> String { "" }

    /// Text on one line, in which no character is markup.
    private func escaped(_ text: String) -> String {
        var escaped = ""
        var isAfterSpace = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                isAfterSpace = !escaped.isEmpty
            } else if !scalar.isControl {
                if isAfterSpace { escaped += " " }
                isAfterSpace = false
                // "1." at the beginning of a line would be a list.
                let isOrdinal = scalar == "." && escaped.allSatisfy(\.isNumber)
                if scalar.isMarkup || isOrdinal { escaped += "\\" }
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// An address as a destination in angle brackets.
    private func destination(_ url: String) -> String {
        var destination = "<"
        for scalar in url.unicodeScalars {
            switch scalar {
            case "<": destination += "%3C"
            case ">": destination += "%3E"
            case "\\": destination += "%5C"
            default: destination.unicodeScalars.append(scalar)
            }
        }
        return destination + ">"
    }

    /// A code span, whose fence is longer than any row of backticks in it.
    private func code(_ text: String) -> String {
        let longest = text.utf8.split { $0 != UInt8(ascii: "`") }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        return longest == 0 ? fence + text + fence : "\(fence) \(text) \(fence)"
    }
}

extension Unicode.Scalar {
    /// Whether it is ASCII punctuation, which a backslash takes the meaning of (CommonMark, section 2.4).
    fileprivate var isMarkup: Bool {
        switch value {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: !Self.harmless.contains(self)
        default: false
        }
    }

    /// Punctuation that means nothing by itself.
    private static let harmless = Array(".,:;?'\"/%$@".unicodeScalars)

    /// Whether it is a control character of ASCII or Latin-1.
    fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
