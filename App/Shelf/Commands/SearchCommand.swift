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
        options: LinkFilter.options + [.limit],
        discussion: """
            All words must be found, in any order and place: title, note, address or tags. A word also finds the
            words that it begins; "words in double quotes" must follow each other exactly. Case and accents do
            not count.
            """,
        examples: [
            ("shelf search swift concurrency", "both words"),
            ("shelf search '\"structured concurrency\"'", "the phrase"),
            ("shelf search -t book --not-tag read sqlite", "among what is tagged 'book', and not 'read'"),
        ])

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.linkChecker) private var checker
    private let console: Console
    private let text: String
    private let terms: [SearchTerm]
    private let filter: LinkFilter
    private let limit: Int?

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        text = arguments.operands.joined(separator: " ")
        terms = SearchTerm.parse(text)
        filter = try LinkFilter(arguments)
        limit = try arguments.integer("--limit", in: 0...Int.max)
        guard !terms.isEmpty || text.isEmpty && !filter.isEmpty else {
            throw text.isEmpty
                ? .missingOperand(command: "search", operands: Self.syntax.operands) : .nothingToSearch(text)
        }
    }

    func run() async throws -> ExitCode {
        var listing = LinkListing(console)
        let query = LinkQuery(
            terms: terms, tags: filter.tags, excludedTags: filter.excludedTags, order: .relevance)
        try await listing.add(query, through: filter, limit: limit, library: library, checker: checker)
        try listing.end()
        guard listing.isEmpty, limit != 0 else { return .done }
        let plain = text.isEmpty ? "no link matches" : "no link matches '\(text)'"
        console.note(filter.hint(among: try await library.tags()) ?? plain)
        return .negative
    }
}
