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
        options: [
            .tags("only links with TAG; may be given again"),
            .tags("only links without TAG; may be given again", "--not-tag", short: nil),
            .flag("--dead", "only links that the last check found dead"),
            .value(
                "--sort", "ORDER", "added (newest first), title, or checked (longest ago first)",
                completing: .words(Order.allCases.map(\.rawValue))),
            .limit,
        ],
        examples: [
            ("shelf list -n 10", "the ten newest"),
            ("shelf list -t swift --not-tag read", "what is still to be read about Swift"),
            ("shelf list --json", "everything, for a program"),
        ])

    private enum Order: String, CaseIterable { case added, title, checked }

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.linkChecker) private var checker
    private let console: Console
    private let query: LinkQuery
    private let onlyDead: Bool
    private let order: Order
    private let limit: Int?

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        onlyDead = arguments.has("--dead")
        order = try arguments.choice("--sort", of: Order.self) ?? .added
        limit = try arguments.integer("--limit", in: 0...Int.max)
        // What depends on checks is chosen after they are known, and so is how many.
        query = LinkQuery(
            tags: try arguments.tags("--tag"), excludedTags: try arguments.tags("--not-tag"),
            order: order == .title ? .title : .added, limit: onlyDead || order == .checked ? nil : limit)
    }

    func run() async throws -> ExitCode {
        var listing = LinkListing(console)
        if order == .checked {
            let (links, records) = try await linksByCheck()
            try listing.add(links.prefix(limit ?? .max), records: records)
        } else if onlyDead {
            try await addDead(to: &listing)
        } else {
            for try await links in library.batches(matching: query) {
                try listing.add(links, records: try await checker.latest(of: links.map(\.id)))
            }
        }
        // Lists that are interrupted end as whole ones do.
        try Task.checkCancellation()
        try listing.end()
        guard listing.isEmpty, limit != 0 else { return .done }
        let isFiltered = onlyDead || !query.tags.isEmpty || !query.excludedTags.isEmpty
        console.note(isFiltered ? "no link matches" : "the library is empty; 'shelf add URL' saves a link")
        return isFiltered ? .negative : .done
    }

    private func linksByCheck() async throws -> ([Link], [Link.ID: CheckRecord]) {
        var links = try await library.links(matching: query)
        let records = try await checker.latest()
        if onlyDead { links.removeAll { records[$0.id]?.verdict != .dead } }
        links.sort { (records[$0.id]?.checked ?? .distantPast) < (records[$1.id]?.checked ?? .distantPast) }
        return (links, records)
    }

    private func addDead(to listing: inout LinkListing) async throws {
        let dead = try await checker.latest().filter { $0.value.verdict == .dead }
        var rest = limit ?? .max
        for try await links in library.batches(matching: query) {
            let chosen = links.filter { dead[$0.id] != nil }.prefix(rest)
            try listing.add(chosen, records: dead)
            rest -= chosen.count
            if rest == 0 { break }
        }
    }
}
