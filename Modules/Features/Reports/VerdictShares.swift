import Core

/// The shares of the verdicts in a library, as an SVG bar with a legend and a text description.
struct VerdictShares {
    private struct Share {
        var name: String
        var count: Int
    }

    private let shares: [Share]
    private let total: Int

    init(_ summary: LibrarySummary) {
        total = summary.links
        shares =
            Verdict.allCases.map { Share(name: $0.rawValue, count: summary.verdicts[$0] ?? 0) }
            .filter { $0.count > 0 }
            + (summary.unchecked > 0 ? [Share(name: "unchecked", count: summary.unchecked)] : [])
    }

    /// The names, as the page shows them, of the verdicts that at least one link has.
    var names: [String] { shares.map(\.name) }

    /// The bar and its legend, or a sentence for an empty library.
    var html: String {
        guard !shares.isEmpty else { return "<p>The library is empty.</p>" }
        return "\(bar)\n<ul class=\"legend\">\n\(shares.map(legend).joined(separator: "\n"))\n</ul>"
    }

    private var bar: String {
        let words = shares.map { "\($0.count) \($0.name) (\(percent(of: $0)))" }.joined(
            separator: ", "
        )
        var left = 0.0
        var parts = ""
        for (share, width) in zip(shares, widths) {
            parts +=
                "<rect class=\"\(share.name)\" x=\"\(Self.number(left))\" width=\"\(Self.number(width))\" height=\"20\"/>"
            left += width
        }
        return """
            <svg class="shares" viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" aria-labelledby="words-of-shares">\
            <title id="words-of-shares">\(words)</title>\(parts)</svg>
            """
    }

    /// The widths of the shares, which add up to 1000. Each share is wide enough to be visible.
    private var widths: [Double] {
        let widths = shares.map { max(6, 1000 * Double($0.count) / Double(total)) }
        let sum = widths.reduce(0, +)
        return widths.map { $0 * 1000 / sum }
    }

    private func legend(_ share: Share) -> String {
        """
        <li><svg viewBox="0 0 8 8" aria-hidden="true"><rect class="\(share.name)" width="8" height="8"/></svg>\
        \(share.name) <b>\(share.count)</b> <span class="share">\(percent(of: share))</span></li>
        """
    }

    /// Returns the share as a whole percentage that is never rounded to 0 or 100.
    private func percent(of share: Share) -> String {
        let percent = 100 * Double(share.count) / Double(total)
        if percent < 1 {
            return "under 1 %"
        }
        return "\(Int(share.count < total ? min(percent.rounded(), 99) : 100)) %"
    }

    private static func number(_ value: Double) -> String {
        String((value * 10).rounded() / 10)
    }
}
