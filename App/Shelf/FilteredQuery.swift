import CheckingInterface
import CommandLineArguments
import Core
import LibraryInterface
import SearchText
import WebURLs

/// The query of a command that lists links, with its filter, order and limit.
struct FilteredQuery: ContextUser {
    /// Returns the options of a command that lists links in one of the given orders.
    ///
    /// - Parameter help: The description of the option `--sort`.
    static func options(_ help: String, _ orders: [LinkQuery.Order]) -> [OptionSyntax] {
        LinkQuery.filterOptions + [
            .value("--sort", "ORDER", help, completing: .words(orders.map(\.rawValue))),
            .value("--limit", short: "-n", "N", "show at most N links"),
        ]
    }

    /// Whether options restrict the links.
    let isFiltered: Bool
    let context: CommandContext
    private let query: LinkQuery
    private let listsDuplicates: Bool

    init(
        _ terms: SearchTerms = [],
        orders: [LinkQuery.Order],
        _ arguments: ParsedArguments,
        in context: CommandContext
    ) throws(UsageError) {
        self.context = context
        listsDuplicates = arguments.has("--duplicates")
        var query = try LinkQuery(arguments)
        isFiltered = listsDuplicates || query != LinkQuery()
        query.terms = terms
        query.order =
            try arguments.choice("--sort", of: LinkQuery.Order.self, among: orders) ?? orders[0]
        query.limit = try arguments.integer("--limit", in: 0...Int.max)
        self.query = query
    }

    /// Prints the links that match. If no link matches, prints a hint or the given message.
    func run(emptyMessage: String) async throws -> ExitCode {
        var listing = LinkListing(console)
        let showsRuns = query.deadFor != nil
        if listsDuplicates {
            let links = try await library.links(duplicates())
            try listing.add(try await CheckedLinks(links, showsRuns: showsRuns, from: history))
        } else {
            try await library.forEachBatch(matching: query) { [history] links in
                try await CheckedLinks(links, showsRuns: showsRuns, from: history)
            } deliver: { batch in
                try listing.add(batch)
            }
        }
        try listing.end()
        guard listing.isEmpty, query.limit != 0 else { return .done }
        console.note(query.hint(among: try await library.tags()) ?? emptyMessage)
        return .negative
    }

    /// Returns the links whose URLs have the address of another link, ordered by address.
    private func duplicates() async throws -> [Link.ID] {
        var candidates = query
        candidates.limit = nil
        var links: [String: [Link.ID]] = [:]
        try await library.forEachBatch(matching: candidates) {
            $0
        } deliver: { batch in
            for link in batch {
                links[link.url.urlAddress, default: []].append(link.id)
            }
        }
        let duplicates = links.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
        return Array(duplicates.flatMap(\.value).prefix(query.limit ?? .max))
    }
}
