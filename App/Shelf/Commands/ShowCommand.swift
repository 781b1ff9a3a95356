import CheckingInterface
import CommandLineArguments
import Core
import LibraryInterface

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

    private let library: any LinkLibrary
    private let history: any CheckHistory
    private let console: Console
    private let ids: LinkIDs

    init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
        console = context.console
        library = context.library
        history = context.history
        ids = try LinkIDs(arguments.operands)
    }

    func run() async throws -> ExitCode {
        let links = try await library.links(ids.resolved(in: library))
        if console.isJSON {
            try console.print(links, records: try await history.latest(of: links.map(\.id)))
        } else {
            for link in links {
                try console.printDetails(of: link, history: try await history.history(of: link.id))
            }
        }
        return .done
    }
}
