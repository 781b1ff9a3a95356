import Core
import Foundation
import TerminalText

extension Console {
    /// Prints links for people: two or three lines each, or JSON for programs.
    func print(_ links: [Link], records: [Link.ID: CheckRecord]) throws(OutputError) {
        var listing = LinkListing(self)
        try listing.add(links, records: records)
        try listing.end()
    }

    /// Prints everything that is known of a link; of its checks, newest first, the last few unless more is wanted.
    func printDetails(of link: Link, history: [CheckRecord]) throws(OutputError) {
        var lines = [styled((link.title ?? link.url).safeForTerminal, .bold)]
        lines.append("  number   \(link.id)")
        lines.append("  address  \(link.url.safeForTerminal)")
        for (index, line) in (link.note ?? "").split(whereSeparator: \.isNewline).enumerated() {
            lines.append((index == 0 ? "  note     " : "           ") + String(line).safeForTerminal)
        }
        if !link.tags.isEmpty { lines.append("  tags     \(tags(of: link))") }
        lines.append("  added    \(link.added.formatted(.iso8601))")
        if link.updated != link.added { lines.append("  updated  \(link.updated.formatted(.iso8601))") }
        try print(lines.joined(separator: "\n"))
        guard !history.isEmpty else { return }
        var table = TextTable([.left(), .left(), .left(), .right(), .right(), .cut()])
        let shown = isVerbose ? history[...] : history.prefix(5)
        for (index, record) in shown.enumerated() {
            let detail = [record.reason, record.location].compactMap(\.self).joined(separator: ": ")
            table.append([
                index == 0 ? "  checked" : "", TextTable.Cell(record.checked.formatted(.iso8601)),
                cell(of: record.verdict),
                TextTable.Cell(record.status.map(String.init) ?? ""), "\(record.milliseconds) ms",
                TextTable.Cell(detail.safeForTerminal),
            ])
        }
        try print(table.text(width: width))
        if shown.count < history.count { try print("           and \(history.count - shown.count) earlier, with -v") }
    }

    /// The number and the title of a link, or its address where it has none.
    func name(of link: Link) -> String { "\(link.id)  \((link.title ?? link.url).safeForTerminal)" }

    /// A verdict in its colour.
    func label(of verdict: Verdict) -> String { styled(verdict.rawValue, Self.style(of: verdict)) }

    /// How many there are, in words: `1 link`, `12 links`.
    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// The tags of a link, each with its mark.
    func tags(of link: Link) -> String {
        link.tags.sorted().map { "#" + $0.name.safeForTerminal }.joined(separator: " ")
    }

    private func cell(of verdict: Verdict) -> TextTable.Cell {
        TextTable.Cell(verdict.rawValue) { styled($0, Self.style(of: verdict)) }
    }

    private static func style(of verdict: Verdict) -> TextStyle {
        switch verdict {
        case .ok: .green
        case .moved: .blue
        case .blocked, .flaky: .yellow
        case .dead: .red
        }
    }
}
