import Core
import Foundation

/// Takes back the newest change of the journal.
struct PostgreSQLUndo {
    /// What it takes back.
    let change: LinkChange
    private let connection: PostgreSQLConnection
    private let id: Int64
    private let added: (after: Link.ID, upTo: Link.ID)

    /// Finds the newest change; nil when there is none.
    static func newest(_ connection: PostgreSQLConnection) throws -> PostgreSQLUndo? {
        let newest = try connection.rows(
            "SELECT id, kind, made, last_before, last_after FROM changes ORDER BY id DESC LIMIT 1"
        ) { row in
            guard let kind = row.text(1).flatMap(LinkChange.Kind.init) else {
                throw PostgreSQLFailure(state: "XX001", message: "a change has an unknown kind")
            }
            return (
                kind: kind, made: Date(seconds: row.integer(2)), id: row.integer(0),
                added: (after: row.integer(3), upTo: row.integer(4))
            )
        }.first
        guard let newest else { return nil }
        return try PostgreSQLUndo(
            newest.kind, made: newest.made, connection, id: newest.id, added: newest.added)
    }

    /// The columns that `Link.init(row:)` reads, from `changed_links AS l`.
    static let keptColumns = "l.link, l.url, l.title, l.note, l.added, l.updated, array_to_string(l.tag_names, ',')"

    private init(
        _ kind: LinkChange.Kind, made: Date, _ connection: PostgreSQLConnection, id: Int64,
        added: (after: Link.ID, upTo: Link.ID)
    ) throws {
        let ids = try connection.rows(
            """
            SELECT link FROM changed_links WHERE change = $1
            UNION ALL SELECT id FROM links WHERE id > $2 AND id <= $3 ORDER BY 1
            """, .integer(id), .integer(added.after), .integer(added.upTo)
        ) { $0.integer(0) }
        // Those that were there before the change have smaller identities than those that it added.
        var first = try connection.rows(
            """
            SELECT \(Self.keptColumns) FROM changed_links AS l WHERE l.change = $1 ORDER BY l.link LIMIT $2
            """, .integer(id), .integer(Int64(LinkChange.firstLinksLimit)), read: Link.init)
        first += try connection.links(Array(ids.prefix(LinkChange.firstLinksLimit).dropFirst(first.count)))
        change = LinkChange(kind, of: ids, firstLinks: first, made: made)
        self.connection = connection
        self.id = id
        self.added = added
    }

    /// Undoes it and forgets it; the library must be locked.
    func run() throws {
        try connection.run(
            "DELETE FROM links WHERE id > $1 AND id <= $2", .integer(added.after), .integer(added.upTo))
        try removeChecks()
        try restoreTags()
        try restoreLinks()
        try connection.run(
            "INSERT INTO checks SELECT \(Self.columnsOfChecks) FROM removed_checks WHERE change = $1", .integer(id))
        try connection.run(
            "DELETE FROM tags WHERE NOT EXISTS (SELECT 1 FROM links WHERE links.tags @> ARRAY[tags.id])")
        for table in ["changed_links", "removed_checks", "taken_in_checks"] {
            try connection.run("DELETE FROM \(table) WHERE change = $1", .integer(id))
        }
        try connection.run("DELETE FROM changes WHERE id = $1", .integer(id))
        try connection.run("UPDATE library SET last_change = $1", .integer(id - 1))
    }

    private static let columnsOfChecks =
        "id, link, verdict, status, location, attempts, milliseconds, reason, checked"

    /// Removes the checks that the change has taken in, and those of addresses that it has brought.
    private func removeChecks() throws {
        try connection.run(
            """
            DELETE FROM checks USING taken_in_checks AS t
            WHERE t.change = $1 AND checks.link = t.link AND checks.checked = t.checked
            """, .integer(id))
        try connection.run(
            """
            DELETE FROM checks USING changed_links AS c, links AS l
            WHERE c.change = $1 AND l.id = c.link AND l.url <> c.url AND checks.link = l.id
            """, .integer(id))
    }

    /// Spells the tags as they were spelled.
    private func restoreTags() throws {
        let kept = """
            WITH kept AS (
                SELECT DISTINCT ON (key) key, name
                FROM changed_links, unnest(tag_keys, tag_names) AS tag (key, name) WHERE change = $1
            )
            """
        try connection.run(
            "\(kept) UPDATE tags SET name = kept.name FROM kept WHERE tags.key = kept.key AND tags.name <> kept.name",
            .integer(id))
        try connection.run(
            """
            \(kept) INSERT INTO tags (key, name)
            SELECT key, name FROM kept WHERE NOT EXISTS (SELECT 1 FROM tags WHERE tags.key = kept.key)
            """, .integer(id))
    }

    private func restoreLinks() throws {
        try connection.run(
            """
            INSERT INTO links (id, url, title, note, tags, added, updated, sort_text, address_text, words)
            SELECT link, url, title, note,
                ARRAY(SELECT (SELECT t.id FROM tags AS t WHERE t.key = wanted) FROM unnest(tag_keys) AS wanted),
                added, updated, sort_text, address_text, words
            FROM changed_links WHERE change = $1
            ON CONFLICT (id) DO UPDATE SET url = excluded.url, title = excluded.title, note = excluded.note,
                tags = excluded.tags, added = excluded.added, updated = excluded.updated,
                sort_text = excluded.sort_text, address_text = excluded.address_text, words = excluded.words
            """, .integer(id))
    }
}
