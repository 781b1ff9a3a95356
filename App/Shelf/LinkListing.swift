import CheckingInterface
import CommandLineArguments
import Core
import Foundation
import JSONText
import TerminalText
import TextEncodings
import TransferInterface

/// Links with their latest checks, and with the verdict runs to show.
struct CheckedLinks {
    let links: [Link]
    let records: [Link.ID: CheckRecord]
    var runs: [Link.ID: VerdictRun] = [:]
}

extension CheckedLinks {
    /// Reads the latest checks of links.
    ///
    /// - Parameter showsRuns: Whether to read the runs of the latest verdicts too.
    init(_ links: [Link], showsRuns: Bool = false, from history: any CheckHistory) async throws {
        let ids = links.map(\.id)
        self.init(
            links: links,
            records: try await history.latest(of: ids),
            runs: showsRuns ? try await history.verdictRuns(of: ids) : [:]
        )
    }
}

/// A listing that prints links as they arrive: as lines truncated to the width of the terminal, or
/// with `--json` as a JSON array.
struct LinkListing {
    private let console: Console
    private var count = 0
    private var idWidth = 0
    init(_ console: Console) {
        self.console = console
    }
    var isEmpty: Bool { count == 0 }

    mutating func add(_ selection: CheckedLinks) throws(OutputError) {
        let links = selection.links
        guard !links.isEmpty else { return }
        if console.isJSON {
            var text = [UInt8]()
            var mark = isEmpty ? "[\n" : ",\n"
            for link in links {
                text += mark
                JSONValue.link(link, selection.records[link.id], run: selection.runs[link.id])
                    .append(to: &text)
                mark = ",\n"
            }
            try console.write(String(decoding: text, as: UTF8.self))
        } else {
            idWidth = links.reduce(idWidth) { max($0, String($1.id).count) }
            let entries = links.map { entry($0, selection.records[$0.id], selection.runs[$0.id]) }
            try console.print(entries.joined(separator: "\n"))
        }
        count += links.count
    }

    func end() throws(OutputError) {
        if console.isJSON {
            try console.write(isEmpty ? "[]\n" : "\n]\n")
        }
    }

    private func entry(_ link: Link, _ record: CheckRecord?, _ run: VerdictRun?) -> String {
        let id = String(link.id)
        let indent = "".padding(to: idWidth + 2)
        let verdict = record.map(\.verdict).flatMap { $0 == .ok ? nil : $0 }
        let duration =
            run.map { run in
                let day = run.since.formatted(.iso8601.year().month().day())
                return " since \(day), \(Console.count(run.checks, "check"))"
            } ?? ""
        let mark = verdict.map { "  [\(console.label(of: $0))\(duration)]" } ?? ""
        let markWidth = verdict.map { $0.rawValue.count + duration.count + 4 } ?? 0
        let space = console.width.map { $0 - idWidth - 2 }
        let title = fitted(link.title ?? link.url, to: space.map { $0 - markWidth })
        var lines = [
            id.padding(to: idWidth) + console.styled(id, .faint) + "  "
                + console.styled(title, .bold) + mark
        ]
        if link.title != nil {
            lines.append(indent + fitted(link.url, to: space))
        }
        if console.isVerbose, let note = link.note {
            lines.append(indent + fitted(note, to: space))
        }
        if !link.tags.isEmpty {
            lines.append(indent + console.styled(fitted(console.tags(of: link), to: space), .faint))
        }
        if console.isVerbose {
            let checked = record.map { ", checked \($0.checked.formatted(.iso8601))" } ?? ""
            lines.append(
                indent + console.styled("added \(link.added.formatted(.iso8601))\(checked)", .faint)
            )
        }
        return lines.joined(separator: "\n")
    }

    private func fitted(_ text: String, to space: Int?) -> String {
        let text = text.safeForTerminal
        return space.map { text.fitted(to: max($0, 4)) } ?? text
    }
}

extension Console {
    func print(_ links: CheckedLinks) throws(OutputError) {
        var listing = LinkListing(self)
        try listing.add(links)
        try listing.end()
    }

    func name(of link: Link) -> String {
        "\(link.id)  \((link.title ?? link.url).safeForTerminal)"
    }
    func label(of verdict: Verdict) -> String {
        styled(verdict.rawValue, style(of: verdict))
    }

    func tags(of link: Link) -> String {
        link.tags.sorted().map { "#" + $0.name.safeForTerminal }.joined(separator: " ")
    }

    func style(of verdict: Verdict) -> TextStyle {
        switch verdict {
        case .ok: .green
        case .moved: .blue
        case .blocked, .flaky, .changed: .yellow
        case .dead: .red
        }
    }
}
