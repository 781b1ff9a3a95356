import CheckingInterface
import Core
import JSONText
import LibraryInterface
import TransferInterface

extension JSONValue {
    /// The outcome of the check of one link.
    static func check(_ outcome: CheckOutcome) -> JSONValue {
        let (link, record) = (outcome.link, outcome.record)
        var reason = record?.reason
        if case .notRequested(_, let why) = outcome { reason = why }
        return .object([
            ("id", .integer(link.id)), ("url", .string(link.url)), ("verdict", .optional(record?.verdict.rawValue)),
            ("status", .optional(record?.status)), ("location", .optional(record?.location)),
            ("attempts", .integer(Int64(record?.attempts ?? 0))),
            ("milliseconds", .integer(Int64(record?.milliseconds ?? 0))), ("reason", .optional(reason)),
        ])
    }

    /// Tags, with how many links have each.
    static func tags(_ tags: [TagCount]) -> JSONValue {
        .array(tags.map { .object([("tag", .string($0.tag.name)), ("links", .integer(Int64($0.links)))]) })
    }

    /// What an import did.
    static func importReport(_ report: ImportReport) -> JSONValue {
        let merge = report.merge
        let skipped =
            report.brokenLines.map { skip(line: $0.line, url: "", reason: $0.reason) }
            + merge.skipped.map { skip(line: $0.line, url: $0.url, reason: $0.problem.message) }
        return .object([
            ("read", .integer(Int64(report.read))), ("added", .integer(Int64(merge.added))),
            ("merged", .integer(Int64(merge.merged))), ("unchanged", .integer(Int64(merge.unchanged))),
            ("skipped", .array(skipped)), ("notes", .array(report.remarks.map { .string($0.message) })),
        ])
    }

    private static func skip(line: Int, url: String, reason: String) -> JSONValue {
        .object([("line", .integer(Int64(line))), ("url", .string(url)), ("reason", .string(reason))])
    }
}
