import Core
import Foundation

/// The SELECT that answers a query.
struct LinkSelection {
    /// The columns that `Link.init(row:)` reads, from `links AS l`.
    static let columns = """
        l.id, l.url, l.title, l.note, l.added, l.updated, array_to_string(\(tags("name")), ',')
        """

    /// The array of a column of the tags of `links AS l`.
    ///
    /// One look into the index for each tag: asked with ANY, the server may read the whole table for each link.
    static func tags(_ column: String) -> String {
        "ARRAY(SELECT (SELECT t.\(column) FROM tags AS t WHERE t.id = tag) FROM unnest(l.tags) AS tag)"
    }

    private(set) var sql: String
    private(set) var values: [PostgreSQLValue] = []

    /// Makes the SELECT of columns of `links AS l`; nil where no link can match.
    ///
    /// The tags are looked up first, so that the server knows how many links have them before it chooses its way.
    init?(_ query: LinkQuery, columns: String, _ connection: PostgreSQLConnection) throws {
        sql = ""
        var conditions: [String] = []
        if !query.terms.isEmpty {
            guard let words = LinkWords.query(query.terms) else { return nil }
            // It is the first value, which the order of relevance needs again.
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
        let tags = try connection.identities(of: query.tags)
        guard tags.count == query.tags.count else { return nil }
        if !tags.isEmpty { conditions.append("l.tags @> \(parameter(.integers(tags)))::integer[]") }
        let excluded = try connection.identities(of: query.excludedTags)
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
        // The weights of note, address, tags and title are so far apart that a word in a title or a tag counts more than
        // the same word ten times in a note; longer texts count less.
        case .relevance where !query.terms.isEmpty:
            "ts_rank('{0.02, 0.04, 0.8, 1}', l.words, $1::tsquery, 1) DESC, l.id DESC"
        case .relevance, .added: "l.added DESC, l.id DESC"
        case .oldest: "l.added, l.id"
        case .title: "l.sort_text, l.url COLLATE \"C\", l.id DESC"
        }
    }
}

extension PostgreSQLConnection {
    /// The identities of those of the tags that are there.
    fileprivate func identities(of tags: Set<LinkTag>) throws -> [Int64] {
        guard !tags.isEmpty else { return [] }
        return try rows("SELECT id FROM tags WHERE key = ANY ($1::text[])", .texts(tags.map(\.key))) { $0.integer(0) }
    }

    /// The links of those identities that are there, in that order.
    func links(_ ids: [Link.ID]) throws -> [Link] {
        try rows(
            """
            SELECT \(LinkSelection.columns) FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, place)
            JOIN links AS l USING (id) ORDER BY wanted.place
            """, .integers(ids), read: Link.init)
    }

    /// The links at those addresses that are there.
    func links(urls: [String]) throws -> [Link] {
        // LATERAL and LIMIT have the server look into the index for each, whatever it believes of their number.
        try rows(
            """
            SELECT \(LinkSelection.columns) FROM unnest($1::text[]) AS wanted (url)
            CROSS JOIN LATERAL (SELECT * FROM links WHERE links.url = wanted.url LIMIT 1) AS l
            """, .texts(urls), read: Link.init)
    }

    /// Every tag that a link has, most used first, then by name.
    func tagCounts() throws -> [TagCount] {
        let counts = try rows(
            """
            SELECT t.name, used.links FROM tags AS t
            JOIN (SELECT tag, count(*) AS links FROM links, unnest(tags) AS tag GROUP BY tag) AS used ON used.tag = t.id
            """
        ) { row in LinkTag(row.text(0) ?? "").map { TagCount($0, links: Int(row.integer(1))) } }
        return counts.compactMap(\.self).sorted()
    }
}

extension Link {
    /// Reads a link from a row of `LinkSelection.columns`.
    init(row: PostgreSQLRow) {
        self.init(
            id: row.integer(0), url: row.text(1) ?? "", title: row.text(2), note: row.text(3),
            tags: row.text(6).map(LinkTag.list) ?? [], added: Date(seconds: row.integer(4)),
            updated: Date(seconds: row.integer(5)))
    }
}
