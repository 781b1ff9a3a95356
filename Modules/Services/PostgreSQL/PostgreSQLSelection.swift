import Core
import Foundation
import LibraryInterface
import LinkRows
import SearchText
import WebURLs

/// A SELECT statement for the IDs of the links that a `LinkQuery` selects.
struct PostgreSQLSelection {
    /// The columns for `Link.init(row:)` in a query of the table `links AS l`.
    static let columns = """
        l.id, l.url, l.title, l.note, l.added, l.updated, array_to_string(\(tags("name")), ',')
        """

    /// Returns the SQL expression for an array with the given column of each tag of a link in
    /// `links AS l`. With ANY instead of the subquery, the server might read the whole table of
    /// tags for each link.
    static func tags(_ column: String) -> String {
        "ARRAY(SELECT (SELECT t.\(column) FROM tags AS t WHERE t.id = tag) FROM unnest(l.tags) AS tag)"
    }

    private(set) var sql = ""
    private(set) var values: [PostgreSQLValue] = []

    init(_ query: LinkQuery, at date: Date, _ connection: PostgreSQLConnection) throws {
        let conditions = try query.conditions(at: date).map { try add($0, connection) }
        let order = query.sortKeys.map(Self.column)
        sql = "SELECT l.id FROM links AS l"
        if !conditions.isEmpty {
            sql += " WHERE " + conditions.joined(separator: " AND ")
        }
        let limit = parameter(.integer(query.limit.map(Int64.init)))
        sql += " ORDER BY " + order.joined(separator: ", ") + " LIMIT \(limit)"
    }

    /// Returns a condition in SQL, and adds its values to ``values``.
    private mutating func add(
        _ condition: LinkQuery.Condition,
        _ connection: PostgreSQLConnection
    ) throws -> String {
        switch condition {
        case .hasID(let range):
            let bounds = [range.lowerBound, range.upperBound].map { parameter(.integer($0)) }
            return "l.id BETWEEN \(bounds[0]) AND \(bounds[1])"
        case .contains(let groups):
            // This condition comes first, so its words are the parameter `$1`, to which the order
            // by relevance refers.
            return containsWords(groups)
        case .containsLiterally(let text): return containsLiterally(text)
        case .containsAny(let terms):
            return "(\(terms.map { contains($0) }.joined(separator: " OR ")))"
        case .lacks(let term):
            // If a condition is NULL because a column is NULL, its negation with NOT is NULL too,
            // so IS NOT TRUE is used instead.
            return "(\(contains(term))) IS NOT TRUE"
        // The IDs of the tags are looked up first, because the server then estimates the number of
        // links better.
        case .hasAnyTag(let tags):
            return "l.tags && \(parameter(.integers(try connection.ids(of: tags))))::integer[]"
        case .lacksTags(let tags):
            return "NOT l.tags && \(parameter(.integers(try connection.ids(of: tags))))::integer[]"
        case .isUntagged: return "l.tags = '{}'"
        case .isUntitled: return "l.title IS NULL"
        case .hasVerdict(let verdicts):
            let names = parameter(.texts(verdicts.map { CheckRecord.name(of: $0) }))
            return "\(CheckRecord.latestVerdict(of: "l.id")) = ANY (\(names)::text[])"
        case .deadSince(let date):
            return "\(CheckRecord.deadSince(of: "l.id")) <= \(parameter(.integer(date.seconds)))"
        }
    }

    private mutating func contains(_ term: SearchTerm) -> String {
        let words = containsWords([[term]])
        return term.literal.map { "\(words) AND \(containsLiterally($0))" } ?? words
    }

    private mutating func containsWords(_ groups: [[SearchTerm]]) -> String {
        "l.words @@ \(parameter(.text(LinkTextVector.query(groups))))::tsquery"
    }

    private mutating func containsLiterally(_ text: String) -> String {
        "strpos(l.search_text, \(parameter(.text(text)))) > 0"
    }

    private mutating func parameter(_ value: PostgreSQLValue) -> String {
        values.append(value)
        return "$\(values.count)"
    }

    private static func column(of key: LinkQuery.SortKey) -> String {
        switch key {
        // The weights apply to the note, the URL, the tags and the title, in this order. A word in
        // a title or a tag counts more than ten occurrences in a note, and links with more words
        // rank lower.
        case .relevance: "ts_rank('{0.02, 0.04, 0.8, 1}', l.words, $1::tsquery, 1) DESC"
        case .title: "l.sort_text"
        case .url: "l.url COLLATE \"C\""
        case .newest: "l.added DESC"
        case .oldest: "l.added"
        case .greatestID: "l.id DESC"
        case .leastID: "l.id"
        case .leastRecentlyChecked:
            CheckRecord.latest("checked", of: "l.id") + " NULLS FIRST"
        }
    }
}

extension PostgreSQLConnection {
    func ids(matching query: LinkQuery, at date: Date) throws -> [Link.ID] {
        let selection = try PostgreSQLSelection(query, at: date, self)
        return try rows(selection.sql, selection.values) { $0.integer(0) }
    }

    func links(_ ids: [Link.ID]) throws -> [Link] {
        try rows(
            """
            SELECT \(PostgreSQLSelection.columns) FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, place)
            JOIN links AS l USING (id) ORDER BY wanted.place
            """,
            .integers(ids),
            read: Link.init(row:)
        )
    }

    func links(urls: [String]) throws -> [Link] {
        // With LATERAL and LIMIT, the server uses the index for each URL, regardless of how many
        // URLs it expects.
        try rows(
            """
            SELECT \(PostgreSQLSelection.columns) FROM unnest($1::text[]) AS wanted (url)
            CROSS JOIN LATERAL (SELECT * FROM links WHERE links.url = wanted.url LIMIT 1) AS l
            """,
            .texts(urls),
            read: Link.init(row:)
        )
    }

    func tagCounts() throws -> [TagCount] {
        let counts = try rows(
            """
            SELECT t.name, used.links FROM tags AS t
            JOIN (SELECT tag, count(*) AS links FROM links, unnest(tags) AS tag GROUP BY tag) AS used ON used.tag = t.id
            """
        ) { TagCount(row: $0) }
        return counts.compactMap(\.self).sorted()
    }

    fileprivate func ids(of tags: Set<LinkTag>) throws -> [Int64] {
        guard !tags.isEmpty else { return [] }
        return try rows("SELECT id FROM tags WHERE key = ANY ($1::text[])", .texts(tags.map(\.key)))
        { $0.integer(0) }
    }
}

/// The words of a link as a `tsvector`, and the words of a search as a `tsquery`. The program folds
/// case and removes accents itself, rather than relying on a text search configuration of the
/// server (Docs/ShelfDecisions.md).
enum LinkTextVector {
    /// The length of the longest word that the server accepts, in bytes. Longer words are
    /// truncated.
    private static let longestWord = 2046
    /// The maximum size of the words in a vector. A vector must be smaller than 1 MiB. Words beyond
    /// the limit cannot be found.
    private static let sizeLimit = 900_000
    /// The highest position in a vector. Words beyond this position are found, but not as part of a
    /// phrase.
    private static let lastPosition = 16_383

    /// Returns the text search vector of a link. The title has weight A, the tags have weight B,
    /// the URL has weight C, and the note has weight D.
    static func vector(of link: Link) -> String {
        var places: [String: String] = [:]
        var position = 0
        var size = 0
        let tags = link.tags.sorted().map { ($0.name, "B") }
        for (text, weight) in [(link.title ?? "", "A")] + tags + [
            (link.url.urlSearchText, "C"),
            (link.note ?? "", "D"),
        ] {
            for word in text.searchWords.map(shortened) {
                position += 1
                let place = "\(min(position, lastPosition))\(weight)"
                // A word takes up its UTF-8 bytes plus at most 8 bytes, and 2 bytes for each
                // position.
                size += places[word] == nil ? word.utf8.count + 10 : 2
                guard size < sizeLimit else { break }
                places[word] = places[word].map { "\($0),\(place)" } ?? place
            }
            // The gap between two fields prevents a phrase from matching across them.
            position += 1
        }
        return places.map { "\(quoted($0.key)):\($0.value)" }.joined(separator: " ")
    }

    /// Returns a string with the title, note, URL and tags of a link, in which case is folded and
    /// accents are removed.
    static func searchText(of link: Link) -> String {
        let texts = [link.title, link.note, link.url.urlSearchText].compactMap(\.self)
        return (texts + link.tags.map(\.name)).joined(separator: "\n").searchable
    }

    static func sortText(of link: Link) -> String {
        (link.title ?? link.url).searchable
    }

    /// Returns the query for links that contain at least one term of each group. The query is
    /// empty, so that it matches nothing, if no link can match.
    static func query(_ groups: [[SearchTerm]]) -> String {
        let parts = groups.map { $0.compactMap(query).joined(separator: " | ") }
        return parts.contains("") ? "" : parts.map { "(\($0))" }.joined(separator: " & ")
    }

    private static func query(_ term: SearchTerm) -> String? {
        let words = term.text.searchWords.map { quoted(shortened($0)) }
        guard !words.isEmpty else { return nil }
        return words.joined(separator: " <-> ") + (term.isPrefix ? ":*" : "")
    }

    private static func shortened(_ word: String) -> String {
        guard word.utf8.count > longestWord else { return word }
        var scalars = Substring(word).unicodeScalars
        while Substring(scalars).utf8.count > longestWord {
            scalars.removeLast()
        }
        return String(scalars)
    }

    /// Returns a word in quotes. Words consist of letters, digits, marks and emoji, so nothing
    /// needs to be escaped.
    private static func quoted(_ word: String) -> String {
        "'\(word)'"
    }
}
