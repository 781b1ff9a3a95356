import CommandLineArguments
import Core
import LibraryInterface
import SearchText

/// The links that a command line selects, either by ID or by a search and the filter options.
struct LinkSelection {
    /// The IDs, or `nil` if the command line specifies a search.
    let ids: LinkIDs?
    /// The query for the links if the command line specifies no IDs.
    let query: LinkQuery
    /// Whether the selection contains all links, because neither operands nor options restrict it.
    let isAll: Bool

    init(_ arguments: ParsedArguments, order: LinkQuery.Order) throws(UsageError) {
        let operands = arguments.operands
        ids = LinkIDs.areNumbers(operands) ? try LinkIDs(operands) : nil
        var query = try LinkQuery(arguments)
        let isFiltered = query != LinkQuery()
        let text = operands.joined(separator: " ")
        let terms = ids == nil ? SearchTerms(text) : []
        if ids == nil, !operands.isEmpty, terms.isEmpty {
            throw .nothingToSearch(text)
        }
        guard ids == nil || !isFiltered else {
            throw .custom(
                "cannot combine IDs with options that select links; remove the IDs or the options"
            )
        }
        query.terms = terms
        query.order = order
        self.query = query
        isAll = operands.isEmpty && !isFiltered
    }
}
