import Core
import Foundation

/// Links inside a transaction of one connection, each kept by the journal before it changes.
struct SQLiteLinkTransaction: LinkTransaction {
    private let change: SQLiteChange
    private let filer: LinkFiler
    private var connection: SQLiteConnection { change.connection }

    init(change: SQLiteChange) {
        self.change = change
        filer = LinkFiler(change.connection)
    }

    /// Ends the change; to be called before the transaction is committed.
    func finish(_ kind: LinkChange.Kind, at date: Date) throws {
        try filer.finish()
        try change.finish(kind, at: date)
    }

    func link(id: Link.ID) throws -> Link? { try connection.link(id: id) }

    func link(url: String) throws -> Link? { try connection.link(url: url) }

    func tags() throws -> [TagCount] { try connection.tagCounts() }

    func insert(_ draft: LinkDraft) throws -> Link {
        let added = draft.added ?? .now
        let updated = draft.updated ?? added
        try connection.statement("INSERT INTO links (url, title, note, added, updated) VALUES (?, ?, ?, ?, ?)")
            .run(
                .text(draft.url), .text(draft.title), .text(draft.note), .integer(added.seconds),
                .integer(updated.seconds))
        let link = Link(
            id: connection.lastInsertedID, draft, added: Date(seconds: added.seconds),
            updated: Date(seconds: updated.seconds))
        try filer.file(link)
        return link
    }

    func update(_ link: Link) throws {
        guard let before = try self.link(id: link.id) else { return }
        try change.keep(link.id)
        if before.url != link.url { try change.moveChecks(of: link.id) }
        try connection.statement("UPDATE links SET url = ?, title = ?, note = ?, added = ?, updated = ? WHERE id = ?")
            .run(
                .text(link.url), .text(link.title), .text(link.note), .integer(link.added.seconds),
                .integer(link.updated.seconds), .integer(link.id))
        try filer.refile(link)
    }

    func remove(id: Link.ID) throws {
        try change.keep(id)
        try change.moveChecks(of: id)
        try filer.unfile(id)
        try connection.statement("DELETE FROM links WHERE id = ?").run(.integer(id))
    }

    func replaceTags(_ old: Set<LinkTag>, with new: LinkTag?, at date: Date) throws -> Int {
        var changed: Set<Link.ID> = []
        for tag in old { changed.formUnion(try links(with: tag)) }
        // All are kept before the first changes: the spelling of a tag changes in all of them at once.
        for id in changed { try change.keep(id) }
        for id in changed.sorted() {
            guard var link = try link(id: id) else { continue }
            link.tags.subtract(old)
            if let new { link.tags.insert(new) }
            link.updated = max(link.updated, date)
            try connection.statement("UPDATE links SET updated = ? WHERE id = ?")
                .run(.integer(link.updated.seconds), .integer(id))
            try filer.refile(link, isRespelling: true)
        }
        return changed.count
    }

    func takeIn(_ records: [CheckRecord]) throws -> Set<Link.ID> {
        let newest = try connection.statement(
            """
            SELECT coalesce((SELECT max(checked) FROM checks WHERE link = l.id), \(Int64.min)) FROM links AS l
            WHERE l.id = ?
            """)
        // Not INSERT … SELECT: FTS5 would have to write out its index before each.
        let insertion = try connection.statement(
            "INSERT INTO checks (\(CheckRecord.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        var taken: Set<Link.ID> = []
        for record in records {
            guard let newest = try newest.integers([.integer(record.link)]).first, newest < record.checked.seconds
            else {
                continue
            }
            try change.keepTakenIn(record)
            try insertion.run(record.row)
            taken.insert(record.link)
        }
        return taken
    }

    private func links(with tag: LinkTag) throws -> [Link.ID] {
        try connection.statement("SELECT link FROM link_tags WHERE tag = (SELECT id FROM tags WHERE key = ?)")
            .integers([.text(tag.key)])
    }
}
