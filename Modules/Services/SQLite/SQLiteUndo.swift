import CSQLite
import Core
import Foundation

/// Takes back the newest change of the journal.
struct SQLiteUndo {
    /// What it takes back.
    let change: LinkChange
    private let connection: SQLiteConnection
    private let id: Int64
    private let added: (after: Link.ID, upTo: Link.ID)

    /// Finds the newest change; nil when there is none.
    static func newest(_ connection: SQLiteConnection) throws -> SQLiteUndo? {
        let row = try connection.statement(
            "SELECT id, kind, made, last_before, last_after FROM changes ORDER BY id DESC LIMIT 1")
        defer { row.reset() }
        guard try row.step() else { return nil }
        guard let kind = row.text(1).flatMap(LinkChange.Kind.init) else {
            throw SQLiteFailure(code: SQLITE_CORRUPT, message: "a change has an unknown kind")
        }
        return try SQLiteUndo(
            kind, made: Date(seconds: row.integer(2)), connection, id: row.integer(0),
            added: (row.integer(3), row.integer(4)))
    }

    private init(
        _ kind: LinkChange.Kind, made: Date, _ connection: SQLiteConnection, id: Int64,
        added: (after: Link.ID, upTo: Link.ID)
    ) throws {
        let ids = try connection.statement(
            """
            SELECT link FROM changed_links WHERE change = ?
            UNION ALL SELECT id FROM links WHERE id > ? AND id <= ? ORDER BY 1
            """
        ).integers([.integer(id), .integer(added.after), .integer(added.upTo)])
        // Those that were there before the change have smaller identities than those that it added.
        let kept = try connection.statement(Self.keptLinks)
        try kept.bind([.integer(id), .integer(Int64(LinkChange.firstLinksLimit))])
        var first: [Link] = []
        while try kept.step() { first.append(Self.link(kept)) }
        first += try connection.links(Array(ids.prefix(LinkChange.firstLinksLimit).dropFirst(first.count)))
        change = LinkChange(kind, of: ids, firstLinks: first, made: made)
        self.connection = connection
        self.id = id
        self.added = added
    }

    /// Undoes it and forgets it; a transaction must be open.
    func run() throws {
        try removeAddedLinks()
        try removeTakenInChecks()
        try freeAddresses()
        let filer = LinkFiler(connection)
        try restoreLinks(filer)
        try filer.forgetUnusedTags()
        try filer.finish()
        try restoreChecks()
        try connection.statement("DELETE FROM changes WHERE id = ?").run(.integer(id))
    }

    private func removeAddedLinks() throws {
        for (table, key) in [("link_text", "rowid"), ("links", "id")] {
            try connection.statement("DELETE FROM \(table) WHERE \(key) > ? AND \(key) <= ?")
                .run(.integer(added.after), .integer(added.upTo))
        }
    }

    /// Records are told by link and time: those that went with their link and came back have other identities.
    private func removeTakenInChecks() throws {
        try connection.statement(
            """
            DELETE FROM checks WHERE id IN (
                SELECT c.id FROM taken_in_checks AS t JOIN checks AS c ON c.link = t.link AND c.checked = t.checked
                WHERE t.change = ?
            )
            """
        ).run(.integer(id))
    }

    /// Lets two links that have swapped their addresses take them back, one after the other; checks say nothing of the old ones.
    private func freeAddresses() throws {
        try connection.statement(
            """
            DELETE FROM checks WHERE link IN (
                SELECT l.id FROM changed_links AS c JOIN links AS l ON l.id = c.link WHERE c.change = ? AND c.url != l.url)
            """
        ).run(.integer(id))
        try connection.statement(
            """
            UPDATE links SET url = 'undone:' || links.id FROM changed_links AS c
            WHERE c.change = ? AND c.link = links.id AND c.url != links.url
            """
        ).run(.integer(id))
    }

    /// Links as they were before a change, at most so many, in the columns that `Link.init(row:)` reads, and their tags.
    private static let keptLinks = """
        SELECT link, url, title, note, added, updated, tags FROM changed_links WHERE change = ? ORDER BY link LIMIT ?
        """

    private static func link(_ kept: SQLiteStatement) -> Link {
        var link = Link(row: kept)
        link.tags = kept.text(6).map(LinkTag.list) ?? []
        return link
    }

    private func restoreLinks(_ filer: LinkFiler) throws {
        let kept = try connection.statement(Self.keptLinks)
        try kept.bind([.integer(id), .integer(-1)])
        while try kept.step() { try restore(Self.link(kept), filer) }
    }

    private func restore(_ link: Link, _ filer: LinkFiler) throws {
        try connection.statement(
            """
            INSERT INTO links (id, url, title, note, added, updated) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET url = excluded.url, title = excluded.title, note = excluded.note,
                added = excluded.added, updated = excluded.updated
            """
        ).run(
            .integer(link.id), .text(link.url), .text(link.title), .text(link.note), .integer(link.added.seconds),
            .integer(link.updated.seconds))
        try filer.refile(link, isRespelling: true)
    }

    private func restoreChecks() throws {
        try connection.statement(
            """
            INSERT INTO checks (\(CheckRecord.columns))
            SELECT \(CheckRecord.columns) FROM removed_checks WHERE change = ? ORDER BY id
            """
        ).run(.integer(id))
    }
}
