import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import Injection
import LibraryInterface

/// `shelf list`: shows links.
struct ListCommand: Command {
    static let syntax = CommandSyntax(
        "list", "show links, newest first",
        options: LinkFilter.options + [
            .sort("added (newest first), title, or checked (longest ago first)", Order.self), .limit,
        ],
        examples: [
            ("shelf list -n 10", "the ten newest"),
            ("shelf list -t swift --not-tag read", "what is still to be read about Swift"),
            ("shelf list --untagged -n 20", "what is still to be filed"),
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
        try await listing.add(
            filter.query(order: order == .title ? .title : .added), through: filter, isByCheck: order == .checked,
            limit: limit, library: library, checker: checker)
        try listing.end()
        guard listing.isEmpty, limit != 0 else { return .done }
        guard !filter.isEmpty else {
            console.note("the library is empty; 'shelf add URL' saves a link")
            return .done
        }
        console.note(filter.hint(among: try await library.tags()) ?? "no link matches")
        return .negative
    }
}
