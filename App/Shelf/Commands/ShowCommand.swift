import CheckingInterface
import CommandLineArguments
import Core
import Foundation
import LibraryInterface
import TerminalText

struct ShowCommand: LibraryCommand {
    static let syntax = CommandSyntax(
        "show",
        "show all details of a link",
        operands: "ID…",
        count: 1...Int.max,
        discussion: """
            Shows the last five checks; -v shows all of them. In every command, 5-8 stands for the links with IDs from 5 to 8.
            """,
        examples: [
            ("shelf show 12", "show link 12"),
            ("shelf show 5-8", "show the links with IDs from 5 to 8"),
            ("shelf show 12 --json", "print JSON for a program"),
        ]
    )

    let context: CommandContext
    private let ids: LinkIDs

    init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
        self.context = context
        ids = try LinkIDs(arguments.operands)
    }

    func run() async throws -> ExitCode {
        let links = try await library.links(ids.resolved(in: library))
        if console.isJSON {
            try console.print(try await CheckedLinks(links, from: history))
        } else {
            for link in links {
                try console.printDetails(of: link, history: try await history.history(of: link.id))
            }
        }
        return .done
    }
}

extension Console {
    /// Prints all details of a link, and its last five checks, or all checks if the console is
    /// verbose. `history` contains the checks, newest first.
    fileprivate func printDetails(of link: Link, history: [CheckRecord]) throws(OutputError) {
        var lines = [styled((link.title ?? link.url).safeForTerminal, .bold)]
        lines.append("  ID       \(link.id)")
        lines.append("  URL      \(link.url.safeForTerminal)")
        for (index, line) in (link.note ?? "").split(whereSeparator: \.isNewline).enumerated() {
            lines.append(
                (index == 0 ? "  note     " : "           ") + String(line).safeForTerminal
            )
        }
        if !link.tags.isEmpty {
            lines.append("  tags     \(tags(of: link))")
        }
        lines.append("  added    \(link.added.formatted(.iso8601))")
        if link.updated != link.added {
            lines.append("  updated  \(link.updated.formatted(.iso8601))")
        }
        try print(lines.joined(separator: "\n"))
        guard !history.isEmpty else { return }
        var table = TextTable([.left(""), .left(""), .left(""), .right(""), .right(""), .cut("")])
        let shown = isVerbose ? history[...] : history.prefix(5)
        for (index, record) in shown.enumerated() {
            let detail = [record.reason, record.location].compactMap(\.self).joined(separator: ": ")
            table.append([
                index == 0 ? "  checked" : "",
                "\(record.checked.formatted(.iso8601))",
                TextTable.Cell(record.verdict.rawValue) { styled($0, style(of: record.verdict)) },
                "\(record.status.map(String.init) ?? "")",
                "\(record.milliseconds) ms",
                "\(detail.safeForTerminal)",
            ])
        }
        try print(table.text(width: width))
        if shown.count < history.count {
            try print("           and \(history.count - shown.count) earlier; -v shows all")
        }
    }
}
