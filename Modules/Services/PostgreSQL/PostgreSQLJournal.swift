import Core
import Foundation
import LibraryInterface
import LinkRows

/// The change that a transaction makes, with the data that the journal needs to undo it.
///
/// For a changed or removed link, the journal stores the previous row and checks. For added links,
/// it stores only the range of their IDs, which identifies them because IDs only increase.
final class PostgreSQLChange {
    /// The greatest link ID before the change, or 0.
    let lastBefore: Link.ID
    private let connection: PostgreSQLConnection
    private let id: Int64
    private var mayLeaveUnusedTags = false

    /// Creates a change in the open transaction, and locks the library until the transaction ends.
    init(_ connection: PostgreSQLConnection) throws {
        self.connection = connection
        let (lastLink, lastChange) = try connection.lockLibrary()
        lastBefore = lastLink
        id = lastChange + 1
    }

    /// Records links before they change. Links that this change has added or already recorded are
    /// skipped.
    func record(_ links: [Link.ID]) throws {
        guard !links.isEmpty else { return }
        mayLeaveUnusedTags = true
        try connection.run(
            """
            INSERT INTO changed_links
                (change, link, url, title, note, tag_keys, tag_names, added, updated, sort_text, search_text,
                words)
            SELECT $1, l.id, l.url, l.title, l.note, \(PostgreSQLSelection.tags("key")), \(PostgreSQLSelection.tags("name")),
                l.added, l.updated, l.sort_text, l.search_text, l.words
            FROM links AS l WHERE l.id = ANY ($2::bigint[]) AND l.id <= $3
            ON CONFLICT DO NOTHING
            """,
            .integer(id),
            .integers(links),
            .integer(lastBefore)
        )
    }

    /// Copies the checks of links to the journal. The caller then removes the links, which deletes
    /// their checks.
    func recordChecks(of links: [Link.ID]) throws {
        try connection.run(
            "INSERT INTO removed_checks SELECT $1, checks.* FROM checks WHERE link = ANY ($2::bigint[])",
            .integer(id),
            .integers(links)
        )
    }

    /// For links whose URL changes, moves the checks to the journal, because the checks do not
    /// apply to the new URL.
    func moveChecks(ofNewURLs links: [Link]) throws {
        guard !links.isEmpty else { return }
        try connection.run(
            """
            WITH n AS (SELECT * FROM unnest($2::bigint[], $3::text[]) AS n (id, url)),
            gone AS (
                DELETE FROM checks USING links, n WHERE links.id = n.id AND links.url <> n.url AND checks.link = n.id
                RETURNING checks.*
            )
            INSERT INTO removed_checks SELECT $1, gone.* FROM gone
            """,
            .integer(id),
            .integers(links.map(\.id)),
            .texts(links.map(\.url))
        )
    }

    /// Records the imported checks. Links that this change has added are skipped, because undoing
    /// the addition removes their checks.
    func recordImport(of checks: [CheckRecord]) throws {
        let checks = checks.filter { $0.link <= lastBefore }
        try record(checks.map(\.link))
        try connection.run(
            "INSERT INTO taken_in_checks SELECT $1, link, checked FROM unnest($2::bigint[], $3::bigint[]) AS r (link, checked)",
            .integer(id),
            .integers(checks.map(\.link)),
            .integers(checks.map(\.checked.seconds))
        )
    }

    /// Adds the change to the journal unless it changed no link. If the journal exceeds its limit,
    /// deletes the oldest changes from it.
    ///
    /// - Parameter tags: The IDs of the tags that the change used.
    func finish(_ kind: LinkChange.Kind, at date: Date, lastAfter: Link.ID, tags: [Int64]) throws {
        if mayLeaveUnusedTags {
            try deleteUnusedTags(among: tags)
        }
        let count = try connection.rows(
            """
            SELECT (SELECT count(*) FROM changed_links WHERE change = $1)
                + (SELECT count(*) FROM links WHERE id > $2 AND id <= $3)
            """,
            .integer(id),
            .integer(lastBefore),
            .integer(lastAfter)
        ) { $0.integer(0) }.first
        guard let count, count > 0 else { return }
        try connection.run(
            """
            WITH entry AS (
                INSERT INTO changes (id, kind, links, made, last_before, last_after) VALUES ($1, $2, $3, $4, $5, $6)
            ), counters AS (UPDATE library SET last_link = $6, last_change = $1),
            forgotten AS (DELETE FROM changes WHERE id <= $7), links AS (DELETE FROM changed_links WHERE change <= $7),
            taken AS (DELETE FROM taken_in_checks WHERE change <= $7)
            DELETE FROM removed_checks WHERE change <= $7
            """,
            .integer(id),
            .text(kind.rawValue),
            .integer(count),
            .integer(date.seconds),
            .integer(lastBefore),
            .integer(lastAfter),
            .integer(id - Int64(LinkChange.journalLimit))
        )
    }

    private func deleteUnusedTags(among tags: [Int64]) throws {
        try connection.run(
            """
            DELETE FROM tags
            WHERE (id = ANY ($2::integer[]) OR key IN (SELECT unnest(tag_keys) FROM changed_links WHERE change = $1))
                AND NOT EXISTS (SELECT 1 FROM links WHERE links.tags @> ARRAY[tags.id])
            """,
            .integer(id),
            .integers(tags)
        )
    }
}

extension PostgreSQLConnection {
    /// Locks the library until the transaction ends. Returns the greatest link ID and the greatest
    /// change ID that were ever used, or 0 if there are none.
    @discardableResult
    func lockLibrary() throws -> (lastLink: Link.ID, lastChange: Int64) {
        try rows("SELECT last_link, last_change FROM library FOR UPDATE") {
            ($0.integer(0), $0.integer(1))
        }.first
            ?? (0, 0)
    }
}

struct PostgreSQLUndo {
    /// The columns for `Link.init(row:)` in a query of the table `changed_links AS l`.
    static let recordedColumns =
        "l.link, l.url, l.title, l.note, l.added, l.updated, array_to_string(l.tag_names, ',')"
    let change: LinkChange
    private let connection: PostgreSQLConnection
    private let entry: JournalEntry

    /// Prepares to undo the newest change, or returns `nil` if the journal is empty.
    init?(_ connection: PostgreSQLConnection) throws {
        let newest = try connection.rows(JournalEntry.newest) { try JournalEntry(row: $0) }.first
        guard let entry = newest else { return nil }
        let ids = try connection.rows(
            """
            SELECT link FROM changed_links WHERE change = $1
            UNION ALL SELECT id FROM links WHERE id > $2 AND id <= $3 ORDER BY 1
            """,
            .integer(entry.id),
            .integer(entry.lastBefore),
            .integer(entry.lastAfter)
        ) {
            $0.integer(0)
        }
        let recorded = try connection.rows(
            "SELECT \(Self.recordedColumns) FROM changed_links AS l WHERE l.change = $1 ORDER BY l.link LIMIT $2",
            .integer(entry.id),
            .integer(Int64(LinkChange.firstLinksLimit)),
            read: Link.init(row:)
        )
        change = try entry.change(of: ids, recorded: recorded, links: connection.links)
        self.connection = connection
        self.entry = entry
    }

    /// Undoes the change and deletes it from the journal. The library must be locked.
    func run() throws {
        try connection.run(
            "DELETE FROM links WHERE id > $1 AND id <= $2",
            .integer(entry.lastBefore),
            .integer(entry.lastAfter)
        )
        try removeChecks()
        try restoreTags()
        try restoreLinks()
        try connection.run(
            """
            INSERT INTO checks (id, \(CheckRecord.columns)) SELECT id, \(CheckRecord.columns)
            FROM removed_checks WHERE change = $1
            """,
            .integer(entry.id)
        )
        try connection.run(
            "DELETE FROM tags WHERE NOT EXISTS (SELECT 1 FROM links WHERE links.tags @> ARRAY[tags.id])"
        )
        for table in ["changed_links", "removed_checks", "taken_in_checks"] {
            try connection.run("DELETE FROM \(table) WHERE change = $1", .integer(entry.id))
        }
        try connection.run("DELETE FROM changes WHERE id = $1", .integer(entry.id))
        try connection.run("UPDATE library SET last_change = $1", .integer(entry.id - 1))
    }

    /// Removes the checks that the change imported, and the checks of links whose URL the change
    /// edited.
    private func removeChecks() throws {
        try connection.run(
            """
            DELETE FROM checks USING taken_in_checks AS t
            WHERE t.change = $1 AND checks.link = t.link AND checks.checked = t.checked
            """,
            .integer(entry.id)
        )
        try connection.run(
            """
            DELETE FROM checks USING changed_links AS c, links AS l
            WHERE c.change = $1 AND l.id = c.link AND l.url <> c.url AND checks.link = l.id
            """,
            .integer(entry.id)
        )
    }

    /// Restores removed tags, and the previous spelling of tags.
    private func restoreTags() throws {
        let recorded = """
            WITH recorded AS (
                SELECT DISTINCT ON (key) key, name
                FROM changed_links, unnest(tag_keys, tag_names) AS tag (key, name) WHERE change = $1
            )
            """
        try connection.run(
            """
            \(recorded) UPDATE tags SET name = recorded.name FROM recorded
            WHERE tags.key = recorded.key AND tags.name <> recorded.name
            """,
            .integer(entry.id)
        )
        try connection.run(
            """
            \(recorded) INSERT INTO tags (key, name)
            SELECT key, name FROM recorded WHERE NOT EXISTS (SELECT 1 FROM tags WHERE tags.key = recorded.key)
            """,
            .integer(entry.id)
        )
    }

    private func restoreLinks() throws {
        try connection.run(
            """
            INSERT INTO links (id, url, title, note, tags, added, updated, sort_text, search_text, words)
            SELECT link, url, title, note,
                ARRAY(SELECT (SELECT t.id FROM tags AS t WHERE t.key = wanted) FROM unnest(tag_keys) AS wanted),
                added, updated, sort_text, search_text, words
            FROM changed_links WHERE change = $1
            ON CONFLICT (id) DO UPDATE SET url = excluded.url, title = excluded.title, note = excluded.note,
                tags = excluded.tags, added = excluded.added, updated = excluded.updated,
                sort_text = excluded.sort_text, search_text = excluded.search_text, words = excluded.words
            """,
            .integer(entry.id)
        )
    }
}
