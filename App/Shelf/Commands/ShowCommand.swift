import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import Injection
import LibraryInterface

/// `shelf show`: shows everything that is known of links.
struct ShowCommand: Command {
    static let syntax = CommandSyntax(
        "show", "show everything that is known of a link", operands: "ID…", count: 1...Int.max,
        discussion: "With its last five checks; -v shows all of them.",
        examples: [("shelf show 12", "link 12"), ("shelf show 12 --json", "for a program")])

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.linkChecker) private var checker
    private let console: Console
    private let ids: [Int64]

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        ids = try arguments.linkNumbers()
    }

    func run() async throws -> ExitCode {
        let links = try await library.links(ids)
        if console.isJSON {
            try console.print(links, records: try await checker.latest(of: links.map(\.id)))
        } else {
            for link in links { try console.printDetails(of: link, history: try await checker.history(of: link.id)) }
        }
        return .done
    }
}
