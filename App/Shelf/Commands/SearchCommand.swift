import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import Injection
import LibraryInterface

/// `shelf search`: finds links by words.
struct SearchCommand: Command {
    static let syntax = CommandSyntax(
        "search", "find links by words, best match first", operands: "QUERY…", count: 0...Int.max,
        options: [.tags("only links with TAG; may be given again"), .limit],
        discussion: """
            All words must be found, in any order and place: title, note, address or tags. A word also finds the
            words that it begins; "words in double quotes" must follow each other exactly. Case and accents do
            not count.
            """,
        examples: [
            ("shelf search swift concurrency", "both words"),
            ("shelf search '\"structured concurrency\"'", "the phrase"),
            ("shelf search -t book sqlite", "among what is tagged 'book'"),
        ])

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.linkChecker) private var checker
    private let console: Console
    private let text: String
    private let query: LinkQuery

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        text = arguments.operands.joined(separator: " ")
        query = LinkQuery(
            terms: SearchTerm.parse(text), tags: try arguments.tags("--tag"), order: .relevance,
            limit: try arguments.integer("--limit", in: 0...Int.max))
        guard !query.terms.isEmpty || !query.tags.isEmpty else {
            throw text.isEmpty
                ? .missingOperand(command: "search", operands: Self.syntax.operands) : .nothingToSearch(text)
        }
    }

    func run() async throws -> ExitCode {
        var listing = LinkListing(console)
        for try await links in library.batches(matching: query) {
            try listing.add(links, records: try await checker.latest(of: links.map(\.id)))
        }
        // Lists that are interrupted end as whole ones do.
        try Task.checkCancellation()
        try listing.end()
        guard listing.isEmpty, query.limit != 0 else { return .done }
        console.note("no link matches '\(text)'")
        return .negative
    }
}
