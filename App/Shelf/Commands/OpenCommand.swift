import Bootstrap
import CommandLineArguments
import Core
import Injection
import LibraryInterface

/// `shelf open`: shows the pages of links in the browser.
struct OpenCommand: Command {
    static let syntax = CommandSyntax(
        "open", "open links in your browser", operands: "ID…", count: 1...Int.max,
        discussion: """
            It calls \(usualOpener) with the address, or what SHELF_OPENER names: a program that takes an address as
            its last argument.
            """,
        examples: [("shelf open 12", "link 12"), ("SHELF_OPENER=w3m shelf open 12", "in another browser")])

    @Injected(\AppContainer.library) private var library
    private let console: Console
    private let ids: [Link.ID]

    #if os(macOS)
        private static let usualOpener = "open"
    #else
        private static let usualOpener = "xdg-open"
    #endif

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        ids = try arguments.linkNumbers()
    }

    func run() async throws -> ExitCode {
        let named = console.environment["SHELF_OPENER"].flatMap { $0.isEmpty ? nil : $0 }
        let opener = named ?? Self.usualOpener
        for link in try await library.links(ids) {
            let outcome = console.terminal.run(opener, with: link.url)
            guard outcome == 0 else {
                throw ProgramError.failed(opener, code: outcome, remedy: "name another in SHELF_OPENER")
            }
            if console.isVerbose { console.note("opened \(link.url)") }
        }
        return .done
    }
}
