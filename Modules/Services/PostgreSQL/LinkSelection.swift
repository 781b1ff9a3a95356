import Core
import Foundation
import SearchText
import WebURLs

/// The SELECT statement for a query.
struct LinkSelection {
    /// The columns that `Link.init(row:)` reads, from `links AS l`.
    static let columns = """
        l.id, l.url, l.title, l.note, l.added, l.updated, array_to_string(\(tags("name")), ',')
        """

    /// Returns an array of a column of the tags of `links AS l`; with ANY instead of the subquery, the server may read the whole table for each link.
    static func tags(_ column: String) -> String {
        "ARRAY(SELECT (SELECT t.\(column) FROM tags AS t WHERE t.id = tag) FROM unnest(l.tags) AS tag)"
    }

    private(set) var sql = ""
    private(set) var values: [PostgreSQLValue] = []

    /// Creates the statement; nil if no link can match. Looks up the IDs of the tags first, because the server then estimates the number of links better.
    init?(_ query: LinkQuery, columns: String, _ connection: PostgreSQLConnection) throws {
        var conditions: [String] = []
        if !query.terms.isEmpty {
            guard let words = LinkTextVector.query(query.terms) else { return nil }
            // Must be the first parameter, which the order by relevance refers to.
            conditions.append("l.words @@ \(parameter(.text(words)))::tsquery")
        }
        for literal in query.terms.compactMap(\.literal) {
            let place = parameter(.text(literal))
            let tags = "array_to_string(\(Self.tags("key")), E'\\n')"
            let fields = ["l.title", "l.note", "coalesce(l.address_text, l.url)", tags].map {
                "strpos(lower(\($0) COLLATE \"C\"), \(place)) > 0"
            }
            conditions.append("(" + fields.joined(separator: " OR ") + ")")
        }
        let tags = try connection.ids(of: query.tags)
        guard tags.count == query.tags.count else { return nil }
        if !tags.isEmpty { conditions.append("l.tags @> \(parameter(.integers(tags)))::integer[]") }
        let excluded = try connection.ids(of: query.excludedTags)
        if !excluded.isEmpty { conditions.append("NOT l.tags && \(parameter(.integers(excluded)))::integer[]") }
        if query.isUntagged { conditions.append("l.tags = '{}'") }
        if query.isUntitled { conditions.append("l.title IS NULL") }
        sql = "SELECT \(columns) FROM links AS l"
        if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
        sql += " ORDER BY \(Self.order(of: query)) LIMIT \(parameter(.integer(query.limit.map(Int64.init))))"
    }

    private mutating func parameter(_ value: PostgreSQLValue) -> String {
        values.append(value)
        return "$\(values.count)"
    }

    private static func order(of query: LinkQuery) -> String {
        switch query.order {
        // The weights of note, URL, tags and title make a word in a title or a tag count more than the same word ten times in a note; longer texts count less.
        case .relevance where !query.terms.isEmpty:
            "ts_rank('{0.02, 0.04, 0.8, 1}', l.words, $1::tsquery, 1) DESC, l.id DESC"
        case .relevance, .added: "l.added DESC, l.id DESC"
        case .oldest: "l.added, l.id"
        case .title: "l.sort_text, l.url COLLATE \"C\", l.id DESC"
        }
    }
}

extension PostgreSQLConnection {
    func rows<Row>(matching query: LinkQuery, columns: String, _ read: (PostgreSQLRow) -> Row) throws -> [Row] {
        guard let selection = try LinkSelection(query, columns: columns, self) else { return [] }
        return try rows(selection.sql, selection.values, read: read)
    }

    func links(_ ids: [Link.ID]) throws -> [Link] {
        try rows(
            """
            SELECT \(LinkSelection.columns) FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, place)
            JOIN links AS l USING (id) ORDER BY wanted.place
            """, .integers(ids), read: Link.init)
    }

    func links(urls: [String]) throws -> [Link] {
        // LATERAL and LIMIT make the server use the index for each URL, regardless of its estimate of their number.
        try rows(
            """
            SELECT \(LinkSelection.columns) FROM unnest($1::text[]) AS wanted (url)
            CROSS JOIN LATERAL (SELECT * FROM links WHERE links.url = wanted.url LIMIT 1) AS l
            """, .texts(urls), read: Link.init)
    }

    func tagCounts() throws -> [TagCount] {
        let counts = try rows(
            """
            SELECT t.name, used.links FROM tags AS t
            JOIN (SELECT tag, count(*) AS links FROM links, unnest(tags) AS tag GROUP BY tag) AS used ON used.tag = t.id
            """
        ) { row in LinkTag(row.text(0) ?? "").map { TagCount($0, links: Int(row.integer(1))) } }
        return counts.compactMap(\.self).sorted()
    }

    fileprivate func ids(of tags: Set<LinkTag>) throws -> [Int64] {
        guard !tags.isEmpty else { return [] }
        return try rows("SELECT id FROM tags WHERE key = ANY ($1::text[])", .texts(tags.map(\.key))) { $0.integer(0) }
    }
}

extension Link {
    init(row: PostgreSQLRow) {
        self.init(
            id: row.integer(0), url: row.text(1) ?? "", title: row.text(2), note: row.text(3),
            tags: row.text(6).map(LinkTag.list) ?? [], added: Date(seconds: row.integer(4)),
            updated: Date(seconds: row.integer(5)))
    }
}

/// The words of a link and of a search as tsvector and tsquery, folded by the program, not by the server's configuration (decision 0017).
enum LinkTextVector {
    /// The longest word that the server accepts, in bytes; longer words are cut.
    private static let longestWord = 2046
    /// A vector must be smaller than 1 MiB; words beyond the limit are not found.
    private static let sizeLimit = 900_000
    /// The highest position in a vector. Words beyond it are found, but not as part of a phrase.
    private static let lastPosition = 16_383

    /// Returns the vector of a link: a title has weight A, a tag B, the URL C, a note D.
    static func vector(of link: Link) -> String {
        var places: [String: String] = [:]
        var position = 0
        var size = 0
        let tags = link.tags.sorted().map { ($0.name, "B") }
        for (text, weight) in [(link.title ?? "", "A")] + tags + [
            (link.url.urlSearchText, "C"), (link.note ?? "", "D"),
        ] {
            for word in text.searchWords.map(shortened) {
                position += 1
                let place = "\(min(position, lastPosition))\(weight)"
                // A word occupies its bytes and at most 8 more; each of its positions occupies two.
                size += places[word] == nil ? word.utf8.count + 10 : 2
                guard size < sizeLimit else { break }
                places[word] = places[word].map { "\($0),\(place)" } ?? place
            }
            // A gap between two texts, because a phrase must not match across them.
            position += 1
        }
        return places.map { "\(quoted($0.key)):\($0.value)" }.joined(separator: " ")
    }

    static func sortText(of link: Link) -> String { (link.title ?? link.url).searchable }

    /// Returns the query for links that contain all terms, or nil if no link can.
    static func query(_ terms: [SearchTerm]) -> String? {
        var parts: [String] = []
        for term in terms {
            let words = term.text.searchWords.map { quoted(shortened($0)) }
            guard !words.isEmpty else { return nil }
            parts.append(words.joined(separator: " <-> ") + (term.isPrefix ? ":*" : ""))
        }
        return parts.joined(separator: " & ")
    }

    private static func shortened(_ word: String) -> String {
        guard word.utf8.count > longestWord else { return word }
        var scalars = Substring(word).unicodeScalars
        while Substring(scalars).utf8.count > longestWord { scalars.removeLast() }
        return String(scalars)
    }

    /// Returns a word in quotes. Words consist of letters, digits, marks and emoji, so they need no escapes.
    private static func quoted(_ word: String) -> String { "'\(word)'" }
}
