import Core
import Foundation
import SearchText

/// The SELECT that answers a query.
struct LinkSelection {
    /// The columns that `Link.init(row:)` reads, from `links AS l`.
    static let columns = "l.id, l.url, l.title, l.note, l.added, l.updated"

    private(set) var sql: String
    private(set) var values: [SQLiteValue] = []

    /// Makes the SELECT of whole links, in the columns that `Link.init(row:)` reads.
    ///
    /// Nil where the answer must be sorted: rows are not worth sorting, and most may be beyond the limit.
    static func links(_ query: LinkQuery) -> LinkSelection? {
        guard query.terms.isEmpty, query.order != .title else { return nil }
        return LinkSelection(query, columns: columns, source: "links AS l", id: "l.id")
    }

    /// Makes the SELECT of the identities of the links that match.
    ///
    /// To rank matches, SQLite must look at all of them; it looks at the index alone where that is enough. CROSS JOIN is
    /// how SQLite is told which table to begin with.
    static func identities(_ query: LinkQuery) -> LinkSelection {
        // The index keeps texts without case and accents; its content table gives the title, c0, and the address, c2,
        // several times as fast as the index does.
        let texts = query.order == .title ? " CROSS JOIN link_text_content AS c ON c.id = l.id" : ""
        guard !query.terms.isEmpty else {
            return LinkSelection(query, columns: "l.id", source: "links AS l" + texts, id: "l.id")
        }
        let isInIndex =
            query.order == .relevance && !query.isUntitled && query.terms.allSatisfy { $0.literal == nil }
        let links = isInIndex ? "" : " CROSS JOIN links AS l ON l.id = link_text.rowid" + texts
        return LinkSelection(query, columns: "link_text.rowid", source: "link_text" + links, id: "link_text.rowid")
    }

    private init(_ query: LinkQuery, columns: String, source: String, id: String) {
        var conditions: [String] = []
        if !query.terms.isEmpty {
            conditions.append("link_text MATCH ?")
            values.append(.text(query.terms.map(Self.expression).joined(separator: " ")))
        }
        for literal in query.terms.compactMap(\.literal) {
            let fields = ["l.title", "l.note", "link_text.url", "link_text.tags"].map { "instr(lower(\($0)), ?)" }
            conditions.append("(" + fields.joined(separator: " OR ") + ")")
            values += fields.map { _ in .text(literal) }
        }
        let tagged = "(SELECT link FROM link_tags WHERE tag = (SELECT id FROM tags WHERE key = ?))"
        for (tags, membership) in [(query.tags, "IN"), (query.excludedTags, "NOT IN")] {
            for tag in tags {
                // With the sign, a tag only filters; without it, FTS5 would search anew for each link that has the tag.
                conditions.append("\(query.terms.isEmpty ? "" : "+")\(id) \(membership) \(tagged)")
                values.append(.text(tag.key))
            }
        }
        if query.isUntagged { conditions.append("NOT EXISTS (SELECT 1 FROM link_tags WHERE link = \(id))") }
        if query.isUntitled { conditions.append("l.title IS NULL") }
        sql = "SELECT \(columns) FROM \(source)"
        if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
        sql += " ORDER BY \(Self.order(of: query, id: id)) LIMIT ?"
        values.append(.integer(query.limit.map(Int64.init) ?? -1))
    }

    /// A term in FTS5's query language (https://sqlite.org/fts5.html#full_text_query_syntax); quotes make it literal,
    /// but for NUL, which ends the language's text.
    private static func expression(for term: SearchTerm) -> String {
        let text = term.text.searchable.replacing("\"", with: "\"\"").replacing("\0", with: " ")
        return "\"\(text)\"" + (term.isPrefix ? " *" : "")
    }

    private static func order(of query: LinkQuery, id: String) -> String {
        switch query.order {
        // bm25 is lower for better matches. The weights of title, note, address and tags are so far apart that a word
        // in a title or a tag counts more than the same word ten times in a note.
        case .relevance where !query.terms.isEmpty: "bm25(link_text, 50, 1, 2, 40), \(id) DESC"
        case .relevance, .added: "l.added DESC, \(id) DESC"
        case .oldest: "l.added, \(id)"
        case .title: "coalesce(c.c0, c.c2), l.url, \(id) DESC"
        }
    }
}

extension Link {
    /// Reads a link from a row of `LinkSelection.columns`, without its tags.
    init(row: SQLiteStatement) {
        self.init(
            id: row.integer(0), url: row.text(1) ?? "", title: row.text(2), note: row.text(3),
            added: Date(seconds: row.integer(4)), updated: Date(seconds: row.integer(5)))
    }
}
