import Core
import Foundation

/// Tables of links with a header (RFC 4180), told by the names of their columns.
///
/// What is written has the columns url, title, note, tags, added and updated; tags are separated by commas, times are ISO
/// 8601 in UTC. What is read may have any columns in any order, as Pocket, Raindrop, Instapaper, linkding and spreadsheets
/// write them, separated by commas, semicolons or tabs.
package struct CSVFormat: ReadableFormat, WritableFormat {
    /// Makes the format.
    package init() {}

    package func canBegin(with text: ArraySlice<UInt8>) -> Bool {
        var records = CSVRecords()
        var header: [String]?
        try? records.read(text) { record, _ in header = header ?? record }
        try? records.finish { record, _ in header = header ?? record }
        return header.map { CSVColumns($0).hasAddress } ?? false
    }

    package func makeReader(foldersAsTags: Bool) -> any LinkFileReader { CSVReader(foldersAsTags: foldersAsTags) }

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
