import Core
import Foundation
import LibraryInterface
import WebURLs

/// A transaction that collects up to a thousand changes before it sends them.
///
/// A statement that changes many links takes hardly longer than a statement that changes one link.
/// The collected changes are sent before each read, so that the read includes them.
final class PostgreSQLLinkTransaction: LinkTransaction {
    /// The maximum number of links in a batch: a compromise between round trips and memory use.
    private static let batchSize = 1000
    /// The maximum size of the text in a batch, in bytes. The number of links alone does not limit
    /// the size, because some notes are whole pages.
    private static let batchBytes = 4 << 20
    private let connection: PostgreSQLConnection
    let date: Date
    private let change: PostgreSQLChange
    private var lastLink: Link.ID
    private var batch = Batch()
    /// The IDs of the tags that this transaction has used, by key.
    private var knownTags: [String: Int64] = [:]

    /// A batch of collected changes. Each link is in at most one of the lists.
    private struct Batch {
        var added: [Link.ID: Link] = [:]
        var changed: [Link.ID: Link] = [:]
        var removed: Set<Link.ID> = []
        var bytes = 0
        var count: Int { added.count + changed.count + removed.count }
    }

    init(_ connection: PostgreSQLConnection, at date: Date) throws {
        self.connection = connection
        self.date = date
        change = try PostgreSQLChange(connection)
        lastLink = change.lastBefore
    }

    /// Completes the change. The method must be called before the commit.
    func finish(_ kind: LinkChange.Kind) throws {
        try flush()
        try change.finish(kind, at: date, lastAfter: lastLink, tags: Array(knownTags.values))
    }

    func link(id: Link.ID) throws -> Link? {
        try flush()
        return try connection.links([id]).first
    }

    func link(url: String) throws -> Link? {
        try links(urls: [url]).first
    }

    func links(urls: [String]) throws -> [Link] {
        try flush()
        return try connection.links(urls: urls)
    }

    func tags() throws -> [TagCount] {
        try flush()
        return try connection.tagCounts()
    }

    func insert(_ link: Link) throws -> Link {
        lastLink += 1
        var link = link
        link.id = lastLink
        batch.added[link.id] = link
        try flushIfFull(after: link)
        return link
    }

    func update(_ link: Link) throws {
        guard !batch.removed.contains(link.id) else {
            return
        }
        if batch.added[link.id] != nil {
            batch.added[link.id] = link
        } else {
            batch.changed[link.id] = link
        }
        try flushIfFull(after: link)
    }

    func remove(id: Link.ID) throws {
        batch.changed[id] = nil
        guard batch.added.removeValue(forKey: id) == nil else {
            return
        }
        batch.removed.insert(id)
        try flushIfFull(after: nil)
    }

    func replaceTags(_ old: Set<LinkTag>, with new: LinkTag?) throws -> Int {
        try flush()
        let ids = try connection.rows(
            """
            SELECT l.id FROM links AS l
            WHERE l.tags && (SELECT array_agg(t.id) FROM tags AS t WHERE t.key = ANY ($1::text[])) ORDER BY l.id
            """,
            .texts(old.map(\.key))
        ) {
            $0.integer(0)
        }
        // All links are recorded before the first link changes, because the spelling of a tag
        // changes in all of them at once.
        try change.record(ids)
        guard !ids.isEmpty else { return 0 }
        if let new {
            try connection.run(
                "UPDATE tags SET name = $2 WHERE key = $1 AND name <> $2",
                .text(new.key),
                .text(new.name)
            )
        }
        for start in stride(from: 0, to: ids.count, by: Self.batchSize) {
            for var link in try connection.links(
                Array(ids[start..<min(start + Self.batchSize, ids.count)])
            ) {
                link.replaceTags(old, with: new, at: date)
                batch.changed[link.id] = link
            }
            try flush()
        }
        return ids.count
    }

    func importChecks(_ records: [CheckRecord]) throws -> Set<Link.ID> {
        try flush()
        // To be imported, a record must be newer than the history of its link, and newer than the
        // preceding records of that link in the list.
        let places = try connection.rows(
            """
            SELECT r.place FROM (
                SELECT *, max(checked) OVER (
                    PARTITION BY link ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
                FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS r (link, checked, place)
            ) AS r JOIN links ON links.id = r.link
            WHERE r.checked > coalesce(r.before, r.checked - 1)
                AND NOT EXISTS (SELECT 1 FROM checks WHERE checks.link = r.link AND checks.checked >= r.checked)
            ORDER BY r.place
            """,
            .integers(records.map(\.link)),
            .integers(records.map(\.checked.seconds))
        ) {
            Int($0.integer(0)) - 1
        }
        let imported = places.map { records[$0] }
        try change.recordImport(of: imported)
        try connection.insert(imported)
        return Set(imported.map(\.link))
    }

    // MARK: - Batches

    private func flushIfFull(after link: Link?) throws {
        batch.bytes +=
            link.map { [$0.url, $0.title, $0.note].reduce(0) { $0 + ($1?.utf8.count ?? 0) } } ?? 0
        if batch.count >= Self.batchSize || batch.bytes >= Self.batchBytes {
            try flush()
        }
    }

    /// Writes the batch. Removals come first because other links in the batch may use the URLs of
    /// removed links.
    private func flush() throws {
        guard batch.count > 0 else { return }
        try change.record(Array(batch.changed.keys) + batch.removed)
        if !batch.removed.isEmpty {
            try change.recordChecks(of: Array(batch.removed))
            try connection.run(
                "DELETE FROM links WHERE id = ANY ($1::bigint[])",
                .integers(Array(batch.removed))
            )
        }
        try change.moveChecks(ofNewURLs: Array(batch.changed.values))
        let changed = batch.changed.values.sorted { $0.id < $1.id }
        let added = batch.added.values.sorted { $0.id < $1.id }
        try createTags(of: changed + added)
        try write(
            changed,
            """
            UPDATE links SET url = n.url, title = n.title, note = n.note, tags = n.tags::integer[], added = n.added,
                updated = n.updated, sort_text = n.sort_text, search_text = n.search_text,
                words = n.words::tsvector
            FROM \(Self.rows) WHERE links.id = n.id
            """
        )
        try write(
            added,
            """
            INSERT INTO links (id, url, title, note, tags, added, updated, sort_text, search_text, words)
            SELECT n.id, n.url, n.title, n.note, n.tags::integer[], n.added, n.updated, n.sort_text,
                n.search_text, n.words::tsvector
            FROM \(Self.rows)
            """
        )
        batch = Batch()
    }

    /// Creates missing tags, and looks up the IDs of all tags of the links. The spelling of
    /// existing tags does not change.
    private func createTags(of links: [Link]) throws {
        var new: [String: String] = [:]
        for tag in links.lazy.flatMap(\.tags) where knownTags[tag.key] == nil && new[tag.key] == nil
        {
            new[tag.key] = tag.name
        }
        guard !new.isEmpty else { return }
        let tags = try connection.rows(
            """
            WITH wanted AS (SELECT * FROM unnest($1::text[], $2::text[]) AS tag (key, name)),
            made AS (
                INSERT INTO tags (key, name)
                SELECT key, name FROM wanted WHERE NOT EXISTS (SELECT 1 FROM tags WHERE tags.key = wanted.key)
                RETURNING key, id
            )
            SELECT key, id FROM made UNION ALL SELECT tags.key, tags.id FROM tags JOIN wanted USING (key)
            """,
            .texts(new.map(\.key)),
            .texts(new.map(\.value))
        ) {
            ($0.text(0) ?? "", $0.integer(1))
        }
        for (key, id) in tags {
            knownTags[key] = id
        }
    }

    /// An SQL table expression for the links that ``write(_:_:)`` sends.
    private static let rows = """
        unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::text[],
            $9::text[], $10::text[]) AS n (id, url, title, note, tags, added, updated, sort_text, search_text, words)
        """

    private func write(_ links: [Link], _ sql: String) throws {
        guard !links.isEmpty else { return }
        let tags = links.map { link in
            "{" + link.tags.compactMap { knownTags[$0.key].map(String.init) }.joined(separator: ",")
                + "}"
        }
        try connection.run(
            sql,
            .integers(links.map(\.id)),
            .texts(links.map(\.url)),
            .texts(links.map(\.title)),
            .texts(links.map(\.note)),
            .texts(tags),
            .integers(links.map(\.added.seconds)),
            .integers(links.map(\.updated.seconds)),
            .texts(links.map(LinkTextVector.sortText)),
            .texts(links.map(LinkTextVector.searchText)),
            .texts(links.map(LinkTextVector.vector))
        )
    }
}
