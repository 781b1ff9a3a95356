import Core

/// Reads links, and the name of each of their tags once; for one transaction alone, and while no tag is spelt anew.
///
/// To have SQLite put the names of each link's tags together, and to take them apart again, takes a long list of links up to a
/// tenth more time.
struct LinkReader {
    private let tagsOfLink: SQLiteStatement
    private let nameOfTag: SQLiteStatement
    private var tags: [Int64: LinkTag] = [:]

    init(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        tagsOfLink = try connection.statement("SELECT tag FROM link_tags WHERE link = ?")
        nameOfTag = try connection.statement("SELECT name FROM tags WHERE id = ?")
    }

    /// The link in a row of `LinkSelection.columns`.
    mutating func link(_ row: SQLiteStatement) throws -> Link {
        var link = Link(row: row)
        link.tags = Set(try tagsOfLink.integers([.integer(link.id)]).compactMap { try tag($0) })
        return link
    }

    private mutating func tag(_ id: Int64) throws(SQLiteFailure) -> LinkTag? {
        if let known = tags[id] { return known }
        try nameOfTag.bind([.integer(id)])
        defer { nameOfTag.reset() }
        let tag = try nameOfTag.step() ? LinkTag(nameOfTag.text(0) ?? "") : nil
        tags[id] = tag
        return tag
    }
}
