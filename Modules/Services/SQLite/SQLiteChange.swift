import Core
import Foundation

/// A change that is being made, and what the journal must keep of it so that it can be undone.
///
/// Links that it adds cost nothing: identities only grow, so the journal keeps the range of theirs. Of a link that it
/// changes or removes, the journal keeps the row, the tags and the checks as they were before.
struct SQLiteChange {
    let connection: SQLiteConnection
    private let id: Int64
    private let lastBefore: Link.ID

    /// Begins a change; a transaction must be open.
    init(_ connection: SQLiteConnection) throws {
        self.connection = connection
        id = (try connection.integer("SELECT max(id) FROM changes") ?? 0) + 1
        lastBefore = try Self.lastIdentity(connection)
    }

    /// Keeps a link as it was before the change; nothing happens when the change has added it, or has kept it already.
    func keep(_ link: Link.ID) throws {
        guard link <= lastBefore, let link = try connection.link(id: link) else { return }
        // Not INSERT … SELECT: FTS5 would have to write out its index before each.
        try connection.statement(
            """
            INSERT OR IGNORE INTO changed_links (change, link, url, title, note, added, updated, tags)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        ).run(
            .integer(id), .integer(link.id), .text(link.url), .text(link.title), .text(link.note),
            .integer(link.added.seconds), .integer(link.updated.seconds),
            .text(link.tags.map(\.name).sorted().joined(separator: ",")))
    }

    /// Takes the checks of a link into the journal: it is about to be removed, or to get an address of which they say nothing.
    func moveChecks(of link: Link.ID) throws {
        try connection.statement(
            """
            INSERT INTO removed_checks (change, \(CheckRecord.columns))
            SELECT ?, \(CheckRecord.columns) FROM checks WHERE link = ? ORDER BY id
            """
        ).run(.integer(id), .integer(link))
        try connection.statement("DELETE FROM checks WHERE link = ?").run(.integer(link))
    }

    /// Keeps which record the change has taken in; nothing happens when it has added the link, with which the record goes.
    func keepTakenIn(_ record: CheckRecord) throws {
        guard record.link <= lastBefore else { return }
        try keep(record.link)
        try connection.statement("INSERT INTO taken_in_checks (change, link, checked) VALUES (?, ?, ?)")
            .run(.integer(id), .integer(record.link), .integer(record.checked.seconds))
    }

    /// Writes the change into the journal, unless it changed nothing, and forgets the oldest beyond the limit.
    func finish(_ kind: LinkChange.Kind, at date: Date) throws {
        let lastAfter = try Self.lastIdentity(connection)
        let count = try connection.statement(
            """
            SELECT (SELECT count(*) FROM changed_links WHERE change = ?)
                + (SELECT count(*) FROM links WHERE id > ? AND id <= ?)
            """)
        try count.bind([.integer(id), .integer(lastBefore), .integer(lastAfter)])
        let links = try count.step() ? count.integer(0) : 0
        count.reset()
        guard links > 0 else { return }
        try connection.statement(
            "INSERT INTO changes (id, kind, links, made, last_before, last_after) VALUES (?, ?, ?, ?, ?, ?)"
        ).run(
            .integer(id), .text(kind.rawValue), .integer(links), .integer(date.seconds), .integer(lastBefore),
            .integer(lastAfter))
        try connection.statement(
            "DELETE FROM changes WHERE id NOT IN (SELECT id FROM changes ORDER BY id DESC LIMIT ?)"
        ).run(.integer(Int64(LinkChange.journalLimit)))
    }

    /// The newest identity that the library ever gave, or 0.
    private static func lastIdentity(_ connection: SQLiteConnection) throws -> Link.ID {
        try connection.integer("SELECT seq FROM sqlite_sequence WHERE name = 'links'") ?? 0
    }
}
