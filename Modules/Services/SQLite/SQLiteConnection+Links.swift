import Core
import Foundation

extension SQLiteConnection {
    private static let linkByID = "SELECT \(LinkSelection.columns) FROM links AS l WHERE l.id = ?"
    private static let linkByURL = "SELECT \(LinkSelection.columns) FROM links AS l WHERE l.url = ?"

    /// The link of that identity, or nil.
    func link(id: Link.ID) throws -> Link? { try links([id]).first }

    /// The link at that address, or nil.
    func link(url: String) throws -> Link? { try links(Self.linkByURL, [.text(url)]).first }

    /// The links of those identities that are there, in that order.
    func links(_ ids: [Link.ID]) throws -> [Link] { try links(Self.linkByID, ids.map { .integer($0) }) }

    /// The links that a statement finds, one or none for each of the values.
    private func links(_ sql: String, _ values: [SQLiteValue]) throws -> [Link] {
        let statement = try statement(sql)
        var reader = try LinkReader(self)
        return try values.compactMap { value in
            try statement.bind([value])
            defer { statement.reset() }
            return try statement.step() ? reader.link(statement) : nil
        }
    }

    /// The identities of the links that match, in the order asked for.
    func ids(matching query: LinkQuery) throws -> [Link.ID] {
        try rows(of: .identities(query)) { $0.integer(0) }
    }

    /// What `read` makes of each row of a selection.
    func rows<Row>(of selection: LinkSelection, _ read: (SQLiteStatement) throws -> Row) throws -> [Row] {
        let statement = try prepare(selection.sql)
        try statement.bind(selection.values)
        var rows: [Row] = []
        while try statement.step() { rows.append(try read(statement)) }
        return rows
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
