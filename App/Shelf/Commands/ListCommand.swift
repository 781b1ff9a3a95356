import CommandLineArguments
import LibraryInterface

struct ListCommand: LibraryCommand {
    static let syntax = CommandSyntax(
        "list",
        "show links, newest first",
        options: FilteredQuery.options(
            "sort by added (newest first), title, or checked (least recent first)",
            orders
        ) + [
            .flag(
                "--duplicates",
                "only links whose URLs differ only in http or https, www. or a trailing slash, by URL"
            )
        ],
        examples: [
            ("shelf list -n 10", "list the ten newest links"),
            ("shelf list -t swift --not-tag read", "list unread links about Swift"),
            ("shelf list -t 'swift OR rust,-read'", "list unread links about Swift or Rust"),
            ("shelf list --duplicates", "list links that were probably saved twice"),
            ("shelf list --untagged -n 20", "list links without tags"),
            ("shelf list --verdict flaky,unchecked", "list links worth another check"),
            ("shelf list --dead-since 30d", "list links that have been dead for a month or longer"),
            ("shelf list --json", "print all links as JSON"),
        ]
    )

    private static let orders = [LinkQuery.Order.added, .title, .checked]
    private let query: FilteredQuery
    var context: CommandContext { query.context }

    init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
        query = try FilteredQuery(orders: Self.orders, arguments, in: context)
    }

    func run() async throws -> ExitCode {
        if query.isFiltered {
            return try await query.run(emptyMessage: "no link matches")
        }
        _ = try await query.run(
            emptyMessage: "the library is empty; 'shelf add URL' saves a link"
        )
        return .done
    }
}
