import Core
import ReportsInterface

/// How the verdicts of a library are shared out, as a drawing with a legend.
///
/// The drawing is a bar of SVG, and says the same in words to those who do not see it.
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
            Verdict.allCases.map { Share(name: $0.rawValue, count: summary.verdicts[$0] ?? 0) }.filter { $0.count > 0 }
            + (summary.unchecked > 0 ? [Share(name: "unchecked", count: summary.unchecked)] : [])
    }

    /// The names of what there is, as the page writes them.
    var names: [String] { shares.map(\.name) }

    /// The drawing and its legend; a sentence where there is nothing to draw.
    var html: String {
        guard !shares.isEmpty else { return "<p>The library is empty.</p>" }
        return "\(drawing)\n<ul class=\"legend\">\n\(shares.map(legend).joined(separator: "\n"))\n</ul>"
    }

    private var drawing: String {
        let words = shares.map { "\($0.count) \($0.name) (\(percent(of: $0)))" }.joined(separator: ", ")
        var left = 0.0
        var bars = ""
        for (share, width) in zip(shares, widths) {
            bars +=
                "<rect class=\"\(share.name)\" x=\"\(Self.number(left))\" width=\"\(Self.number(width))\" height=\"20\"/>"
            left += width
        }
        return """
            <svg class="shares" viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" aria-labelledby="words-of-shares">\
            <title id="words-of-shares">\(words)</title>\(bars)</svg>
            """
    }

    /// Parts of 1000, none too narrow to be seen.
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

    /// The share in whole percent, which is never nothing and never all when it is not.
    private func percent(of share: Share) -> String {
        let percent = 100 * Double(share.count) / Double(total)
        if percent < 1 { return "under 1 %" }
        return "\(Int(share.count < total ? min(percent.rounded(), 99) : 100)) %"
    }

    private static func number(_ value: Double) -> String { String((value * 10).rounded() / 10) }
}
