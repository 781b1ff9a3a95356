import Core
import Foundation
import ReportsInterface

/// What stands on the page of a report beside its links.
///
/// Only what carries the nonce may run or style (Content Security Policy, section 2.3.1), and no title of a stranger can know it.
struct ReportPage {
    /// The figures.
    let summary: LibrarySummary
    /// When the page is made.
    let moment: Date
    /// A word that nobody can guess, new for each page.
    let nonce: String

    /// What fills a gap; the links come one by one, and nothing fills theirs here.
    func text(for gap: PageTemplate.Gap) -> String {
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
        case .links: ""
        }
    }

    private static func options(_ names: [String]) -> String {
        names.map { "<option>\($0.escapedForHTML)</option>" }.joined()
    }
}
