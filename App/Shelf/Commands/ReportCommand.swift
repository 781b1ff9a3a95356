import Bootstrap
import CommandLineArguments
import Core
import JSONText
import Reports
import TerminalText

struct ReportCommand: LibraryCommand {
    static let syntax = CommandSyntax(
        "report",
        "show statistics, or write a page of all links",
        options: [
            .value(
                "--html",
                "FILE",
                "write an HTML page with all links to FILE",
                completing: .files
            )
        ],
        discussion: """
            Also lists the links whose last two checks have different verdicts. Links with one check are not listed.
            The page is complete in one file and loads nothing. It can be searched, sorted, and filtered by tag and verdict.
            '-' writes the page to standard output; an existing file is replaced when the new file is complete.
            """,
        examples: [
            ("shelf report", "show the numbers of links, verdicts and tags, and recent changes"),
            ("shelf report --html links.html", "write a page of all links"),
        ]
    )

    let context: CommandContext
    private let page: ResultFile?

    init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
        self.context = context
        guard let path = arguments.value("--html") else {
            page = nil
            return
        }
        page = try ResultFile(path, of: context.settings.library, console: context.console)
    }

    func run() async throws -> ExitCode {
        if let page {
            try await page.write(with: context.fileWriter) {
                try await context.reporter.writePage($0)
            }
            if !page.isStandardOutput {
                console.note("wrote the page to \(page.path)")
            }
            return .done
        }
        let summary = try await context.reporter.summary()
        if console.isJSON {
            try console.print(json: Self.json(summary))
            return .done
        }
        var lines = [Console.count(summary.links, "link")]
        let verdicts = Verdict.allCases.compactMap { verdict in
            summary.verdicts[verdict].map { "\($0) \(console.label(of: verdict))" }
        }
        lines.append(
            "  checks  " + (verdicts + ["\(summary.unchecked) unchecked"]).joined(separator: ", ")
        )
        let tags = summary.tags.prefix(12).map { "\($0.tag.name.safeForTerminal) (\($0.links))" }
        let rest = summary.tags.count > 12 ? ", and \(summary.tags.count - 12) more" : ""
        if !tags.isEmpty {
            lines.append("  tags    " + tags.joined(separator: ", ") + rest)
        }
        lines += changeLines(summary.changes)
        try console.print(lines.joined(separator: "\n"))
        return .done
    }

    private static let shownChanges = 20

    /// Returns the lines about links whose latest two checks have different verdicts.
    private func changeLines(_ changes: [VerdictChange]) -> [String] {
        guard !changes.isEmpty else { return [] }
        let shown = console.isVerbose ? changes[...] : changes.prefix(Self.shownChanges)
        let column = 2 * Verdict.columns + " (was )  ".columns
        let lines = shown.map { change in
            let old = " (was \(change.old.rawValue))"
            let padding = (change.new.rawValue + old).padding(to: column)
            let name = console.name(of: change.link)
            return "    \(console.label(of: change.new))\(old)\(padding)"
                + (console.width.map { name.fitted(to: max($0 - column - 4, 4)) } ?? name)
        }
        let rest = changes.count - shown.count
        return ["  \(Console.count(changes.count, "verdict")) changed since the previous check"]
            + lines
            + (rest > 0 ? ["    and \(rest) more; -v shows all"] : [])
    }

    private static func json(_ summary: LibrarySummary) -> JSONValue {
        let verdicts = Verdict.allCases.map { verdict in
            (verdict.rawValue, JSONValue.integer(summary.verdicts[verdict] ?? 0))
        }
        let changes = summary.changes.map { change in
            [
                "id": .integer(change.link.id),
                "url": .string(change.link.url),
                "old": .string(change.old.rawValue),
                "new": .string(change.new.rawValue),
            ] as JSONValue
        }
        return [
            "links": .integer(summary.links),
            "unchecked": .integer(summary.unchecked),
            "verdicts": .object(verdicts),
            "tags": .tags(summary.tags),
            "changes": .array(changes),
        ]
    }
}
