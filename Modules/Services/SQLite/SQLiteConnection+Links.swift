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
}
