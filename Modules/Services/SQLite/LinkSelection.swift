import Core
import Foundation

/// The SELECT that answers a query.
struct LinkSelection {
    /// The columns that `Link.init(row:)` reads, from `links AS l`.
    static let columns = """
        l.id, l.url, l.title, l.note, l.added, l.updated,
        (SELECT group_concat(t.name) FROM link_tags AS lt JOIN tags AS t ON t.id = lt.tag WHERE lt.link = l.id)
        """

    private(set) var sql: String
    private(set) var values: [SQLiteValue] = []

    /// Makes the SELECT that gives `columns` of the links that match.
    init(_ query: LinkQuery, columns: String = Self.columns) {
        var conditions: [String] = []
        var source = "links AS l"
        if !query.terms.isEmpty {
            source = "link_text JOIN links AS l ON l.id = link_text.rowid"
            conditions.append("link_text MATCH ?")
            values.append(.text(query.terms.map(Self.expression).joined(separator: " ")))
        }
        let tagged =
            "(SELECT 1 FROM link_tags AS lt JOIN tags AS t ON t.id = lt.tag WHERE lt.link = l.id AND t.key = ?)"
        for tag in query.tags {
            conditions.append("EXISTS \(tagged)")
            values.append(.text(tag.key))
        }
        for tag in query.excludedTags {
            conditions.append("NOT EXISTS \(tagged)")
            values.append(.text(tag.key))
        }
        sql = "SELECT \(columns) FROM \(source)"
        if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
        sql += " ORDER BY \(Self.order(of: query)) LIMIT ?"
        values.append(.integer(query.limit.map(Int64.init) ?? -1))
    }

    /// A term in FTS5's query language (https://sqlite.org/fts5.html#full_text_query_syntax); quotes make it literal,
    /// but for NUL, which ends the language's text.
    private static func expression(for term: SearchTerm) -> String {
        let literal = "\"" + term.text.replacing("\"", with: "\"\"").replacing("\0", with: " ") + "\""
        return switch term {
        case .word: literal + " *"
        case .phrase: literal
        }
    }

    private static func order(of query: LinkQuery) -> String {
        switch query.order {
        // bm25 is lower for better matches; the weights are those of title, note, address and tags.
        case .relevance where !query.terms.isEmpty: "bm25(link_text, 8, 2, 3, 6), l.id DESC"
        case .relevance, .added: "l.added DESC, l.id DESC"
        case .oldest: "l.added, l.id"
        case .title: "coalesce(l.title, l.url) COLLATE NOCASE, l.url, l.id DESC"
        }
    }
}

extension Link {
    /// Reads a link from a row of `LinkSelection.columns`.
    init(row: SQLiteStatement) {
        self.init(
            id: row.integer(0), url: row.text(1) ?? "", title: row.text(2), note: row.text(3),
            tags: row.text(6).map(LinkTag.list) ?? [], added: Date(seconds: row.integer(4)),
            updated: Date(seconds: row.integer(5)))
    }
}

extension Date {
    /// A date from whole seconds since 1970.
    init(seconds: Int64) { self.init(timeIntervalSince1970: TimeInterval(seconds)) }

    /// Whole seconds since 1970, rounded down.
    var seconds: Int64 { Int64(timeIntervalSince1970.rounded(.down)) }
}
