import Core
import Foundation
import JSONText

/// One link as the script of the page reads it: an array of JSON, which keeps the page small.
struct PageRow {
    private let link: Link
    private let record: CheckRecord?

    init(_ link: Link, _ record: CheckRecord?) {
        self.link = link
        self.record = record
    }

    /// The row on one line, without what could end the element that it stands in.
    var text: String {
        let detail = [record?.reason, record?.location].compactMap(\.self).joined(separator: ": ")
        let row = JSONValue.array([
            .integer(link.id), .string(link.url), .optional(link.title), .optional(link.note),
            .array(link.tags.sorted().map { .string($0.name) }), Self.seconds(link.added),
            .optional(record?.verdict.rawValue), record.map { Self.seconds($0.checked) } ?? .null,
            detail.isEmpty ? .null : .string(detail),
        ])
        return row.compactText.escapedForScript
    }

    private static func seconds(_ date: Date) -> JSONValue { .integer(Int64(date.timeIntervalSince1970)) }
}
