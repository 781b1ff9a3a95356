import Core
import Foundation

/// Links inside a transaction of one connection, each kept by the journal before it changes.
struct SQLiteLinkTransaction: LinkTransaction {
    private let change: SQLiteChange
    private var connection: SQLiteConnection { change.connection }

    init(change: SQLiteChange) { self.change = change }

    func link(id: Link.ID) throws -> Link? { try connection.link("id", .integer(id)) }

    func link(url: String) throws -> Link? { try connection.link("url", .text(url)) }

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
        try connection.file(link)
        return link
    }

    func update(_ link: Link) throws {
        guard try self.link(id: link.id) != nil else { return }
        try change.keep(link.id)
        try connection.statement("UPDATE links SET url = ?, title = ?, note = ?, added = ?, updated = ? WHERE id = ?")
            .run(
                .text(link.url), .text(link.title), .text(link.note), .integer(link.added.seconds),
                .integer(link.updated.seconds), .integer(link.id))
        try connection.unfile(link.id)
        try connection.file(link)
    }

    func remove(id: Link.ID) throws {
        try change.keep(id)
        try change.keepChecks(of: id)
        try connection.unfile(id)
        try connection.statement("DELETE FROM links WHERE id = ?").run(.integer(id))
    }

    func replaceTags(_ old: Set<LinkTag>, with new: LinkTag, at date: Date) throws -> Int {
        var changed: Set<Link.ID> = []
        for tag in old { changed.formUnion(try links(with: tag)) }
        // All are kept before the first changes: the spelling of a tag changes in all of them at once.
        for id in changed { try change.keep(id) }
        for id in changed.sorted() {
            guard var link = try link(id: id) else { continue }
            link.tags.subtract(old)
            link.tags.insert(new)
            link.updated = max(link.updated, date)
            try connection.statement("UPDATE links SET updated = ? WHERE id = ?")
                .run(.integer(link.updated.seconds), .integer(id))
            try connection.unfile(id)
            try connection.file(link, isRespelling: true)
        }
        return changed.count
    }

    private func links(with tag: LinkTag) throws -> [Link.ID] {
        let statement = try connection.statement(
            "SELECT link FROM link_tags WHERE tag = (SELECT id FROM tags WHERE key = ?)")
        try statement.bind([.text(tag.key)])
        var ids: [Link.ID] = []
        while try statement.step() { ids.append(statement.integer(0)) }
        return ids
    }
}
