import Core
import Foundation
import ReportsInterface

/// The report as one HTML page, which loads nothing.
///
/// Only what carries the nonce may run or style (Content Security Policy, section 2.3.1), and no title of a stranger can know it.
struct ReportPage {
    /// The figures.
    let summary: LibrarySummary
    /// The newest outcome of each link.
    let records: [Link.ID: CheckRecord]
    /// When the page is made.
    let moment: Date
    /// A word that nobody can guess, new for each page.
    let nonce: String

    /// How many links are handed on at a time.
    private static let batch = 500

    /// Writes the page piece by piece, so that it never stands in memory as a whole.
    func write(_ links: [Link], to write: (String) throws -> Void) throws {
        for part in PageTemplate.report.parts {
            switch part {
            case .text(let text): try write(text)
            case .gap(.links): try writeData(of: links, to: write)
            case .gap(let gap): try write(text(for: gap))
            }
        }
    }

    private func text(for gap: PageTemplate.Gap) -> String {
        switch gap {
        case .nonce: nonce
        case .count: "\(summary.links) link\(summary.links == 1 ? "" : "s")"
        case .moment: moment.formatted(.iso8601)
        case .date:
            moment.formatted(
                .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
                + " UTC"
        case .style: PageTemplate.style
        case .script: PageTemplate.script
        case .shares: VerdictShares(summary).html
        case .verdicts: Self.options(VerdictShares(summary).names)
        case .tags: Self.options(summary.tags.map(\.tag.name))
        // Written link by link.
        case .links: ""
        }
    }

    private static func options(_ names: [String]) -> String {
        names.map { "<option>\($0.escapedForHTML)</option>" }.joined()
    }

    private func writeData(of links: [Link], to write: (String) throws -> Void) throws {
        try write("[")
        for start in stride(from: 0, to: links.count, by: Self.batch) {
            try Task.checkCancellation()
            let rows = links[start..<min(start + Self.batch, links.count)].map {
                data(of: $0).compactText.escapedForScript
            }
            try write((start > 0 ? ",\n" : "\n") + rows.joined(separator: ",\n"))
        }
        try write("\n]")
    }

    /// One link as the script reads it; arrays keep the page small.
    private func data(of link: Link) -> JSONValue {
        let record = records[link.id]
        let detail = [record?.reason, record?.location].compactMap(\.self).joined(separator: ": ")
        return .array([
            .integer(link.id), .string(link.url), .optional(link.title), .optional(link.note),
            .array(link.tags.sorted().map { .string($0.name) }), Self.seconds(link.added),
            .optional(record?.verdict.rawValue), record.map { Self.seconds($0.checked) } ?? .null,
            .optional(detail.isEmpty ? nil : detail),
        ])
    }

    private static func seconds(_ date: Date) -> JSONValue { .integer(Int64(date.timeIntervalSince1970)) }
}
