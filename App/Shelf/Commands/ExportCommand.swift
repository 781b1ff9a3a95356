import Bootstrap
import CommandLineArguments
import Injection
import TransferInterface

/// `shelf export`: brings links out.
struct ExportCommand: Command {
    static let syntax = CommandSyntax(
        "export", "bring every link out to a file", operands: "[FILE | -]", count: 0...1,
        completing: [.files],
        options: [
            .value(
                "--to", "FORMAT", "netscape, json, csv or markdown; told from the name otherwise",
                completing: .words(ExportFormat.allCases.map(\.rawValue)))
        ],
        discussion: """
            Without FILE, and with '-', it writes to standard output. An existing file is replaced once the new
            one is whole. Formats: netscape is what browsers import, and the one where the name tells nothing;
            json and csv are for programs; markdown is a list to read, by month. All but markdown can be
            imported again and lose nothing of a link; json keeps the verdict and the date of its last check too.
            """,
        examples: [
            ("shelf export bookmarks.html", "for your browser"),
            ("shelf export backup.json", "for shelf, and for programs"),
            ("shelf export links.md", "to read, or to publish"),
        ])

    @Injected(\AppContainer.linkTransfer) private var transfer
    private let console: Console
    private let file: String
    private let format: ExportFormat

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        file = arguments.operands.first ?? "-"
        guard !file.isEmpty else { throw .namelessFile }
        let usual = arguments.has("--json") ? .json : Self.format(ofFile: file)
        format = try arguments.choice("--to", of: ExportFormat.self) ?? usual
    }

    /// What a file of that name usually holds.
    private static func format(ofFile name: String) -> ExportFormat {
        switch name.lowercased().split(separator: ".").last {
        case "json": .json
        case "csv": .csv
        case "md", "markdown": .markdown
        default: .netscape
        }
    }

    func run() async throws -> ExitCode {
        var count = 0
        try await console.write(to: file) { count = try await transfer.exportLinks(as: format, $0) }
        if file != "-" { console.note("wrote \(Console.count(count, "link")) to \(file)") }
        return .done
    }
}
