import Core
import Foundation
import JSONText

/// The HTML page of a report. The rows of its links are written between its two parts.
///
/// Browsers apply a script or style only if its element has the nonce of the page (Content Security
/// Policy, section 2.3.1). The nonce is random, so a script in the title of a saved page cannot
/// have it.
struct ReportPage {
    /// The part of the page before the rows.
    let beginning: String
    /// The part of the page after the rows.
    let end: String

    /// Creates a page by replacing the placeholders of the template, such as `{{name}}`.
    init(summary: LibrarySummary, date: Date) {
        let shares = VerdictShares(summary)
        let texts = [
            "nonce": (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }
                .joined(),
            "count": "\(summary.links) link\(summary.links == 1 ? "" : "s")",
            "moment": date.formatted(.iso8601),
            "date": date.formatted(
                .iso8601.year().month().day().dateTimeSeparator(.space).time(
                    includingFractionalSeconds: false
                )
            )
                + " UTC",
            "style": Self.style,
            "script": Self.script,
            "shares": shares.html,
            "verdicts": Self.options(shares.names),
            "tags": Self.options(summary.tags.map(\.tag.name)),
        ]
        let parts = Self.html.split(separator: "{{links}}").map { part in
            part.replacing(/\{\{(\w+)\}\}/) { texts[String($0.1)] ?? String($0.0) }
        }
        beginning = (parts.first ?? "") + "["
        end = "\n]" + (parts.last ?? "")
    }

    /// Returns links as rows of the JSON array in the page, without a separator at the end.
    static func rows(for links: [Link], _ checks: [Link.ID: CheckRecord]) -> String {
        links.map { row(for: $0, checks[$0.id]) }.joined(separator: ",\n")
    }

    private static func options(_ names: [String]) -> String {
        names.map { "<option>\($0.escapedForHTML)</option>" }.joined()
    }

    /// Returns a link in the format that the script of the page reads.
    ///
    /// The link is a compact JSON array instead of an object, which keeps the page small.
    private static func row(for link: Link, _ record: CheckRecord?) -> String {
        let detail = [record?.reason, record?.location].compactMap(\.self).joined(separator: ": ")
        let row = JSONValue.array([
            .integer(link.id),
            .string(link.url),
            .optional(link.title),
            .optional(link.note),
            .array(link.tags.sorted().map { .string($0.name) }),
            .integer(link.added.seconds),
            .optional(record?.verdict.rawValue),
            record.map { .integer($0.checked.seconds) } ?? .null,
            detail.isEmpty ? .null : .string(detail),
        ])
        return row.compactText.escapedForScript
    }
}

// The properties below compare Unicode scalars or bytes instead of characters, because `<` can be
// part of a character that consists of several Unicode scalars.
extension String {
    /// The string after escaping the characters that are reserved in HTML text and quoted
    /// attributes.
    fileprivate var escapedForHTML: String {
        let references: [Unicode.Scalar: String] = [
            "&": "&amp;",
            "<": "&lt;",
            ">": "&gt;",
            "\"": "&quot;",
            "'": "&#39;",
        ]
        return unicodeScalars.map { references[$0] ?? String($0) }.joined()
    }

    /// The JSON text with each `<` escaped, because `</script>` would end the script element.
    ///
    /// In JSON, `<` occurs only in strings, where its escape sequence has the same meaning.
    fileprivate var escapedForScript: String {
        guard utf8.contains(UInt8(ascii: "<")) else {
            return self
        }
        return utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }.joined(separator: "\\u003c")
    }
}
