import Bootstrap
import CommandLineArguments
import Core
import TransferInterface

struct ExportCommand: LibraryCommand {
    static let syntax = CommandSyntax(
        "export",
        "export all links to a file",
        operands: "[FILE | -]",
        count: 0...1,
        completing: [.files],
        options: [
            .value(
                "--to",
                "FORMAT",
                "netscape, json, csv, markdown or xbel (default: determined by the file name)",
                completing: .words(ExportFormat.allCases.map(\.rawValue))
            ),
            .flag(
                "--keep-formulas",
                "with csv: write cells such as =1+1 without an apostrophe, so that spreadsheets compute them"
            ),
        ],
        discussion: """
            Without FILE, and with '-', writes to standard output. An existing file is replaced when the new file is complete.
            An export that is killed leaves a hidden file, which the next export to the same path removes.
            Formats: netscape, which browsers import, is the default for other file names; json and csv are for programs; xbel is
            XML for floccus and others; markdown is a list for readers, by month. All formats except markdown can be imported again
            without losing links; json also contains the verdict and date of the last check.
            Titles come from web pages, and a spreadsheet computes a cell that begins with =, +, -, @, a tab or a carriage return.
            In csv, an apostrophe precedes such titles, notes and tags, which makes them text; 'shelf import' removes it.
            """,
        examples: [
            ("shelf export bookmarks.html", "write bookmarks for a browser"),
            ("shelf export backup.json", "write JSON for shelf and other programs"),
            ("shelf export links.md", "write a list for readers"),
        ]
    )

    let context: CommandContext
    private let file: ResultFile
    private let format: ExportFormat
    private let keepsFormulas: Bool

    init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
        self.context = context
        let path = arguments.operands.first ?? "-"
        file = try ResultFile(path, of: context.settings.library, console: context.console)
        let usual = arguments.has("--json") ? .json : Self.format(ofFile: path)
        format = try arguments.choice("--to", of: ExportFormat.self) ?? usual
        keepsFormulas = arguments.has("--keep-formulas")
        if keepsFormulas, format != .csv {
            throw .custom("'--keep-formulas' requires '--to csv'")
        }
    }

    private static func format(ofFile name: String) -> ExportFormat {
        switch name.lowercased().split(separator: ".").last {
        case "json": .json
        case "csv": .csv
        case "md", "markdown": .markdown
        case "xbel": .xbel
        default: .netscape
        }
    }

    func run() async throws -> ExitCode {
        var count = 0
        try await file.write(with: context.fileWriter) {
            count = try await context.transfer.exportLinks(
                as: format,
                keepsFormulas: keepsFormulas,
                $0
            )
        }
        if !file.isStandardOutput {
            console.note("wrote \(Console.count(count, "link")) to \(file.path)")
        }
        return .done
    }
}
