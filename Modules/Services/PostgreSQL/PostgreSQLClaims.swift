package import Core
import Foundation

extension PostgreSQLStore {
    package func beginClaims(lease: Duration) async throws -> (any CheckClaims)? {
        let id = UUID().uuidString
        let lastCheck = try await inTransaction { connection in
            // Writers take turns, so every later check has a greater ID than the last one.
            try connection.lockLibrary()
            try connection.run("DELETE FROM checkers WHERE expires <= now()")
            try connection.run(
                """
                DELETE FROM claims WHERE name IN
                    (SELECT name FROM claims WHERE \(PostgreSQLClaims.isAvailable) FOR UPDATE SKIP LOCKED)
                """)
            return try connection.rows(
                """
                WITH others AS (
                    SELECT min(last_check) AS last_check FROM checkers
                    WHERE began > now() - $2::bigint * interval '1 millisecond'
                ), checker AS (
                    INSERT INTO checkers
                    SELECT $1::uuid, now(), coalesce(max(id), 0), now() + $2::bigint * interval '1 millisecond' FROM checks
                    RETURNING last_check
                )
                SELECT least(checker.last_check, others.last_check) FROM checker, others
                """, .text(id), .integer(lease.milliseconds)
            ) { $0.integer(0) }.first ?? 0
        }
        // A transaction may wait for a writer. After the lease, its result would be of no use.
        return PostgreSQLClaims(store: self, id: id, lease: lease, timeLimit: lease + lockTimeout, lastCheck: lastCheck)
    }
}

/// The claims of one program. A row of `claims` has the name of a host or link and the program that has claimed it. It counts while the row of the program in
/// `checkers` has not expired, so one row extends all claims. A released host has no program, and a date in the future.
///
/// Programs do not wait for rows that others have locked, except for new rows, which all insert in the order of their names.
private struct PostgreSQLClaims: CheckClaims {
    fileprivate static let isAvailable =
        "since <= now() AND NOT EXISTS (SELECT FROM checkers WHERE id = claims.checker AND expires > now())"

    private let store: PostgreSQLStore
    private let id: String
    private let lease: Duration
    /// The time limit of a transaction.
    private let timeLimit: Duration
    /// The ID of the last check before this program, or one that it joined, began.
    private let lastCheck: Int64

    fileprivate init(store: PostgreSQLStore, id: String, lease: Duration, timeLimit: Duration, lastCheck: Int64) {
        (self.store, self.id, self.lease, self.timeLimit, self.lastCheck) = (store, id, lease, timeLimit, lastCheck)
    }

    func claim(
        _ links: [String: [Link.ID]], limit: Int, releasing hosts: [String: Duration]
    ) async throws -> ClaimedLinks {
        try await store.inTransaction(timeLimit: timeLimit) { connection in
            try release(hosts, connection)
            try connection.run(
                """
                INSERT INTO checkers VALUES ($1::uuid, now(), $3, now() + $2::bigint * interval '1 millisecond')
                ON CONFLICT (id) DO UPDATE SET expires = excluded.expires
                """, .text(id), .integer(lease.milliseconds), .integer(lastCheck))
            var result = ClaimedLinks()
            result.checked = try checked(links.values.flatMap(\.self), connection)
            let open = links.mapValues { $0.filter { result.checked[$0] == nil } }
                .filter { host, open in !open.isEmpty || links[host]?.isEmpty == true }
            let names = Dictionary(open.keys.map { (Self.name(of: $0), $0) }) { first, _ in first }
            let claimed = try claim(Array(names.keys), limit: limit, connection).compactMap { names[$0] }
            result.hosts = Set(claimed)
            let wanted = claimed.flatMap { open[$0] ?? [] }
            let numbers = Dictionary(wanted.map { (Self.name(of: $0), $0) }) { first, _ in first }
            result.links = Set(
                try claim(Array(numbers.keys), limit: numbers.count, connection).compactMap { numbers[$0] })
            // A check that was saved between the two statements has released its link.
            let late = try checked(Array(result.links), connection)
            try release(late.keys.map(Self.name), connection)
            result.links.subtract(late.keys)
            result.checked.merge(late) { $1 }
            return result
        }
    }

    func save(
        _ records: [CheckRecord], of urls: [Link.ID: String], releasing links: [Link.ID]
    ) async throws -> Set<Link.ID> {
        try await store.inTransaction(timeLimit: timeLimit) { connection in
            try connection.lockLibrary()
            let released = Set(try release(links.map(Self.name), connection))
            let saved = Set(links.filter { released.contains(Self.name(of: $0)) })
            try connection.insert(records.filter { saved.contains($0.link) }, of: urls)
            return saved
        }
    }

    func end(releasing hosts: [String: Duration]) async throws {
        try await store.inTransaction(timeLimit: timeLimit) { connection in
            try release(hosts, connection)
            try connection.run("DELETE FROM claims WHERE checker = $1::uuid", .text(id))
            try connection.run("DELETE FROM checkers WHERE id = $1::uuid", .text(id))
        }
    }

    /// Returns the latest of the records since the beginning.
    private func checked(_ links: [Link.ID], _ connection: PostgreSQLConnection) throws -> [Link.ID: CheckRecord] {
        guard !links.isEmpty else { return [:] }
        let records = try connection.records(
            "FROM checks AS c WHERE c.link = ANY ($1::bigint[]) AND c.id > $2 ORDER BY c.id",
            [.integers(links), .integer(lastCheck)], unknownVerdict: store.unknownVerdict)
        return Dictionary(records.map { ($0.link, $0) }) { $1 }
    }

    /// Claims names that no other program has, at most `limit`, and returns them.
    private func claim(_ names: [String], limit: Int, _ connection: PostgreSQLConnection) throws -> [String] {
        guard !names.isEmpty else { return [] }
        return try connection.rows(
            """
            WITH available AS (
                SELECT name FROM claims WHERE name = ANY ($1::text[]) AND (checker = $2::uuid OR \(Self.isAvailable))
                ORDER BY checker IS NOT DISTINCT FROM $2::uuid DESC LIMIT $3 FOR UPDATE SKIP LOCKED
            ), taken AS (
                UPDATE claims SET checker = $2::uuid, since = now() FROM available
                WHERE claims.name = available.name RETURNING claims.name
            ), added AS (
                INSERT INTO claims
                SELECT name, $2::uuid, now() FROM unnest($1::text[]) AS new (name)
                WHERE NOT EXISTS (SELECT FROM claims WHERE claims.name = new.name)
                ORDER BY name LIMIT greatest(0, $3 - (SELECT count(*) FROM available))
                ON CONFLICT DO NOTHING RETURNING name
            )
            SELECT name FROM taken UNION ALL SELECT name FROM added
            """, .texts(names), .text(id), .integer(Int64(limit))
        ) { $0.text(0) ?? "" }
    }

    /// Deletes claims of this program, and returns their names.
    @discardableResult
    private func release(_ names: [String], _ connection: PostgreSQLConnection) throws -> [String] {
        guard !names.isEmpty else { return [] }
        return try connection.rows(
            "DELETE FROM claims WHERE name = ANY ($1::text[]) AND checker = $2::uuid RETURNING name", .texts(names),
            .text(id)
        ) { $0.text(0) ?? "" }
    }

    private func release(_ hosts: [String: Duration], _ connection: PostgreSQLConnection) throws {
        guard !hosts.isEmpty else { return }
        try connection.run(
            """
            UPDATE claims SET checker = NULL, since = now() + released.pause * interval '1 millisecond'
            FROM unnest($1::text[], $2::bigint[]) AS released (name, pause)
            WHERE claims.name = released.name AND checker = $3::uuid
            """, .texts(hosts.keys.map(Self.name)), .integers(hosts.values.map(\.milliseconds)), .text(id))
    }

    /// The name of a host's claim. An index accepts at most 2.7 kB; hosts with the same beginning share a claim, which is safe.
    private static func name(of host: String) -> String { "host " + host.prefix(300) }
    private static func name(of link: Link.ID) -> String { "link \(link)" }
}

extension Duration {
    fileprivate var milliseconds: Int64 { Int64((self / .milliseconds(1)).rounded(.up)) }
}
