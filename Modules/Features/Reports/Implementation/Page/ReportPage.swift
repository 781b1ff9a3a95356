import Core
import Foundation
import JSONText
import ReportsInterface

/// The page of a report. Its template consists of the HTML, the style and the script in this folder, which the build embeds in the module.
///
/// Only elements with the nonce of the page can run or style (Content Security Policy, section 2.3.1), and no title from another site
/// can contain it.
struct ReportPage {
    /// A part of the template.
    enum Part: Equatable {
        /// Text that is the same on every page.
        case text(String)
        /// Text that differs from page to page.
        case gap(Gap)
    }

    /// A gap in the template, written `{{name}}` in the HTML.
    enum Gap: String, CaseIterable {
        case nonce, count, moment, date, style, script, shares, verdicts, tags, links
    }

    private let summary: LibrarySummary
    private let date: Date
    private let nonce = (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()

    init(summary: LibrarySummary, date: Date) {
        self.summary = summary
        self.date = date
    }

    /// The parts of the template in their order.
    static var template: [Part] {
        var parts: [Part] = []
        var text = ""
        let html = resource(PackageResources.page_html)
        for (index, piece) in html.split(separator: "{{", omittingEmptySubsequences: false).enumerated() {
            let halves = piece.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
            guard index > 0, halves.count == 2, let gap = Gap(rawValue: String(halves[0])) else {
                text += (index > 0 ? "{{" : "") + piece
                continue
            }
            parts += [.text(text), .gap(gap)]
            text = String(halves[1])
        }
        return parts + [.text(text)]
    }

    private static func resource(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Returns the text for a gap; empty for the links, which are written in batches.
    func text(for gap: Gap) -> String {
        switch gap {
        case .nonce: nonce
        case .count: "\(summary.links) link\(summary.links == 1 ? "" : "s")"
        case .moment: date.formatted(.iso8601)
        case .date:
            date.formatted(
                .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
                + " UTC"
        case .style: Self.resource(PackageResources.page_css)
        case .script: Self.resource(PackageResources.page_js)
        case .shares: VerdictShares(summary).html
        case .verdicts: Self.options(VerdictShares(summary).names)
        case .tags: Self.options(summary.tags.map(\.tag.name))
        case .links: ""
        }
    }

    private static func options(_ names: [String]) -> String {
        names.map { "<option>\($0.escapedForHTML)</option>" }.joined()
    }

    /// Returns a link as the script of the page reads it: a JSON array on one line, which keeps the page small.
    static func row(for link: Link, _ record: CheckRecord?) -> String {
        func seconds(_ date: Date) -> JSONValue { .integer(Int64(date.timeIntervalSince1970)) }
        let detail = [record?.reason, record?.location].compactMap(\.self).joined(separator: ": ")
        let row = JSONValue.array([
            .integer(link.id), .string(link.url), .optional(link.title), .optional(link.note),
            .array(link.tags.sorted().map { .string($0.name) }), seconds(link.added),
            .optional(record?.verdict.rawValue), record.map { seconds($0.checked) } ?? .null,
            detail.isEmpty ? .null : .string(detail),
        ])
        return row.compactText.escapedForScript
    }
}

// Both properties escape scalars, since `<` can be part of a longer character.
extension String {
    /// The text as HTML writes it between tags and in quoted attributes.
    fileprivate var escapedForHTML: String {
        let references: [Unicode.Scalar: String] = [
            "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
        ]
        return unicodeScalars.map { references[$0] ?? String($0) }.joined()
    }

    /// JSON without `<`, which could end a script element. JSON contains it only in strings, where its escape means the same.
    fileprivate var escapedForScript: String {
        guard utf8.contains(UInt8(ascii: "<")) else { return self }
        return utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }.joined(separator: "\\u003c")
    }
}
