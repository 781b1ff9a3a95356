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

    func write(_ link: Link, check: CheckRecord?) -> String {
        let fields = [
            link.url, link.title ?? "", link.note ?? "", link.tags.sorted().map(\.name).joined(separator: ","),
            JSONValue.timestamp(link.added), JSONValue.timestamp(link.updated),
        ]
        return fields.map(quoted).joined(separator: ",") + "\r\n"
    }

    func end() -> String { "" }

    private func quoted(_ field: String) -> String {
        let isSpecial = { (byte: UInt8) in
            byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == 0x0A || byte == 0x0D
        }
        guard field.utf8.contains(where: isSpecial) else { return field }
        // Bytes, since a quote and an accent that follows it are one character to Swift.
        let parts = field.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        return "\"\(parts.map { String(Substring($0)) }.joined(separator: "\"\""))\""
    }
}
