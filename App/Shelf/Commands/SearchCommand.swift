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
        options: LinkFilter.options + [
            .sort("relevance (best match first), added, title, or checked, as in 'shelf list'", Order.self), .limit,
        ],
        discussion: """
            All words must be found, in any order and place: title, note, address or tags. A word also finds the
            words that it begins; "words in double quotes" must follow each other exactly. Case and accents do
            not count. An emoji is a word; other signs are none, but for those of names such as C++ and .NET.
            """,
        examples: [
            ("shelf search swift concurrency", "both words"),
            ("shelf search '\"structured concurrency\"'", "the phrase"),
            ("shelf search --sort added swift", "the newest first"),
            ("shelf search -t book --not-tag read sqlite", "among what is tagged 'book', and not 'read'"),
        ])

    private enum Order: String, CaseIterable {
        case relevance, added, title, checked

        /// The same for a query; checks are none of its business.
        var ofQuery: LinkQuery.Order {
            switch self {
            case .relevance: .relevance
            case .added, .checked: .added
            case .title: .title
            }
        }
    }

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.linkChecker) private var checker
    private let console: Console
    private let text: String
    private let terms: [SearchTerm]
    private let filter: LinkFilter
    private let order: Order
    private let limit: Int?

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        text = arguments.operands.joined(separator: " ")
        terms = SearchTerm.parse(text)
        filter = try LinkFilter(arguments)
        order = try arguments.choice("--sort", of: Order.self) ?? .relevance
        limit = try arguments.integer("--limit", in: 0...Int.max)
        guard !terms.isEmpty || text.isEmpty && !filter.isEmpty else {
            throw text.isEmpty
                ? .missingOperand(command: "search", operands: Self.syntax.operands) : .nothingToSearch(text)
        }
    }

    func run() async throws -> ExitCode {
        var listing = LinkListing(console)
        try await listing.add(
            filter.query(terms, order: order.ofQuery), through: filter, isByCheck: order == .checked, limit: limit,
            library: library, checker: checker)
        try listing.end()
        guard listing.isEmpty, limit != 0 else { return .done }
        let plain = text.isEmpty ? "no link matches" : "no link matches '\(text)'"
        console.note(filter.hint(among: try await library.tags()) ?? plain)
        return .negative
    }
}
