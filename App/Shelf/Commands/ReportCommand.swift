import Bootstrap
import CommandLineArguments
import Core
import Injection
import ReportsInterface

/// `shelf report`: shows the library in numbers.
struct ReportCommand: Command {
    static let syntax = CommandSyntax(
        "report", "show what the library looks like", examples: [("shelf report", "links, verdicts and tags")])

    @Injected(\AppContainer.reporter) private var reporter
    private let console: Console

    init(_ arguments: ParsedArguments, console: Console) { self.console = console }

    func run() async throws -> ExitCode {
        let summary = try await reporter.summary()
        if console.isJSON {
            try console.print(json: Self.json(summary))
            return .done
        }
        var lines = [Console.count(summary.links, "link")]
        let verdicts = Verdict.allCases.compactMap { verdict in
            summary.verdicts[verdict].map { "\($0) \(console.label(of: verdict))" }
        }
        lines.append("  checks  " + (verdicts + ["\(summary.unchecked) unchecked"]).joined(separator: ", "))
        let tags = summary.tags.prefix(12).map { "\($0.tag.name.safeForTerminal) (\($0.links))" }
        let rest = summary.tags.count > 12 ? ", and \(summary.tags.count - 12) more" : ""
        if !tags.isEmpty { lines.append("  tags    " + tags.joined(separator: ", ") + rest) }
        try console.print(lines.joined(separator: "\n"))
        return .done
    }

    private static func json(_ summary: LibrarySummary) -> JSONValue {
        .object([
            ("links", .integer(Int64(summary.links))), ("unchecked", .integer(Int64(summary.unchecked))),
            (
                "verdicts",
                .object(Verdict.allCases.map { ($0.rawValue, .integer(Int64(summary.verdicts[$0] ?? 0))) })
            ),
            (
                "tags",
                .array(
                    summary.tags.map {
                        .object([("tag", .string($0.tag.name)), ("links", .integer(Int64($0.links)))])
                    })
            ),
        ])
    }
}
