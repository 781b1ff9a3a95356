import Core
import Foundation

/// Links inside a transaction of one connection.
struct SQLiteLinkTransaction: LinkTransaction {
    let connection: SQLiteConnection

    func link(id: Link.ID) throws -> Link? {
        try link("id", .integer(id))
    }

    func link(url: String) throws -> Link? {
        try link("url", .text(url))
    }

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
        try file(link)
        return link
    }

    func update(_ link: Link) throws {
        guard try self.link(id: link.id) != nil else { return }
        try connection.statement("UPDATE links SET url = ?, title = ?, note = ?, added = ?, updated = ? WHERE id = ?")
            .run(
                .text(link.url), .text(link.title), .text(link.note), .integer(link.added.seconds),
                .integer(link.updated.seconds), .integer(link.id))
        try unfile(link.id)
        try file(link)
    }

    func remove(id: Link.ID) throws {
        try unfile(id)
        try connection.statement("DELETE FROM links WHERE id = ?").run(.integer(id))
    }

    private func link(_ column: String, _ value: SQLiteValue) throws -> Link? {
        let statement = try connection.statement(
            "SELECT \(LinkSelection.columns) FROM links AS l WHERE l.\(column) = ?")
        try statement.bind([value])
        defer { statement.reset() }
        return try statement.step() ? Link(row: statement) : nil
    }

    /// Writes what belongs to a link outside its row: its tags, and its text for the search.
    private func file(_ link: Link) throws {
        for tag in link.tags {
            try connection.statement("INSERT INTO tags (key, name) VALUES (?, ?) ON CONFLICT (key) DO NOTHING")
                .run(.text(tag.key), .text(tag.name))
            try connection.statement("INSERT INTO link_tags SELECT ?, id FROM tags WHERE key = ?")
                .run(.integer(link.id), .text(tag.key))
        }
        let tags = link.tags.map(\.name).sorted().joined(separator: " , ")
        try connection.statement("INSERT INTO link_text (rowid, title, note, url, tags) VALUES (?, ?, ?, ?, ?)")
            .run(.integer(link.id), .text(link.title), .text(link.note), .text(link.url), .text(tags))
    }

    private func unfile(_ id: Link.ID) throws {
        try connection.statement("DELETE FROM link_text WHERE rowid = ?").run(.integer(id))
        let tags = try tags(of: id)
        try connection.statement("DELETE FROM link_tags WHERE link = ?").run(.integer(id))
        for tag in tags {
            // A tag that no link has any more is forgotten, and its spelling with it.
            try connection.statement(
                "DELETE FROM tags WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM link_tags WHERE tag = ?1)"
            ).run(.integer(tag))
        }
    }

    private func tags(of id: Link.ID) throws -> [Int64] {
        let statement = try connection.statement("SELECT tag FROM link_tags WHERE link = ?")
        try statement.bind([.integer(id)])
        var tags: [Int64] = []
        while try statement.step() { tags.append(statement.integer(0)) }
        return tags
    }
}
