import Core
import Foundation
import LibraryInterface
import LinkRows
import SearchText

/// A SELECT statement for the links that a `LinkQuery` selects.
struct SQLiteSelection {
    /// The columns of the table `links AS l` that `Link.init(row:)` reads.
    static let columns = "l.id, l.url, l.title, l.note, l.added, l.updated"
    private(set) var sql: String
    private(set) var values: [SQLiteValue] = []

    /// Returns the SELECT statement for whole links, or `nil` if SQLite would have to sort the
    /// result.
    ///
    /// In that case, it is faster to sort only the IDs with ``ids(_:)`` and then read the links,
    /// because most rows may be beyond the limit.
    static func links(_ query: LinkQuery) -> SQLiteSelection? {
        guard query.terms.required.isEmpty, ![.title, .checked].contains(query.order) else {
            return nil
        }
        return SQLiteSelection(query, columns: columns, source: "links AS l", id: "l.id")
    }

    /// Returns the SELECT statement for the IDs of the matching links. The statement reads only the
    /// full-text index if possible.
    ///
    /// CROSS JOIN makes SQLite begin with the table to its left.
    static func ids(_ query: LinkQuery) -> SQLiteSelection {
        // The index stores case-folded text without accents. Reading the title (c0) and the URL
        // (c2) from the content table of the index is several times as fast as reading them through
        // the index.
        let texts = query.order == .title ? " CROSS JOIN link_text_content AS c ON c.id = l.id" : ""
        guard !query.terms.required.isEmpty else {
            return SQLiteSelection(query, columns: "l.id", source: "links AS l" + texts, id: "l.id")
        }
        let isInIndex = query.order == .relevance && !query.isUntitled
        let links = isInIndex ? "" : " CROSS JOIN links AS l ON l.id = link_text.rowid" + texts
        return SQLiteSelection(
            query,
            columns: "link_text.rowid",
            source: "link_text" + links,
            id: "link_text.rowid"
        )
    }

    private init(_ query: LinkQuery, columns: String, source: String, id: String) {
        sql = ""
        let conditions = query.conditions.map { condition in
            add(condition, id: id, searchesIndex: !query.terms.required.isEmpty)
        }
        let order = query.sortKeys.map { Self.column(of: $0, id: id) }
        sql = "SELECT \(columns) FROM \(source)"
        if !conditions.isEmpty {
            sql += " WHERE " + conditions.joined(separator: " AND ")
        }
        sql += " ORDER BY " + order.joined(separator: ", ") + " LIMIT ?"
        values.append(.integer(query.limit.map(Int64.init) ?? -1))
    }

    /// Returns a condition in SQL, and adds its values to ``values``.
    private mutating func add(
        _ condition: LinkQuery.Condition,
        id: String,
        searchesIndex: Bool
    ) -> String {
        switch condition {
        case .contains(let groups):
            let expressions = groups.map { group in
                let alternatives = group.map(Self.expression)
                return group.count == 1
                    ? alternatives[0] : "(\(alternatives.joined(separator: " OR ")))"
            }
            return match(expressions.joined(separator: " AND "))
        case .containsLiterally(let text): return containsLiterally(text)
        case .containsAny(let terms):
            let matches = terms.map { "+\(id) IN \(links(containing: $0))" }
            return "(\(matches.joined(separator: " OR ")))"
        case .lacks(let term):
            return "\(id) NOT IN \(links(containing: term))"
        case .hasTags(let tags):
            return add(tags, id: id, membership: "IN", searchesIndex)
        case .lacksTags(let tags):
            return add(tags, id: id, membership: "NOT IN", searchesIndex)
        case .hasAnyTag(let tags):
            values += tags.map { .text($0.key) }
            let keys = tags.map { _ in "?" }.joined(separator: ", ")
            let tagged = "SELECT id FROM tags WHERE key IN (\(keys))"
            let column = (searchesIndex ? "+" : "") + id
            return "\(column) IN (SELECT link FROM link_tags WHERE tag IN (\(tagged)))"
        case .isUntagged: return "NOT EXISTS (SELECT 1 FROM link_tags WHERE link = \(id))"
        case .isUntitled: return "l.title IS NULL"
        case .hasVerdict(let verdicts):
            values += verdicts.map { .text(CheckRecord.name(of: $0)) }
            let names = verdicts.map { _ in "?" }.joined(separator: ", ")
            return "\(CheckRecord.latestVerdict(of: id)) IN (\(names))"
        case .deadSince(let date):
            values.append(.integer(date.seconds))
            return "\(CheckRecord.deadSince(of: id)) <= ?"
        }
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

    private mutating func add(
        _ tags: Set<LinkTag>,
        id: String,
        membership: String,
        _ searchesIndex: Bool
    ) -> String {
        let tagged = "(SELECT link FROM link_tags WHERE tag = (SELECT id FROM tags WHERE key = ?))"
        // With the plus sign, SQLite uses the tag only as a filter. Without it, FTS5 would search
        // again for each link with the tag.
        let column = (searchesIndex ? "+" : "") + id
        let conditions = tags.map { tag in
            values.append(.text(tag.key))
            return "\(column) \(membership) \(tagged)"
        }
        return conditions.joined(separator: " AND ")
    }

    /// Returns a quoted term (https://sqlite.org/fts5.html#full_text_query_syntax) without NUL,
    /// which would end the expression.
    private static func expression(for term: SearchTerm) -> String {
        let text = term.text.searchable.replacing("\"", with: "\"\"").replacing("\0", with: " ")
        return "\"\(text)\"" + (term.isPrefix ? " *" : "")
    }

    private static func column(of key: LinkQuery.SortKey, id: String) -> String {
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
    func links(matching query: LinkQuery) throws -> [Link] {
        guard let selection = SQLiteSelection.links(query) else {
            return try links(ids(matching: query))
        }
        var reader = try LinkRowReader(self)
        return try prepare(selection.sql).rows(selection.values) { try reader.link($0) }
    }

    func ids(matching query: LinkQuery) throws -> [Link.ID] {
        let selection = SQLiteSelection.ids(query)
        return try prepare(selection.sql).rows(selection.values) { $0.integer(0) }
    }

    /// Returns the links with the given IDs, in the given order. IDs that no link has are skipped.
    func links(_ ids: [Link.ID]) throws -> [Link] {
        let statement = try statement(
            "SELECT \(SQLiteSelection.columns) FROM links AS l WHERE l.id = ?"
        )
        var reader = try LinkRowReader(self)
        return try ids.flatMap { id in try statement.rows([.integer(id)]) { try reader.link($0) } }
    }

    func link(id: Link.ID) throws -> Link? {
        try links([id]).first
    }

    func link(url: String) throws -> Link? {
        let sql = "SELECT \(SQLiteSelection.columns) FROM links AS l WHERE l.url = ?"
        var reader = try LinkRowReader(self)
        return try rows(sql, .text(url)) { try reader.link($0) }.first
    }

    func tagCounts() throws -> [TagCount] {
        let counts = try rows(
            "SELECT name, count(*) FROM tags AS t JOIN link_tags ON tag = t.id GROUP BY t.id"
        ) { TagCount(row: $0) }
        return counts.compactMap(\.self).sorted()
    }
}

/// A reader of links in one transaction.
///
/// The reader reads the name of each tag only once. Joining and splitting names in SQL would be up
/// to 10 % slower for a long list.
struct LinkRowReader {
    private let tagsOfLink: SQLiteStatement
    private let nameOfTag: SQLiteStatement
    private var tags: [Int64: LinkTag] = [:]

    init(_ connection: SQLiteConnection) throws {
        tagsOfLink = try connection.statement("SELECT tag FROM link_tags WHERE link = ?")
        nameOfTag = try connection.statement("SELECT name FROM tags WHERE id = ?")
    }

    /// Returns the link in a row of `SQLiteSelection.columns`.
    mutating func link(_ row: SQLiteStatement) throws -> Link {
        var link = Link(row: row)
        link.tags = Set(
            try tagsOfLink.rows([.integer(link.id)]) { try tag($0.integer(0)) }.compactMap(\.self)
        )
        return link
    }

    private mutating func tag(_ id: Int64) throws -> LinkTag? {
        if let known = tags[id] {
            return known
        }
        let tag = try nameOfTag.rows([.integer(id)]) { LinkTag($0.text(0) ?? "") }.first ?? nil
        tags[id] = tag
        return tag
    }
}

extension Link {
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
