import Core
import Foundation
import LibraryInterface
import LinkRows
import SearchText
import WebURLs

/// A transaction that records each changed link in the journal.
struct SQLiteLinkTransaction: LinkTransaction {
    private let connection: SQLiteConnection
    let date: Date
    private let change: SQLiteChange
    private let indexer: LinkIndexer

    init(_ connection: SQLiteConnection, at date: Date) throws {
        self.connection = connection
        self.date = date
        change = try SQLiteChange(connection)
        indexer = LinkIndexer(connection)
    }

    /// Completes the change. The method must be called before the commit.
    func finish(_ kind: LinkChange.Kind) throws {
        try indexer.finish()
        try change.finish(kind, at: date)
    }

    func link(id: Link.ID) throws -> Link? {
        try connection.link(id: id)
    }
    func link(url: String) throws -> Link? {
        try connection.link(url: url)
    }
    func tags() throws -> [TagCount] {
        try connection.tagCounts()
    }

    func insert(_ link: Link) throws -> Link {
        try connection.statement(
            "INSERT INTO links (url, title, note, added, updated) VALUES (?, ?, ?, ?, ?)"
        ).run(Array(link.row.dropFirst()))
        var link = link
        link.id = connection.lastInsertedID
        try indexer.index(link)
        return link
    }

    func update(_ link: Link) throws {
        guard let before = try self.link(id: link.id) else {
            return
        }
        try change.record(before)
        if before.url != link.url {
            try change.moveChecks(of: link.id)
        }
        try updateRow(of: link)
        try indexer.reindex(link)
    }

    func remove(id: Link.ID) throws {
        try change.record(id)
        try change.moveChecks(of: id)
        try indexer.removeEntries(of: id)
        try connection.run("DELETE FROM links WHERE id = ?", .integer(id))
    }

    func replaceTags(_ old: Set<LinkTag>, with new: LinkTag?) throws -> Int {
        var ids: Set<Link.ID> = []
        for tag in old {
            ids.formUnion(
                try connection.integers(
                    "SELECT link FROM link_tags WHERE tag = (SELECT id FROM tags WHERE key = ?)",
                    .text(tag.key)
                )
            )
        }
        // All links are recorded before the first link changes, because the spelling of a tag
        // changes in all of them at once.
        for id in ids {
            try change.record(id)
        }
        for id in ids.sorted() {
            guard var link = try link(id: id) else {
                continue
            }
            link.replaceTags(old, with: new, at: date)
            try updateRow(of: link)
            try indexer.reindex(link, respellsTags: true)
        }
        return ids.count
    }

    func importChecks(_ records: [CheckRecord]) throws -> Set<Link.ID> {
        var imported: Set<Link.ID> = []
        for record in records {
            let newest = try connection.integers(
                """
                SELECT coalesce((SELECT max(checked) FROM checks WHERE link = l.id), \(Int64.min)) FROM links AS l
                WHERE l.id = ?
                """,
                .integer(record.link)
            ).first
            guard let newest, newest < record.checked.seconds else {
                continue
            }
            try change.recordImport(of: record)
            // INSERT … SELECT is not used, because before each such statement, FTS5 would have to
            // write the terms that it has collected, which is slow.
            try connection.statement(
                "INSERT INTO checks (\(CheckRecord.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            )
            .run(record.row)
            imported.insert(record.link)
        }
        return imported
    }

    private func updateRow(of link: Link) throws {
        try connection.statement(
            "UPDATE links SET url = ?2, title = ?3, note = ?4, added = ?5, updated = ?6 WHERE id = ?1"
        ).run(link.row)
    }
}

/// An object that writes the tags of links, and the entries of links in the full-text index, within
/// one transaction.
///
/// Before every statement that can fail halfway, such as a statement with cascading effects, SQLite
/// makes FTS5 write its collected terms. Writing the terms for each link would take ten times as
/// long, so the entries of changed links are updated last.
final class LinkIndexer {
    private let connection: SQLiteConnection
    /// The IDs of tags by key. Without this cache, a merge would query the same few tags for each
    /// link.
    private var knownTags: [String: Int64] = [:]
    /// The links whose entries in the index are out of date.
    private var stale: Set<Link.ID> = []
    init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    /// Writes the tags and the text of a new link. The text is written immediately, because there
    /// is no earlier entry to replace.
    func index(_ link: Link) throws {
        try writeTags(of: link, respellsTags: false)
        try indexText(of: link)
    }

    /// Writes the text of a link that has no entry in the index.
    func indexText(of link: Link) throws {
        // The separator is a word that no search contains, so a phrase matches only within one tag.
        let tags = link.tags.map(\.name).sorted().map(\.searchable).joined(separator: " \u{FFFC} ")
        try connection.run(
            "INSERT INTO link_text (rowid, title, note, url, tags) VALUES (?, ?, ?, ?, ?)",
            .integer(link.id),
            .text(link.title?.searchable),
            .text(link.note?.searchable),
            .text(link.url.urlSearchText.searchable),
            .text(tags)
        )
    }

    /// Replaces the tags of a link immediately, and its text when ``finish()`` is called.
    ///
    /// - Parameter respellsTags: Whether the spelling of the link's tags replaces the spelling in
    ///   the library.
    func reindex(_ link: Link, respellsTags: Bool = false) throws {
        try removeEntries(of: link.id)
        try writeTags(of: link, respellsTags: respellsTags)
    }

    func removeEntries(of id: Link.ID) throws {
        stale.insert(id)
        try connection.run("DELETE FROM link_tags WHERE link = ?", .integer(id))
    }

    /// Deletes the tags that no link has, including the spelling of these tags.
    func deleteUnusedTags() throws {
        try connection.run(
            "DELETE FROM tags WHERE NOT EXISTS (SELECT 1 FROM link_tags WHERE tag = tags.id)"
        )
    }

    func finish() throws {
        guard !stale.isEmpty else { return }
        try deleteUnusedTags()
        // The IDs are in ascending order, because FTS5 writes its collected terms whenever an ID is
        // not greater than the previous ID.
        for id in stale.sorted() {
            try connection.run("DELETE FROM link_text WHERE rowid = ?", .integer(id))
            if let link = try connection.link(id: id) {
                try indexText(of: link)
            }
        }
    }

    private func writeTags(of link: Link, respellsTags: Bool) throws {
        for tag in link.tags {
            try connection.run(
                "INSERT INTO link_tags (link, tag) VALUES (?, ?)",
                .integer(link.id),
                .integer(try id(of: tag, respellsTags: respellsTags))
            )
        }
    }

    private func id(of tag: LinkTag, respellsTags: Bool) throws -> Int64 {
        if !respellsTags, let known = knownTags[tag.key] {
            return known
        }
        let found = try connection.integers("SELECT id FROM tags WHERE key = ?", .text(tag.key))
            .first
        if found == nil {
            try connection.run(
                "INSERT INTO tags (key, name) VALUES (?, ?)",
                .text(tag.key),
                .text(tag.name)
            )
        } else if respellsTags {
            try connection.run(
                "UPDATE tags SET name = ?2 WHERE key = ?1 AND name != ?2",
                .text(tag.key),
                .text(tag.name)
            )
        }
        let id = found ?? connection.lastInsertedID
        knownTags[tag.key] = id
        return id
    }
}
