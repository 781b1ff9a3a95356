import Core
import Foundation

/// Links inside a transaction of one connection.
///
/// Changes are gathered, and sent to the server many at a time: it is far away, and answers one statement about a thousand
/// links as fast as one about one. Whatever reads sends first what was gathered.
final class PostgreSQLLinkTransaction: LinkTransaction {
    /// How many links are gathered: enough that the way to the server costs little, few enough that they take little memory.
    private static let batchSize = 1000
    /// How many bytes of text at the most, since some notes are whole pages.
    private static let batchBytes = 4 << 20

    private let connection: PostgreSQLConnection
    private let state: LibraryState
    private let writer: LinkWriter
    private var lastLink: Link.ID
    private var batch = LinkBatch()

    init(_ connection: PostgreSQLConnection, _ state: LibraryState) {
        self.connection = connection
        self.state = state
        lastLink = state.lastLink
        writer = LinkWriter(connection, state)
    }

    /// Ends the change; to be called before the transaction is committed.
    func finish(_ kind: LinkChange.Kind, at date: Date) throws {
        try flush()
        try writer.finish(kind, at: date, lastLink: lastLink)
    }

    func link(id: Link.ID) throws -> Link? {
        try flush()
        return try connection.links([id]).first
    }

    func link(url: String) throws -> Link? {
        try flush()
        return try connection.links(urls: [url]).first
    }

    func links(urls: [String]) throws -> [Link] {
        try flush()
        return try connection.links(urls: urls)
    }

    func tags() throws -> [TagCount] {
        try flush()
        return try connection.tagCounts()
    }

    func insert(_ draft: LinkDraft) throws -> Link {
        lastLink += 1
        let added = (draft.added ?? .now).wholeSeconds
        let link = Link(id: lastLink, draft, added: added, updated: draft.updated?.wholeSeconds ?? added)
        batch.added[link.id] = link
        try flushIfFull(after: link)
        return link
    }

    func update(_ link: Link) throws {
        guard !batch.removed.contains(link.id) else { return }
        if batch.added[link.id] != nil { batch.added[link.id] = link } else { batch.changed[link.id] = link }
        try flushIfFull(after: link)
    }

    func remove(id: Link.ID) throws {
        batch.changed[id] = nil
        guard batch.added.removeValue(forKey: id) == nil else { return }
        batch.removed.insert(id)
        try flushIfFull(after: nil)
    }

    func replaceTags(_ old: Set<LinkTag>, with new: LinkTag?, at date: Date) throws -> Int {
        try flush()
        let ids = try connection.rows(
            """
            SELECT l.id FROM links AS l
            WHERE l.tags && (SELECT array_agg(t.id) FROM tags AS t WHERE t.key = ANY ($1::text[])) ORDER BY l.id
            """, .texts(old.map(\.key))
        ) { $0.integer(0) }
        // All are kept before the first changes: the spelling of a tag changes in all of them at once.
        try writer.keep(ids)
        guard !ids.isEmpty else { return 0 }
        if let new { try writer.respell(new) }
        for start in stride(from: 0, to: ids.count, by: Self.batchSize) {
            for var link in try connection.links(Array(ids[start..<min(start + Self.batchSize, ids.count)])) {
                link.tags.subtract(old)
                if let new { link.tags.insert(new) }
                link.updated = max(link.updated, date)
                batch.changed[link.id] = link
            }
            try flush()
        }
        return ids.count
    }

    func takeIn(_ records: [CheckRecord]) throws -> Set<Link.ID> {
        try flush()
        // Newer than what the history has, and than what comes before it here.
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
            """, .integers(records.map(\.link)), .integers(records.map(\.checked.seconds))
        ) { Int($0.integer(0)) - 1 }
        let taken = places.map { records[$0] }
        try writer.keepTakenIn(taken)
        try connection.insert(taken)
        return Set(taken.map(\.link))
    }

    private func flushIfFull(after link: Link?) throws {
        batch.bytes += link.map { [$0.url, $0.title, $0.note].reduce(0) { $0 + ($1?.utf8.count ?? 0) } } ?? 0
        if batch.count >= Self.batchSize || batch.bytes >= Self.batchBytes { try flush() }
    }

    private func flush() throws {
        guard batch.count > 0 else { return }
        try writer.write(batch)
        batch = LinkBatch()
    }
}

/// Changes that were gathered, each link in one of them.
struct LinkBatch {
    /// Links that are new.
    var added: [Link.ID: Link] = [:]
    /// Links as they are to be.
    var changed: [Link.ID: Link] = [:]
    /// Links that are to be gone.
    var removed: Set<Link.ID> = []
    /// How many bytes of text were gathered.
    var bytes = 0

    /// How many links they are about.
    var count: Int { added.count + changed.count + removed.count }
}
