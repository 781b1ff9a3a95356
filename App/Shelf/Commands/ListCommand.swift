import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import Foundation
import Injection
import LibraryInterface

/// `shelf list`: shows links.
struct ListCommand: Command {
    static let syntax = CommandSyntax(
        "list", "show links, newest first",
        options: LinkFilter.options + [
            .value(
                "--sort", "ORDER", "added (newest first), title, or checked (longest ago first)",
                completing: .words(Order.allCases.map(\.rawValue))),
            .limit,
        ],
        examples: [
            ("shelf list -n 10", "the ten newest"),
            ("shelf list -t swift --not-tag read", "what is still to be read about Swift"),
            ("shelf list --verdict flaky,unchecked", "what is worth another check"),
            ("shelf list --json", "everything, for a program"),
        ])

    private enum Order: String, CaseIterable { case added, title, checked }

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.linkChecker) private var checker
    private let console: Console
    private let filter: LinkFilter
    private let order: Order
    private let limit: Int?

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        filter = try LinkFilter(arguments)
        order = try arguments.choice("--sort", of: Order.self) ?? .added
        limit = try arguments.integer("--limit", in: 0...Int.max)
    }

    func run() async throws -> ExitCode {
        var listing = LinkListing(console)
        let query = LinkQuery(
            tags: filter.tags, excludedTags: filter.excludedTags, order: order == .title ? .title : .added)
        if order == .checked {
            try await addByCheck(query, to: &listing)
        } else {
            try await listing.add(query, through: filter, limit: limit, library: library, checker: checker)
        }
        try listing.end()
        guard listing.isEmpty, limit != 0 else { return .done }
        guard !filter.isEmpty else {
            console.note("the library is empty; 'shelf add URL' saves a link")
            return .done
        }
        console.note(filter.hint(among: try await library.tags()) ?? "no link matches")
        return .negative
    }

    private func addByCheck(_ query: LinkQuery, to listing: inout LinkListing) async throws {
        let records = try await checker.latest()
        var links = try await library.links(matching: query).filter { filter.allows(records[$0.id]) }
        links.sort { (records[$0.id]?.checked ?? .distantPast) < (records[$1.id]?.checked ?? .distantPast) }
        try listing.add(links.prefix(limit ?? .max), records: records)
    }
}
