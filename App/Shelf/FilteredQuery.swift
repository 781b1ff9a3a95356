import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import Foundation
import Injection
import LibraryInterface

/// The order of links in a list.
enum LinkOrder: String, CaseIterable { case relevance, added, title, checked }

/// The query of a command that lists links, with its filter, order and limit.
struct FilteredQuery {
    /// Returns the options of a command that lists links in one of the given orders.
    ///
    /// - Parameter help: The description of the option `--sort`.
    static func options(_ help: String, _ orders: [LinkOrder]) -> [OptionSyntax] {
        LinkFilter.options + [
            .value("--sort", "ORDER", help, completing: .words(orders.map(\.rawValue))),
            .value("--limit", short: "-n", "N", "show at most N links"),
        ]
    }

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.checkHistory) private var history
    let filter: LinkFilter
    private let query: LinkQuery
    /// Whether to list the least recently checked links first, regardless of the query's order.
    private let sortsByCheck: Bool
    private let limit: Int?

    init(
        _ terms: SearchTerms = [],
        orders: [LinkOrder],
        _ arguments: ParsedArguments
    ) throws(UsageError) {
        let order = try arguments.choice("--sort", of: LinkOrder.self, among: orders) ?? orders[0]
        sortsByCheck = order == .checked
        filter = try LinkFilter(arguments)
        query = filter.query(
            terms,
            order: order == .relevance ? .relevance : order == .title ? .title : .added
        )
        limit = try arguments.integer("--limit", in: 0...Int.max)
    }

    /// Prints the links that match. If no link matches, prints a hint or the given message.
    func run(_ console: Console, emptyMessage: String) async throws -> ExitCode {
        var listing = LinkListing(console)
        if sortsByCheck {
            try await printByCheck(to: &listing)
        } else {
            try await printBatches(to: &listing)
        }
        try listing.end()
        guard listing.isEmpty, limit != 0 else { return .done }
        console.note(filter.hint(among: try await library.tags()) ?? emptyMessage)
        return .negative
    }

    private func printByCheck(to listing: inout LinkListing) async throws {
        let links = try await library.links(matching: query)
        var selection = try await filter.selection(
            of: links,
            records: history.latest(),
            from: history
        )
        let records = selection.records
        selection.links.sort {
            (records[$0.id]?.checked ?? .distantPast) < (records[$1.id]?.checked ?? .distantPast)
        }
        selection.links = Array(selection.links.prefix(limit ?? .max))
        try listing.add(selection)
    }

    private func printBatches(to listing: inout LinkListing) async throws {
        try await filter.forEachBatch(of: query, limit: limit, from: library, history) {
            try listing.add($0)
        }
    }
}
