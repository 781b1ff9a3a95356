import Core
import Foundation

extension SQLiteConnection {
    /// The link whose column `id` or `url` has that value, or nil.
    func link(_ column: String, _ value: SQLiteValue) throws -> Link? {
        let statement = try statement("SELECT \(LinkSelection.columns) FROM links AS l WHERE l.\(column) = ?")
        try statement.bind([value])
        defer { statement.reset() }
        return try statement.step() ? Link(row: statement) : nil
    }

    /// Every tag that a link has, most used first, then by name.
    func tagCounts() throws -> [TagCount] {
        let statement = try statement(
            "SELECT name, (SELECT count(*) FROM link_tags WHERE tag = t.id) FROM tags AS t")
        try statement.bind([])
        var counts: [TagCount] = []
        while try statement.step() {
            guard let tag = LinkTag(statement.text(0) ?? "") else { continue }
            counts.append(TagCount(tag, links: Int(statement.integer(1))))
        }
        return counts.sorted()
    }

    /// Writes what belongs to a link outside its row: its tags, and its text for the search.
    ///
    /// - Parameter isRespelling: Whether its spelling of its tags becomes that of the library.
    func file(_ link: Link, isRespelling: Bool = false) throws {
        for tag in link.tags {
            let resolution = isRespelling ? "UPDATE SET name = excluded.name" : "NOTHING"
            try statement("INSERT INTO tags (key, name) VALUES (?, ?) ON CONFLICT (key) DO \(resolution)")
                .run(.text(tag.key), .text(tag.name))
            try statement("INSERT INTO link_tags SELECT ?, id FROM tags WHERE key = ?")
                .run(.integer(link.id), .text(tag.key))
        }
        let tags = link.tags.map(\.name).sorted().joined(separator: " , ")
        try statement("INSERT INTO link_text (rowid, title, note, url, tags) VALUES (?, ?, ?, ?, ?)")
            .run(.integer(link.id), .text(link.title), .text(link.note), .text(link.url), .text(tags))
    }

    /// Takes away what belongs to a link outside its row.
    func unfile(_ id: Link.ID) throws {
        try statement("DELETE FROM link_text WHERE rowid = ?").run(.integer(id))
        let tags = try tags(of: id)
        try statement("DELETE FROM link_tags WHERE link = ?").run(.integer(id))
        for tag in tags {
            // A tag that no link has any more is forgotten, and its spelling with it.
            try statement("DELETE FROM tags WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM link_tags WHERE tag = ?1)")
                .run(.integer(tag))
        }
    }

    private func tags(of id: Link.ID) throws -> [Int64] {
        let statement = try statement("SELECT tag FROM link_tags WHERE link = ?")
        try statement.bind([.integer(id)])
        var tags: [Int64] = []
        while try statement.step() { tags.append(statement.integer(0)) }
        return tags
    }
}
