import Core
import JSONText
import TextEncodings

/// A writer of the XML Bookmark Exchange Language, version 1.0, which floccus and other programs
/// read. Control characters, which XML cannot contain, are omitted.
struct XBELWriter: LinkFileWriter {
    let header = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE xbel PUBLIC "+//IDN python.org//DTD XML Bookmark Exchange Language 1.0//EN//XML" \
        "http://pyxml.sourceforge.net/topics/dtds/xbel.dtd">
        <xbel version="1.0">

        """
    let footer = "</xbel>\n"

    func append(_ link: Link, check: CheckRecord?, to text: inout [UInt8]) {
        text += "  <bookmark"
        append(attribute: "href", link.url, to: &text)
        append(attribute: "added", JSONValue.timestamp(link.added), to: &text)
        append(attribute: "modified", JSONValue.timestamp(link.updated), to: &text)
        if !link.tags.isEmpty {
            let tags = link.tags.sorted().map(\.name).joined(separator: ",")
            append(attribute: "tags", tags, to: &text)
        }
        text += ">\n"
        append(element: "title", link.title, to: &text)
        append(element: "desc", link.note, to: &text)
        text += "  </bookmark>\n"
    }

    private func append(attribute name: String, _ value: String, to file: inout [UInt8]) {
        file += " \(name)=\""
        append(value, to: &file)
        file += "\""
    }

    private func append(element name: String, _ content: String?, to file: inout [UInt8]) {
        guard let content else { return }
        file += "    <\(name)>"
        append(content, to: &file)
        file += "</\(name)>\n"
    }

    /// Appends a string with character references for markup and for the white space that readers
    /// of XML would replace.
    private func append(_ text: String, to file: inout [UInt8]) {
        let allowed = text.unicodeScalars.filter(Self.isAllowed)
        file.append(String(allowed)) { byte in
            switch Unicode.Scalar(byte) {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "\t": "&#9;"
            case "\n": "&#10;"
            case "\r": "&#13;"
            default: nil
            }
        }
    }

    /// Returns whether XML can contain a scalar (XML 1.0, section 2.2).
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: true
        case 0..<0x20, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}
