import Core
import SearchText
import WebURLs

/// Writes what belongs to a link outside its row, its tags and its text for the search; for one transaction alone.
///
/// The index is written when all else is done. Before every statement that could fail halfway, such as one whose effects
/// cascade, SQLite has FTS5 write out what it has gathered; done link by link, that takes ten times as long.
final class LinkFiler {
    private let connection: SQLiteConnection
    /// The identities of tags by key, so that a merge need not ask for the same few tags again and again.
    private var knownTags: [String: Int64] = [:]
    /// Links whose text in the index is out of date.
    private var stale: Set<Link.ID> = []

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// Files a link that was never filed; its text at once, since nothing else is written for new links.
    func file(_ link: Link) throws {
        try fileTags(of: link, isRespelling: false)
        try fileText(of: link)
    }

    /// Files the text of a link that has none in the index.
    func fileText(of link: Link) throws {
        let tags = link.tags.map(\.name).sorted().joined(separator: " , ")
        try connection.statement("INSERT INTO link_text (rowid, title, note, url, tags) VALUES (?, ?, ?, ?, ?)")
            .run(
                .integer(link.id), .text(link.title?.searchable), .text(link.note?.searchable),
                .text(link.url.urlSearchText.searchable), .text(tags.searchable))
    }

    /// Files a link in the place of what was filed before.
    ///
    /// - Parameter isRespelling: Whether its spelling of its tags becomes that of the library.
    func refile(_ link: Link, isRespelling: Bool = false) throws {
        try unfile(link.id)
        try fileTags(of: link, isRespelling: isRespelling)
    }

    /// Takes away what was filed.
    func unfile(_ id: Link.ID) throws {
        stale.insert(id)
        try connection.statement("DELETE FROM link_tags WHERE link = ?").run(.integer(id))
    }

    /// Forgets tags that no link has any more, and their spelling with them.
    func forgetUnusedTags() throws {
        try connection.run("DELETE FROM tags WHERE NOT EXISTS (SELECT 1 FROM link_tags WHERE tag = tags.id)")
    }

    /// Brings the index and the tags up to date.
    func finish() throws {
        guard !stale.isEmpty else { return }
        try forgetUnusedTags()
        // In the order of the index, which writes out what it has gathered whenever it must go back.
        for id in stale.sorted() {
            try connection.statement("DELETE FROM link_text WHERE rowid = ?").run(.integer(id))
            if let link = try connection.link(id: id) { try fileText(of: link) }
        }
    }

    private func fileTags(of link: Link, isRespelling: Bool) throws {
        let insertion = try connection.statement("INSERT INTO link_tags (link, tag) VALUES (?, ?)")
        for tag in link.tags {
            try insertion.run(.integer(link.id), .integer(try identity(of: tag, isRespelling: isRespelling)))
        }
    }

    private func identity(of tag: LinkTag, isRespelling: Bool) throws -> Int64 {
        if !isRespelling, let known = knownTags[tag.key] { return known }
        let found = try connection.statement("SELECT id FROM tags WHERE key = ?").integers([.text(tag.key)]).first
        if let found {
            if isRespelling {
                try connection.statement("UPDATE tags SET name = ? WHERE id = ? AND name != ?1")
                    .run(.text(tag.name), .integer(found))
            }
        } else {
            try connection.statement("INSERT INTO tags (key, name) VALUES (?, ?)").run(.text(tag.key), .text(tag.name))
        }
        let identity = found ?? connection.lastInsertedID
        knownTags[tag.key] = identity
        return identity
    }
}
