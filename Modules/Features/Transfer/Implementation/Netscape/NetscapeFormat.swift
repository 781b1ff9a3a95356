import Core
import Foundation
import TextEncodings

/// The bookmark file of Netscape Navigator 1, which every browser and bookmark service writes a little differently.
///
/// There is no standard; Microsoft's description comes closest
/// (<https://learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85)>).
/// What is read: `A` with `HREF`, `TAGS`, `ADD_DATE` or Pocket's `TIME_ADDED`, `LAST_MODIFIED`, and `TOREAD` as a tag;
/// `DD` as the note; `H3` and lists as folders; `H1` as Pocket's name of what is not read yet.
package struct NetscapeFormat: ReadableFormat, WritableFormat {
    /// Makes the format.
    package init() {}

    package func canBegin(with text: ArraySlice<UInt8>) -> Bool {
        text.first == UInt8(ascii: "<") && rootElement(of: text) != XBELFormat.rootName
    }

    package func makeReader(_ options: ReadingOptions) -> any LinkFileReader { NetscapeReader(options) }

    package func makeWriter() -> any LinkFileWriter { NetscapeWriter() }
}

private struct NetscapeWriter: LinkFileWriter {
    func begin() -> String {
        """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <!-- This is an automatically generated file.
             It will be read and overwritten.
             DO NOT EDIT! -->
        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
        <TITLE>Bookmarks</TITLE>
        <H1>Bookmarks</H1>
        <DL><p>

        """
    }

    func end() -> String { "</DL><p>\n" }

    func write(_ link: Link, check: CheckRecord?, to text: inout [UInt8]) {
        text += "    <DT><A HREF=\""
        append(link.url, quotes: true, to: &text)
        text += "\" ADD_DATE=\"\(seconds(link.added))\" LAST_MODIFIED=\"\(seconds(link.updated))\""
        if !link.tags.isEmpty {
            text += " TAGS=\""
            append(link.tags.sorted().map(\.name).joined(separator: ","), quotes: true, to: &text)
            text += "\""
        }
        text += ">"
        append(link.title ?? "", to: &text)
        text += "</A>\n"
        guard let note = link.note else { return }
        text += "    <DD>"
        append(note, to: &text)
        text += "\n"
    }

    private func seconds(_ date: Date) -> Int { Int(date.timeIntervalSince1970) }

    /// Appends a text with references for what is markup, and for line ends that a reader would change.
    private func append(_ text: String, quotes: Bool = false, to file: inout [UInt8]) {
        file.append(text) { Self.reference($0, quotes: quotes) }
    }

    /// What stands for a character of ASCII, or nil where it may stand for itself.
    private static func reference(_ byte: UInt8, quotes: Bool) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\r"): "&#13;"
        case UInt8(ascii: "\"") where quotes: "&quot;"
        default: nil
        }
    }
}
