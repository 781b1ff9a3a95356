import Core
import Foundation
import JSONText
import TextEncodings

/// Tables of links with a header (RFC 4180), told by the names of their columns.
///
/// What is written has the columns url, title, note, tags, added and updated; tags are separated by commas, times are ISO
/// 8601 in UTC. What is read may have any columns in any order, as Pocket, Raindrop, Instapaper, linkding and spreadsheets
/// write them, separated by commas, semicolons or tabs.
package struct CSVFormat: ReadableFormat, WritableFormat {
    /// Makes the format.
    package init() {}

    package func canBegin(with text: ArraySlice<UInt8>) -> Bool {
        Self.firstRecord(of: text).map { CSVColumns($0).hasAddress } ?? false
    }

    /// Whether the first line is a record of a link, and no header.
    static func beginsWithLink(_ text: ArraySlice<UInt8>) -> Bool {
        guard let record = firstRecord(of: text), record.count > 1 else { return false }
        return record.contains { field in
            let address = field.trimmedOrNil?.lowercased() ?? ""
            return ["http://", "https://"].contains { address.hasPrefix($0) }
        }
    }

    private static func firstRecord(of text: ArraySlice<UInt8>) -> [String]? {
        var records = CSVRecords()
        var first: [String]?
        try? records.read(text) { record, _ in first = first ?? record }
        try? records.finish { record, _ in first = first ?? record }
        return first
    }

    package func makeReader(_ options: ReadingOptions) -> any LinkFileReader { CSVReader(options) }

    package func makeWriter() -> any LinkFileWriter { CSVWriter() }
}

private struct CSVWriter: LinkFileWriter {
    func begin() -> String { "url,title,note,tags,added,updated\r\n" }

    func write(_ link: Link, check: CheckRecord?, to text: inout [UInt8]) {
        append(link.url, to: &text)
        let fields = [
            link.title ?? "", link.note ?? "", link.tags.sorted().map(\.name).joined(separator: ","),
            JSONValue.timestamp(link.added), JSONValue.timestamp(link.updated),
        ]
        for field in fields {
            text += ","
            append(field, to: &text)
        }
        text += "\r\n"
    }

    func end() -> String { "" }

    private func append(_ field: String, to text: inout [UInt8]) {
        let isSpecial = { (byte: UInt8) in
            byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == 0x0A || byte == 0x0D
        }
        let isQuoted = field.utf8.contains(where: isSpecial)
        if isQuoted { text += "\"" }
        text.append(field) { $0 == UInt8(ascii: "\"") ? "\"\"" : nil }
        if isQuoted { text += "\"" }
    }
}
