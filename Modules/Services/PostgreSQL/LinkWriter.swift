import Core
import Foundation
import WebURLs

/// Writes changes of links, with their tags, their words for the search, and what the journal keeps of them, a batch at a time.
final class LinkWriter {
    private let connection: PostgreSQLConnection
    private let state: LibraryState
    private let change: Int64
    /// The identities of tags by key, as far as this change has met them.
    private var knownTags: [String: Int64] = [:]
    private var mayHaveUnusedTags = false

    init(_ connection: PostgreSQLConnection, _ state: LibraryState) {
        self.connection = connection
        self.state = state
        change = state.lastChange + 1
    }

    /// Writes a batch: what makes room comes first.
    func write(_ batch: LinkBatch) throws {
        try keep(Array(batch.changed.keys) + batch.removed)
        try remove(Array(batch.removed))
        try removeChecks(ofNewAddresses: Array(batch.changed.values))
        let changed = batch.changed.values.sorted { $0.id < $1.id }
        let added = batch.added.values.sorted { $0.id < $1.id }
        try fileTags(of: changed + added)
        try write(
            changed,
            """
            UPDATE links SET url = n.url, title = n.title, note = n.note, tags = n.tags::integer[], added = n.added,
                updated = n.updated, sort_text = n.sort_text, address_text = n.address_text,
                words = n.words::tsvector
            FROM \(Self.rows) WHERE links.id = n.id
            """)
        try write(
            added,
            """
            INSERT INTO links (id, url, title, note, tags, added, updated, sort_text, address_text, words)
            SELECT n.id, n.url, n.title, n.note, n.tags::integer[], n.added, n.updated, n.sort_text,
                n.address_text, n.words::tsvector
            FROM \(Self.rows)
            """)
    }

    /// Keeps links as they were before the change; nothing happens to those that it has added, or has kept already.
    func keep(_ ids: [Link.ID]) throws {
        guard !ids.isEmpty else { return }
        mayHaveUnusedTags = true
        try connection.run(
            """
            INSERT INTO changed_links
                (change, link, url, title, note, tag_keys, tag_names, added, updated, sort_text, address_text,
                words)
            SELECT $1, l.id, l.url, l.title, l.note, \(LinkSelection.tags("key")), \(LinkSelection.tags("name")),
                l.added, l.updated, l.sort_text, l.address_text, l.words
            FROM links AS l WHERE l.id = ANY ($2::bigint[]) AND l.id <= $3
            ON CONFLICT DO NOTHING
            """, .integer(change), .integers(ids), .integer(state.lastLink))
    }

    /// Keeps which records the change has taken in; those of links that it has added go with their links.
    func keepTakenIn(_ records: [CheckRecord]) throws {
        let records = records.filter { $0.link <= state.lastLink }
        try keep(records.map(\.link))
        try connection.run(
            "INSERT INTO taken_in_checks SELECT $1, link, checked FROM unnest($2::bigint[], $3::bigint[]) AS r (link, checked)",
            .integer(change), .integers(records.map(\.link)), .integers(records.map(\.checked.seconds)))
    }

    /// Spells a tag in this way in all links.
    func respell(_ tag: LinkTag) throws {
        try connection.run("UPDATE tags SET name = $2 WHERE key = $1 AND name <> $2", .text(tag.key), .text(tag.name))
    }

    /// Writes the change into the journal, unless it changed nothing, and forgets the oldest beyond the limit.
    func finish(_ kind: LinkChange.Kind, at date: Date, lastLink: Link.ID) throws {
        if mayHaveUnusedTags { try forgetUnusedTags() }
        let links = try connection.rows(
            """
            SELECT (SELECT count(*) FROM changed_links WHERE change = $1)
                + (SELECT count(*) FROM links WHERE id > $2 AND id <= $3)
            """, .integer(change), .integer(state.lastLink), .integer(lastLink)
        ) { $0.integer(0) }
        guard let links = links.first, links > 0 else { return }
        try connection.run(
            """
            WITH entry AS (
                INSERT INTO changes (id, kind, links, made, last_before, last_after) VALUES ($1, $2, $3, $4, $5, $6)
            ), counters AS (UPDATE library SET last_link = $6, last_change = $1),
            forgotten AS (DELETE FROM changes WHERE id <= $7), links AS (DELETE FROM changed_links WHERE change <= $7),
            taken AS (DELETE FROM taken_in_checks WHERE change <= $7)
            DELETE FROM removed_checks WHERE change <= $7
            """,
            .integer(change), .text(kind.rawValue), .integer(links), .integer(date.seconds), .integer(state.lastLink),
            .integer(lastLink), .integer(change - Int64(LinkChange.journalLimit)))
    }

    private func remove(_ ids: [Link.ID]) throws {
        guard !ids.isEmpty else { return }
        try connection.run(
            "INSERT INTO removed_checks SELECT $1, checks.* FROM checks WHERE link = ANY ($2::bigint[])",
            .integer(change), .integers(ids))
        try connection.run("DELETE FROM links WHERE id = ANY ($1::bigint[])", .integers(ids))
    }

    /// Takes the checks of links that get another address into the journal, since they say nothing of it.
    private func removeChecks(ofNewAddresses links: [Link]) throws {
        guard !links.isEmpty else { return }
        try connection.run(
            """
            WITH n AS (SELECT * FROM unnest($2::bigint[], $3::text[]) AS n (id, url)),
            gone AS (
                DELETE FROM checks USING links, n WHERE links.id = n.id AND links.url <> n.url AND checks.link = n.id
                RETURNING checks.*
            )
            INSERT INTO removed_checks SELECT $1, gone.* FROM gone
            """, .integer(change), .integers(links.map(\.id)), .texts(links.map(\.url)))
    }

    /// Gives tags that are new an identity; of two spellings the one that was there first stays.
    private func fileTags(of links: [Link]) throws {
        var new: [String: String] = [:]
        for tag in links.lazy.flatMap(\.tags) where knownTags[tag.key] == nil && new[tag.key] == nil {
            new[tag.key] = tag.name
        }
        guard !new.isEmpty else { return }
        try connection.forEachRow(
            """
            WITH wanted AS (SELECT * FROM unnest($1::text[], $2::text[]) AS tag (key, name)),
            made AS (
                INSERT INTO tags (key, name)
                SELECT key, name FROM wanted WHERE NOT EXISTS (SELECT 1 FROM tags WHERE tags.key = wanted.key)
                RETURNING key, id
            )
            SELECT key, id FROM made UNION ALL SELECT tags.key, tags.id FROM tags JOIN wanted USING (key)
            """, [.texts(new.map(\.key)), .texts(new.map(\.value))]
        ) { row in knownTags[row.text(0) ?? ""] = row.integer(1) }
    }

    /// The links that ``write(_:_:)`` sends, as a table.
    private static let rows = """
        unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::text[],
            $9::text[], $10::text[]) AS n (id, url, title, note, tags, added, updated, sort_text, address_text, words)
        """

    private func write(_ links: [Link], _ sql: String) throws {
        guard !links.isEmpty else { return }
        let tags = links.map { link in
            "{" + link.tags.compactMap { knownTags[$0.key].map(String.init) }.joined(separator: ",") + "}"
        }
        try connection.run(
            sql, .integers(links.map(\.id)), .texts(links.map(\.url)), .texts(links.map(\.title)),
            .texts(links.map(\.note)), .texts(tags), .integers(links.map(\.added.seconds)),
            .integers(links.map(\.updated.seconds)), .texts(links.map(LinkWords.sortText)),
            // As people read it, where that is not as it is kept.
            .texts(links.map { $0.url.urlSearchText == $0.url ? nil : $0.url.urlSearchText }),
            .texts(links.map(LinkWords.vector)))
    }

    /// Forgets tags that no link has any more, and their spelling with them.
    private func forgetUnusedTags() throws {
        try connection.run(
            """
            DELETE FROM tags
            WHERE (id = ANY ($2::integer[]) OR key IN (SELECT unnest(tag_keys) FROM changed_links WHERE change = $1))
                AND NOT EXISTS (SELECT 1 FROM links WHERE links.tags @> ARRAY[tags.id])
            """, .integer(change), .integers(Array(knownTags.values)))
    }
}
