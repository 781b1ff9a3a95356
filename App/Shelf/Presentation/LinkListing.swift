import Core
import Foundation
import JSONText
import TerminalText
import TextEncodings

/// Prints links as they come: for people two lines or more each, cut to the terminal; for programs one JSON array.
struct LinkListing {
    private let console: Console
    private var count = 0
    private var numberWidth = 0

    init(_ console: Console) { self.console = console }

    /// Whether no link was printed yet.
    var isEmpty: Bool { count == 0 }

    /// Prints the next links.
    mutating func add(_ links: some Collection<Link>, records: [Link.ID: CheckRecord]) throws(OutputError) {
        guard !links.isEmpty else { return }
        if console.isJSON {
            var (text, mark) = ([UInt8](), isEmpty ? "[\n" : ",\n")
            for link in links {
                text += mark
                JSONValue.link(link, records[link.id]).append(to: &text)
                mark = ",\n"
            }
            try console.write(String(decoding: text, as: UTF8.self))
        } else {
            numberWidth = max(numberWidth, links.map { String($0.id).count }.max() ?? 0)
            try console.print(links.map { entry($0, records[$0.id]) }.joined(separator: "\n"))
        }
        count += links.count
    }

    /// Ends the listing.
    func end() throws(OutputError) {
        if console.isJSON { try console.write(isEmpty ? "[]\n" : "\n]\n") }
    }

    private func entry(_ link: Link, _ record: CheckRecord?) -> String {
        let number = String(link.id)
        let indent = String(repeating: " ", count: numberWidth + 2)
        let verdict = record.map(\.verdict).flatMap { $0 == .ok ? nil : $0 }
        let mark = verdict.map { "  [\(console.label(of: $0))]" } ?? ""
        let markWidth = verdict.map { $0.rawValue.count + 4 } ?? 0
        let space = console.width.map { $0 - numberWidth - 2 }
        let title = fitted(link.title ?? link.url, to: space.map { $0 - markWidth })
        let padding = String(repeating: " ", count: numberWidth - number.count)
        var lines = [padding + console.styled(number, .faint) + "  " + console.styled(title, .bold) + mark]
        if link.title != nil { lines.append(indent + fitted(link.url, to: space)) }
        if console.isVerbose, let note = link.note { lines.append(indent + fitted(note, to: space)) }
        if !link.tags.isEmpty {
            lines.append(indent + console.styled(fitted(console.tags(of: link), to: space), .faint))
        }
        if console.isVerbose {
            let checked = record.map { ", checked \($0.checked.formatted(.iso8601))" } ?? ""
            lines.append(indent + console.styled("added \(link.added.formatted(.iso8601))\(checked)", .faint))
        }
        return lines.joined(separator: "\n")
    }

    /// The text in the space that there is, where there is a limit.
    private func fitted(_ text: String, to space: Int?) -> String {
        let text = text.safeForTerminal
        return space.map { text.fitted(to: max($0, 4)) } ?? text
    }
}
