import Core
import Foundation
import LibraryInterface
import LinkRows
import SearchText

/// A SELECT statement for the IDs of the links that a `LinkQuery` selects. The statement reads only
/// the full-text index if possible.
struct SQLiteSelection {
    private(set) var sql = ""
    private(set) var values: [SQLiteValue] = []
    /// The column that contains the ID of a link.
    private let id: String
    /// The same column in a condition that SQLite uses only as a filter. Otherwise, FTS5 would
    /// search again for each link that meets the condition.
    private let filteredID: String

    init(_ query: LinkQuery, at date: Date) {
        let searchesIndex = !query.terms.required.isEmpty
        id = searchesIndex ? "link_text.rowid" : "l.id"
        filteredID = searchesIndex ? "+\(id)" : id
        let conditions = query.conditions(at: date).map { add($0) }
        let order = query.sortKeys.map(column)
        sql = "SELECT \(id) FROM \(Self.source(of: query))"
        if !conditions.isEmpty {
            sql += " WHERE " + conditions.joined(separator: " AND ")
        }
        sql += " ORDER BY " + order.joined(separator: ", ") + " LIMIT ?"
        values.append(.integer(query.limit.map(Int64.init) ?? -1))
    }

    /// Returns the tables that a query reads. CROSS JOIN makes SQLite begin with the table to its
    /// left.
    private static func source(of query: LinkQuery) -> String {
        // The index stores case-folded text without accents. Reading the title (c0) and the URL
        // (c2) from the content table of the index is several times as fast as reading them through
        // the index.
        let texts = query.order == .title ? " CROSS JOIN link_text_content AS c ON c.id = l.id" : ""
        guard !query.terms.required.isEmpty else {
            return "links AS l" + texts
        }
        let isInIndex = query.order == .relevance && !query.isUntitled
        let links = isInIndex ? "" : " CROSS JOIN links AS l ON l.id = link_text.rowid" + texts
        return "link_text" + links
    }

    /// Returns a condition in SQL, and adds its values to ``values``.
    private mutating func add(_ condition: LinkQuery.Condition) -> String {
        switch condition {
        case .hasID(let range):
            values += [.integer(range.lowerBound), .integer(range.upperBound)]
            return "\(filteredID) BETWEEN ? AND ?"
        case .contains(let groups):
            let expressions = groups.map { group in
                let alternatives = group.map(Self.expression)
                return group.count == 1
                    ? alternatives[0] : "(\(alternatives.joined(separator: " OR ")))"
            }
            return match(expressions.joined(separator: " AND "))
        case .containsLiterally(let text): return containsLiterally(text)
        case .containsAny(let terms):
            let matches = terms.map { "\(filteredID) IN \(links(containing: $0))" }
            return "(\(matches.joined(separator: " OR ")))"
        case .lacks(let term): return "\(id) NOT IN \(links(containing: term))"
        case .hasAnyTag(let tags): return "\(filteredID) IN \(links(taggedWith: tags))"
        case .lacksTags(let tags): return "\(filteredID) NOT IN \(links(taggedWith: tags))"
        case .isUntagged: return "NOT EXISTS (SELECT 1 FROM link_tags WHERE link = \(id))"
        case .isUntitled: return "l.title IS NULL"
        case .hasVerdict(let verdicts):
            let names = list(verdicts.map { CheckRecord.name(of: $0) })
            return "\(CheckRecord.latestVerdict(of: id)) IN \(names)"
        case .deadSince(let date):
            values.append(.integer(date.seconds))
            return "\(CheckRecord.deadSince(of: id)) <= ?"
        }
    }

    /// Returns a list of parameters in parentheses, and adds their values to ``values``.
    private mutating func list(_ texts: [String]) -> String {
        values += texts.map { .text($0) }
        return "(\(texts.map { _ in "?" }.joined(separator: ", ")))"
    }

    /// Returns a SELECT in parentheses for the IDs of the links that have at least one of the tags.
    private mutating func links(taggedWith tags: Set<LinkTag>) -> String {
        let tagged = "SELECT id FROM tags WHERE key IN \(list(tags.map(\.key)))"
        return "(SELECT link FROM link_tags WHERE tag IN (\(tagged)))"
    }

    private mutating func match(_ expression: String) -> String {
        values.append(.text(expression))
        return "link_text MATCH ?"
    }

    private mutating func containsLiterally(_ text: String) -> String {
        let columns = ["title", "note", "url", "tags"]
        values += columns.map { _ in .text(text) }
        let matches = columns.map { "instr(link_text.\($0), ?)" }
        return "(" + matches.joined(separator: " OR ") + ")"
    }

    /// Returns a SELECT in parentheses for the IDs of the links that contain a term.
    private mutating func links(containing term: SearchTerm) -> String {
        var condition = match(Self.expression(for: term))
        if let literal = term.literal {
            condition += " AND " + containsLiterally(literal)
        }
        return "(SELECT link_text.rowid FROM link_text WHERE \(condition))"
    }

    /// Returns a quoted term (https://sqlite.org/fts5.html#full_text_query_syntax) without NUL,
    /// which would end the expression.
    private static func expression(for term: SearchTerm) -> String {
        let text = term.text.searchable.replacing("\"", with: "\"\"").replacing("\0", with: " ")
        return "\"\(text)\"" + (term.isPrefix ? " *" : "")
    }

    private func column(of key: LinkQuery.SortKey) -> String {
        switch key {
        // bm25 is lower for better matches. With these weights, a word in a title or a tag counts
        // more than ten occurrences in a note.
        case .relevance: "bm25(link_text, 50, 1, 2, 40)"
        case .title: "coalesce(c.c0, c.c2)"
        case .url: "l.url"
        case .newest: "l.added DESC"
        case .oldest: "l.added"
        case .greatestID: "\(id) DESC"
        case .leastID: id
        // SQLite sorts NULL first.
        case .leastRecentlyChecked: CheckRecord.latest("checked", of: id)
        }
    }
}

extension SQLiteConnection {
    func ids(matching query: LinkQuery, at date: Date) throws -> [Link.ID] {
        let selection = SQLiteSelection(query, at: date)
        return try prepare(selection.sql).rows(selection.values) { $0.integer(0) }
    }

    /// Returns the links with the given IDs, in the given order. IDs that no link has are skipped.
    func links(_ ids: [Link.ID]) throws -> [Link] {
        let statement = try statement("SELECT \(Link.columns) FROM links AS l WHERE l.id = ?")
        return try ids.flatMap { try statement.rows([.integer($0)], Link.init(row:)) }
    }

    func link(id: Link.ID) throws -> Link? {
        try links([id]).first
    }

    func link(url: String) throws -> Link? {
        let sql = "SELECT \(Link.columns) FROM links AS l WHERE l.url = ?"
        return try rows(sql, .text(url), read: Link.init(row:)).first
    }

    func tagCounts() throws -> [TagCount] {
        let counts = try rows(
            "SELECT name, count(*) FROM tags AS t JOIN link_tags ON tag = t.id GROUP BY t.id"
        ) { TagCount(row: $0) }
        return counts.compactMap(\.self).sorted()
    }
}

extension Link {
    /// The columns for `init(row:)` in a query of the table `links AS l`.
    static let columns = """
        l.id, l.url, l.title, l.note, l.added, l.updated,
        (SELECT group_concat(t.name) FROM link_tags AS a JOIN tags AS t ON t.id = a.tag WHERE a.link = l.id)
        """

    /// The values for the columns `id, url, title, note, added, updated`.
    var row: [SQLiteValue] {
        [
            .integer(id),
            .text(url),
            .text(title),
            .text(note),
            .integer(added.seconds),
            .integer(updated.seconds),
        ]
    }
}
