import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import Injection
import LibraryInterface

/// `shelf show`: shows all details of links.
struct ShowCommand: Command {
    static let syntax = CommandSyntax(
        "show", "show all details of a link", operands: "ID…", count: 1...Int.max,
        discussion: "Shows the last five checks; -v shows all of them.",
        examples: [("shelf show 12", "link 12"), ("shelf show 12 --json", "for a program")])

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.linkChecker) private var checker
    private let console: Console
    private let ids: [Link.ID]

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        ids = try arguments.linkIDs()
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

/// `shelf open`: opens the pages of links in the browser.
struct OpenCommand: Command {
    static let syntax = CommandSyntax(
        "open", "open links in your browser", operands: "ID…", count: 1...Int.max,
        discussion: """
            Runs \(defaultOpener), or the program in SHELF_OPENER, with the URL as its last argument.
            """,
        examples: [("shelf open 12", "link 12"), ("SHELF_OPENER=w3m shelf open 12", "in another browser")])

    #if os(macOS)
        private static let defaultOpener = "open"
    #else
        private static let defaultOpener = "xdg-open"
    #endif

    @Injected(\AppContainer.library) private var library
    private let console: Console
    private let ids: [Link.ID]

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        ids = try arguments.linkIDs()
    }

    func run() async throws -> ExitCode {
        let named = console.environment["SHELF_OPENER"].flatMap { $0.isEmpty ? nil : $0 }
        let opener = named ?? Self.defaultOpener
        for link in try await library.links(ids) {
            let code = console.terminal.run(opener, with: link.url)
            guard code == 0 else {
                throw ProgramError.failed(opener, code: code, remedy: "name another in SHELF_OPENER")
            }
            if console.isVerbose { console.note("opened \(link.url)") }
        }
        return .done
    }
}
