import Core
import Foundation
import TerminalText

extension Console {
    /// Prints links for people: two or three lines each, or JSON for programs.
    func print(_ links: [Link], records: [Link.ID: CheckRecord]) throws(OutputError) {
        if isJSON {
            return try print(json: .array(links.map { .link($0, records[$0.id]) }))
        }
        guard !links.isEmpty else { return }
        let width = links.map { String($0.id).count }.max() ?? 0
        try print(links.map { entry($0, records[$0.id], width: width) }.joined(separator: "\n"))
    }

    /// Prints everything that is known of a link.
    func printDetails(of link: Link, _ record: CheckRecord?) throws(OutputError) {
        var lines = [styled((link.title ?? link.url).safeForTerminal, .bold)]
        lines.append("  number   \(link.id)")
        lines.append("  address  \(link.url.safeForTerminal)")
        if let note = link.note { lines.append("  note     \(note.safeForTerminal)") }
        if !link.tags.isEmpty { lines.append("  tags     \(tags(of: link))") }
        lines.append("  added    \(link.added.formatted(.iso8601))")
        if link.updated != link.added { lines.append("  updated  \(link.updated.formatted(.iso8601))") }
        if let record {
            let reason = [record.reason, record.location].compactMap(\.self).joined(separator: ": ")
            let detail = reason.isEmpty ? "" : " (\(reason.safeForTerminal))"
            lines.append("  checked  \(record.checked.formatted(.iso8601)): \(label(of: record.verdict))\(detail)")
        }
        try print(lines.joined(separator: "\n"))
    }

    /// A verdict in its colour.
    func label(of verdict: Verdict) -> String {
        switch verdict {
        case .ok: styled(verdict.rawValue, .green)
        case .moved: styled(verdict.rawValue, .blue)
        case .blocked, .flaky: styled(verdict.rawValue, .yellow)
        case .dead: styled(verdict.rawValue, .red)
        }
    }

    /// How many there are, in words: `1 link`, `12 links`.
    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private func entry(_ link: Link, _ record: CheckRecord?, width: Int) -> String {
        let number = String(link.id)
        let indent = String(repeating: " ", count: width + 2)
        var head = String(repeating: " ", count: width - number.count) + styled(number, .faint) + "  "
        head += styled((link.title ?? link.url).safeForTerminal, .bold)
        if let verdict = record?.verdict, verdict != .ok { head += "  [\(label(of: verdict))]" }
        var lines = [head]
        if link.title != nil { lines.append(indent + link.url.safeForTerminal) }
        if !link.tags.isEmpty { lines.append(indent + styled(tags(of: link), .faint)) }
        return lines.joined(separator: "\n")
    }

    private func tags(of link: Link) -> String {
        link.tags.sorted().map { "#" + $0.name.safeForTerminal }.joined(separator: " ")
    }
}
