import CheckingInterface
import CommandLineArguments
import Core
import LibraryInterface

struct OpenCommand: LibraryCommand {
    static let syntax = CommandSyntax(
        "open",
        "open links in your browser",
        operands: "[ID… | QUERY]",
        count: 0...Int.max,
        dashedOperands: .excludedWord,
        options: LinkQuery.filterOptions + [
            .value(
                "--limit",
                short: "-n",
                "N",
                "open at most N of the found links (\(defaultLimit))"
            ),
            .flag(
                "--archived",
                "open the newest copy in the Wayback Machine of the Internet Archive"
            ),
        ],
        discussion: """
            Opens the links with the given IDs, or the first links that a search finds, best match first. Tags and verdicts
            select links as in 'shelf list'.
            Runs \(defaultOpener), or the program in SHELF_OPENER, with each URL as its last argument.
            """,
        examples: [
            ("shelf open 12", "open link 12"),
            ("SHELF_OPENER=w3m shelf open 12", "open link 12 in another browser"),
            ("shelf open 5-8", "open the links with IDs from 5 to 8"),
            ("shelf open -n 3 swift concurrency", "open the three best matches of a search"),
            ("shelf open --archived 12", "open the archived copy of link 12"),
            ("shelf open --archived --dead", "open the archived copies of ten dead links"),
        ]
    )

    /// The maximum number of links to open from a search if the command line does not specify a
    /// number.
    private static let defaultLimit = 10

    #if os(macOS)
        private static let defaultOpener = "open"
    #else
        private static let defaultOpener = "xdg-open"
    #endif

    let context: CommandContext
    private let selection: LinkSelection
    private let limit: Int?
    private let isArchived: Bool

    init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
        self.context = context
        selection = try LinkSelection(arguments, order: .relevance)
        limit = try arguments.integer("--limit", in: 1...Int.max)
        isArchived = arguments.has("--archived")
        guard !selection.isAll else {
            throw .missingOperand(command: "open", operands: "ID… | QUERY")
        }
    }

    func run() async throws -> ExitCode {
        let named = console.environment["SHELF_OPENER"].flatMap { $0.isEmpty ? nil : $0 }
        let opener = named ?? Self.defaultOpener
        var code = ExitCode.done
        let links = try await links()
        if links.isEmpty {
            let hint = selection.query.hint(among: try await library.tags())
            console.note(hint ?? "no link matches")
            code = .negative
        }
        for link in links {
            let copy =
                isArchived ? try await context.archivedCopies.archivedCopy(of: link) : link.url
            guard let url = copy else {
                console.note("link \(link.id) has no archived copy")
                code = .negative
                continue
            }
            let code = terminal.run(opener, with: url)
            guard code == 0 else {
                throw Failure.program(
                    opener,
                    code: code,
                    remedy: "set SHELF_OPENER to another program"
                )
            }
            if console.isVerbose {
                console.note("opened \(url)")
            }
        }
        return code
    }

    /// Returns the links to open.
    private func links() async throws -> [Link] {
        if let ids = selection.ids {
            return try await library.links(ids.resolved(in: library))
        }
        var query = selection.query
        query.limit = limit ?? Self.defaultLimit
        let found = try await library.links(matching: query)
        guard limit == nil, found.count == Self.defaultLimit else {
            return found
        }
        let total = try await library.ids(matching: selection.query).count
        if total > found.count {
            console.note("opening \(found.count) of \(total) links; -n \(total) opens all of them")
        }
        return found
    }
}
