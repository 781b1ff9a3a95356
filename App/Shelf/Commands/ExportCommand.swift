import Bootstrap
import CommandLineArguments
import Injection
import TransferInterface

/// `shelf export`: brings links out.
struct ExportCommand: Command {
    static let syntax = CommandSyntax(
        "export", "bring every link out to a file", operands: "[FILE | -]", count: 0...1,
        options: [.value("--to", "FORMAT", "netscape (what browsers import) or json; told from the name otherwise")],
        discussion: """
            Without FILE, and with '-', it writes to standard output. An existing file is replaced once the new
            one is whole.
            """,
        examples: [
            ("shelf export bookmarks.html", "for your browser"),
            ("shelf export backup.json", "for shelf, and for programs"),
        ])

    @Injected(\AppContainer.linkTransfer) private var transfer
    private let console: Console
    private let destination: TransferDestination
    private let format: TransferFormat

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        let name = arguments.operands.first ?? "-"
        destination = name == "-" ? .standardOutput : .file(path: name)
        let usual: TransferFormat = name.lowercased().hasSuffix(".json") || arguments.has("--json") ? .json : .netscape
        format = try arguments.choice("--to", of: TransferFormat.self) ?? usual
    }

    func run() async throws -> ExitCode {
        let count = try await transfer.exportLinks(to: destination, format: format)
        if case .file(let path) = destination { console.note("wrote \(Console.count(count, "link")) to \(path)") }
        return .done
    }
}
