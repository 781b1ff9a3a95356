import AsyncStreams
import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import Foundation
import Injection
import LibraryInterface

struct ListCommand: LibraryCommand {
    static let syntax = CommandSyntax(
        "list",
        "show links, newest first",
        options: FilteredQuery.options(
            "sort by added (newest first), title, or checked (least recent first)",
            orders
        ),
        examples: [
            ("shelf list -n 10", "list the ten newest links"),
            ("shelf list -t swift --not-tag read", "list unread links about Swift"),
            ("shelf list -t 'swift OR rust,-read'", "list unread links about Swift or Rust"),
            ("shelf list --untagged -n 20", "list links without tags"),
            ("shelf list --verdict flaky,unchecked", "list links worth another check"),
            ("shelf list --dead-since 30d", "list links that have been dead for a month or longer"),
            ("shelf list --json", "print all links as JSON"),
        ]
    )

    private static let orders = [LinkOrder.added, .title, .checked]
    private let console: Console
    private let query: FilteredQuery

    init(_ arguments: ParsedArguments, console: Console, settings: Settings) throws(UsageError) {
        self.console = console
        query = try FilteredQuery(orders: Self.orders, arguments)
    }

    func run() async throws -> ExitCode {
        if !query.filter.isEmpty {
            return try await query.run(console, emptyMessage: "no link matches")
        }
        _ = try await query.run(
            console,
            emptyMessage: "the library is empty; 'shelf add URL' saves a link"
        )
        return .done
    }
}

struct SearchCommand: LibraryCommand {
    static let syntax = CommandSyntax(
        "search",
        "find links by words, best match first",
        operands: "QUERY…",
        count: 0...Int.max,
        dashedOperands: .excludedWord,
        options: FilteredQuery.options(
            "sort by relevance (best match first), added, title, or checked, as in 'shelf list'",
            LinkOrder.allCases
        ),
        discussion: """
            A link matches if its title, note, URL or tags contain all words, in any order. A word also matches words that
            begin with it; "words in double quotes" must follow each other exactly. Case and accents are ignored. An emoji is a
            word; other symbols are ignored, except in names such as C++ and .NET.
            'a OR b' finds links that contain at least one of the two; 'a OR b c' also requires c. -word and -"two words"
            exclude links; quote the query, or write -- before it, because a dash begins an option.
            """,
        examples: [
            ("shelf search swift concurrency", "find links with both words"),
            ("shelf search '\"structured concurrency\"'", "find a phrase"),
            ("shelf search 'swift OR rust -video'", "find either of two words, but not a third"),
            ("shelf search -- -video", "find all links without a word"),
            ("shelf search --sort added swift", "show the newest matches first"),
            (
                "shelf search -t book --not-tag read sqlite",
                "find only links with the tag 'book' and without 'read'"
            ),
        ]
    )

    private let console: Console
    private let text: String
    private let query: FilteredQuery

    init(_ arguments: ParsedArguments, console: Console, settings: Settings) throws(UsageError) {
        self.console = console
        text = arguments.operands.joined(separator: " ")
        let terms = SearchTerms(text)
        query = try FilteredQuery(terms, orders: LinkOrder.allCases, arguments)
        guard !terms.isEmpty || text.isEmpty && !query.filter.isEmpty else {
            throw text.isEmpty
                ? .missingOperand(command: "search", operands: Self.syntax.operands)
                : .nothingToSearch(text)
        }
    }

    func run() async throws -> ExitCode {
        try await query.run(
            console,
            emptyMessage: text.isEmpty ? "no link matches" : "no link matches '\(text)'"
        )
    }
}

private enum LinkOrder: String, CaseIterable { case relevance, added, title, checked }

private struct FilteredQuery {
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
