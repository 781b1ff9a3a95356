import Core
import Foundation
import LibraryInterface
import LinkRows

/// The change that a transaction makes, with the data that the journal needs to undo it.
///
/// For a changed or removed link, the journal stores the previous row, tags and checks. For added
/// links, it stores only the range of their IDs, which identifies them because IDs only increase.
struct SQLiteChange {
    private let connection: SQLiteConnection
    private let id: Int64
    private let lastBefore: Link.ID

    init(_ connection: SQLiteConnection) throws {
        self.connection = connection
        id = (try connection.integer("SELECT max(id) FROM changes") ?? 0) + 1
        lastBefore = try Self.lastLinkID(connection)
    }

    /// Records a link before it changes. A link that this change has added or already recorded is
    /// skipped.
    func record(_ id: Link.ID) throws {
        guard id <= lastBefore, let link = try connection.link(id: id) else {
            return
        }
        try record(link)
    }

    /// Records the given state of a link before the link changes. A link that this change has added
    /// or already recorded is skipped.
    func record(_ link: Link) throws {
        guard link.id <= lastBefore else { return }
        let tags = link.tags.map(\.name).sorted().joined(separator: ",")
        // INSERT … SELECT is not used, because before each such statement, FTS5 would have to write
        // the terms that it has collected, which is slow.
        try connection.statement(
            """
            INSERT OR IGNORE INTO changed_links (change, link, url, title, note, added, updated, tags)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        ).run([.integer(id)] + link.row + [.text(tags)])
    }

    /// Moves the checks of a link to the journal. The method must be called before the link is
    /// removed or receives a new URL.
    func moveChecks(of link: Link.ID) throws {
        try connection.run(
            """
            INSERT INTO removed_checks (change, \(CheckRecord.columns))
            SELECT ?, \(CheckRecord.columns) FROM checks WHERE link = ? ORDER BY id
            """,
            .integer(id),
            .integer(link)
        )
        try connection.run("DELETE FROM checks WHERE link = ?", .integer(link))
    }

    /// Records that a check was imported. A link that this change has added is skipped, because
    /// undoing the addition removes its checks.
    func recordImport(of check: CheckRecord) throws {
        guard check.link <= lastBefore else { return }
        try record(check.link)
        try connection.run(
            "INSERT INTO taken_in_checks (change, link, checked) VALUES (?, ?, ?)",
            .integer(id),
            .integer(check.link),
            .integer(check.checked.seconds)
        )
    }

    /// Adds the change to the journal unless it changed no link. If the journal exceeds its limit,
    /// deletes the oldest changes from it.
    func finish(_ kind: LinkChange.Kind, at date: Date) throws {
        let lastAfter = try Self.lastLinkID(connection)
        let count = try connection.integers(
            """
            SELECT (SELECT count(*) FROM changed_links WHERE change = ?)
                + (SELECT count(*) FROM links WHERE id > ? AND id <= ?)
            """,
            .integer(id),
            .integer(lastBefore),
            .integer(lastAfter)
        ).first
        guard let count, count > 0 else { return }
        try connection.run(
            "INSERT INTO changes (id, kind, links, made, last_before, last_after) VALUES (?, ?, ?, ?, ?, ?)",
            .integer(id),
            .text(kind.rawValue),
            .integer(count),
            .integer(date.seconds),
            .integer(lastBefore),
            .integer(lastAfter)
        )
        try connection.run(
            "DELETE FROM changes WHERE id NOT IN (SELECT id FROM changes ORDER BY id DESC LIMIT ?)",
            .integer(Int64(LinkChange.journalLimit))
        )
    }

    private static func lastLinkID(_ connection: SQLiteConnection) throws -> Link.ID {
        try connection.integer("SELECT seq FROM sqlite_sequence WHERE name = 'links'") ?? 0
    }
}

struct SQLiteUndo {
    /// The number of links per statement. The number is large because FTS5 writes its collected
    /// terms before each statement.
    private static let batchSize = 20_000
    let change: LinkChange
    private let connection: SQLiteConnection
    private let entry: JournalEntry

    /// Prepares to undo the newest change, or returns `nil` if the journal is empty.
    init?(_ connection: SQLiteConnection) throws {
        let newest = try connection.rows(JournalEntry.newest) { try JournalEntry(row: $0) }.first
        guard let entry = newest else { return nil }
        let ids = try connection.integers(
            """
            SELECT link FROM changed_links WHERE change = ?
            UNION ALL SELECT id FROM links WHERE id > ? AND id <= ? ORDER BY 1
            """,
            .integer(entry.id),
            .integer(entry.lastBefore),
            .integer(entry.lastAfter)
        )
        let recorded = try connection.rows(
            Self.recordedLinks,
            .integer(entry.id),
            .integer(Int64(LinkChange.firstLinksLimit)),
            read: Link.init(row:)
        )
        change = try entry.change(of: ids, recorded: recorded, links: connection.links)
        self.connection = connection
        self.entry = entry
    }

    /// Undoes the change and deletes it from the journal, in the open transaction.
    func run() throws {
        try removeAddedLinks()
        try removeImportedChecks()
        try releaseURLs()
        try restoreLinks()
        try connection.run(
            """
            INSERT INTO checks (\(CheckRecord.columns))
            SELECT \(CheckRecord.columns) FROM removed_checks WHERE change = ? ORDER BY id
            """,
            .integer(entry.id)
        )
        try connection.run("DELETE FROM changes WHERE id = ?", .integer(entry.id))
    }

    /// Removes the added links in batches, to limit memory use. For each statement, SQLite first
    /// collects the IDs of the rows to delete, which take about 30 bytes each.
    private func removeAddedLinks() throws {
        for (table, key) in [("link_text", "rowid"), ("links", "id")] {
            let batches = stride(from: entry.lastBefore, to: entry.lastAfter, by: Self.batchSize)
            for start in batches {
                try connection.run(
                    "DELETE FROM \(table) WHERE \(key) > ? AND \(key) <= ?",
                    .integer(start),
                    .integer(min(start + Link.ID(Self.batchSize), entry.lastAfter))
                )
            }
        }
    }

    /// Removes the checks that the change imported. The method finds these checks by link and time,
    /// because checks that were removed and restored together with their link have new IDs.
    private func removeImportedChecks() throws {
        try connection.run(
            """
            DELETE FROM checks WHERE id IN (
                SELECT c.id FROM taken_in_checks AS t JOIN checks AS c ON c.link = t.link AND c.checked = t.checked
                WHERE t.change = ?
            )
            """,
            .integer(entry.id)
        )
    }

    /// Removes the checks of links whose URL the change edited, and gives these links temporary
    /// URLs.
    ///
    /// Without temporary URLs, links that swapped their URLs could not be restored one by one.
    private func releaseURLs() throws {
        try connection.run(
            """
            DELETE FROM checks WHERE link IN (
                SELECT l.id FROM changed_links AS c JOIN links AS l ON l.id = c.link WHERE c.change = ? AND c.url != l.url)
            """,
            .integer(entry.id)
        )
        try connection.run(
            """
            UPDATE links SET url = 'undone:' || links.id FROM changed_links AS c
            WHERE c.change = ? AND c.link = links.id AND c.url != links.url
            """,
            .integer(entry.id)
        )
    }

    private func restoreLinks() throws {
        let indexer = LinkIndexer(connection)
        let recorded = try connection.statement(Self.recordedLinks)
        try recorded.bind([.integer(entry.id), .integer(-1)])
        while try recorded.step() {
            let link = Link(row: recorded)
            try connection.statement(
                """
                INSERT INTO links (id, url, title, note, added, updated) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET url = excluded.url, title = excluded.title, note = excluded.note,
                    added = excluded.added, updated = excluded.updated
                """
            ).run(link.row)
            try indexer.reindex(link, respellsTags: true)
        }
        try indexer.deleteUnusedTags()
        try indexer.finish()
    }

    /// A query for links as they were before a change, up to a limit. It returns the columns that
    /// `Link.init(row:)` reads.
    private static let recordedLinks = """
        SELECT link, url, title, note, added, updated, tags FROM changed_links WHERE change = ? ORDER BY link LIMIT ?
        """
}
