import CommandLineArguments
import Core
import LibraryInterface
import SearchText

struct SearchCommand: LibraryCommand {
    static let syntax = CommandSyntax(
        "search",
        "find links by words, best match first",
        operands: "QUERY…",
        count: 0...Int.max,
        dashedOperands: .excludedWord,
        options: FilteredQuery.options(
            "sort by relevance (best match first), added, title, or checked, as in 'shelf list'",
            orders
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

    private static let orders = [LinkQuery.Order.relevance, .added, .title, .checked]
    private let text: String
    private let query: FilteredQuery
    var context: CommandContext { query.context }

    init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
        text = arguments.operands.joined(separator: " ")
        let terms = SearchTerms(text)
        query = try FilteredQuery(terms, orders: Self.orders, arguments, in: context)
        guard !terms.isEmpty || text.isEmpty && query.isFiltered else {
            throw text.isEmpty
                ? .missingOperand(command: "search", operands: Self.syntax.operands)
                : .nothingToSearch(text)
        }
    }

    func run() async throws -> ExitCode {
        try await query.run(
            emptyMessage: text.isEmpty ? "no link matches" : "no link matches '\(text)'"
        )
    }
}
