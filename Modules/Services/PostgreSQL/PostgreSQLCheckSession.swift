package import CheckingInterface
import Core
import Foundation

extension PostgreSQLStore {
    package func beginSession(lease: Duration) async throws -> (any CheckSession)? {
        let id = UUID().uuidString
        let start = try inTransaction { connection in
            // While the library is locked, no other program adds checks, so all later checks have
            // greater IDs than the last existing check.
            try connection.lockLibrary()
            try connection.run("DELETE FROM checkers WHERE expires <= now()")
            try connection.run(
                """
                DELETE FROM claims WHERE name IN
                    (SELECT name FROM claims WHERE \(PostgreSQLCheckSession.isAvailable)
                     FOR UPDATE SKIP LOCKED)
                """
            )
            return try connection.rows(
                """
                WITH others AS (
                    SELECT min(last_check) AS last_check FROM checkers
                    WHERE began > now() - $2::bigint * interval '1 millisecond'
                ), checker AS (
                    INSERT INTO checkers
                    SELECT $1::uuid, now(), coalesce(max(id), 0),
                        now() + $2::bigint * interval '1 millisecond'
                    FROM checks
                    RETURNING last_check
                )
                SELECT least(checker.last_check, others.last_check) FROM checker, others
                """,
                .text(id),
                .integer(lease.milliseconds)
            ) { $0.integer(0) }.first ?? 0
        }
        // The time limit is the lease, after which the result of a transaction would be useless,
        // plus the time that the transaction may wait for another writer.
        return PostgreSQLCheckSession(
            store: self,
            id: id,
            start: start,
            lease: lease,
            timeLimit: lease + lockTimeout
        )
    }
}

/// The session of one program that checks links.
///
/// A row in `claims` contains the name of a host, or of the links of a host, and the program that
/// has claimed it. The claim is valid until the program's row in `checkers` expires, so extending
/// that one row extends all claims. The row of a released host contains no program, but the time
/// from which the host can be claimed again. A position in the history is the ID of a check.
///
/// A program does not wait for rows that other programs have locked, unless the rows are new. To
/// avoid deadlocks, all programs insert new rows in the order of their names.
private struct PostgreSQLCheckSession: CheckSession {
    fileprivate static let isAvailable = """
        since <= now()
            AND NOT EXISTS (SELECT FROM checkers WHERE id = claims.checker AND expires > now())
        """

    fileprivate let store: PostgreSQLStore
    fileprivate let id: String
    /// The ID of the last check before the start of this session, or before the start of an earlier
    /// session that may still be running.
    fileprivate let start: Int64
    fileprivate let lease: Duration
    /// The time limit for a transaction.
    fileprivate let timeLimit: Duration

    func exchange(_ request: SessionRequest) async throws -> SessionReply {
        try await store.inTransaction(timeLimit: timeLimit) { connection in
            if !request.records.isEmpty {
                try connection.lockLibrary()
                try connection.insert(request.records, of: request.urls, uncheckedSince: start)
            }
            try extend(connection)
            try release(request.releasedHosts, connection)
            try release(request.releasedLinks.map(Self.name(ofLinks:)), connection)
            var reply = SessionReply(position: request.position)
            let hosts = try claim(
                request.hosts,
                named: Self.name(ofHost:),
                limit: request.limit,
                connection
            )
            reply.hosts = Set(hosts)
            let linkHosts = hosts.filter(request.linkHosts.contains)
            reply.linkHosts = Set(
                try claim(
                    linkHosts,
                    named: Self.name(ofLinks:),
                    limit: linkHosts.count,
                    connection
                )
            )
            // The records are read after the hosts are claimed, so they include every record that
            // another program saved before it released a host.
            try readRecords(into: &reply, connection)
            return reply
        }
    }

    func end(releasing hosts: [String: Duration]) async throws {
        try await store.inTransaction(timeLimit: timeLimit) { connection in
            try release(hosts, connection)
            // Deleting the program's row also ends its remaining claims.
            try connection.run("DELETE FROM checkers WHERE id = $1::uuid", .text(id))
        }
    }

    private func extend(_ connection: PostgreSQLConnection) throws {
        try connection.run(
            """
            INSERT INTO checkers
            VALUES ($1::uuid, now(), $3, now() + $2::bigint * interval '1 millisecond')
            ON CONFLICT (id) DO UPDATE SET expires = excluded.expires
            """,
            .text(id),
            .integer(lease.milliseconds),
            .integer(start)
        )
    }

    /// Reads the records after the position of the reply, and advances the position.
    private func readRecords(
        into reply: inout SessionReply,
        _ connection: PostgreSQLConnection
    ) throws {
        let last =
            try connection.rows(
                "SELECT coalesce(max(id), 0) FROM checks WHERE id > $1",
                .integer(reply.position)
            ) { $0.integer(0) }.first ?? 0
        guard last > reply.position else { return }
        reply.records = try connection.records(
            "FROM checks AS c WHERE c.id > $1 AND c.id <= $2 ORDER BY c.id",
            [.integer(reply.position), .integer(last)]
        )
        reply.position = last
    }

    /// Claims at most `limit` of the hosts or, if `name` returns names for links, the links of
    /// these hosts. Skips hosts and links that another program has claimed. Returns the hosts for
    /// which the claim succeeded.
    private func claim(
        _ hosts: [String],
        named name: (String) -> String,
        limit: Int,
        _ connection: PostgreSQLConnection
    ) throws -> [String] {
        guard !hosts.isEmpty else { return [] }
        let places = try connection.rows(
            """
            WITH wanted AS (
                SELECT name, place FROM unnest($1::text[]) WITH ORDINALITY AS wanted (name, place)
            ), available AS (
                SELECT name FROM claims
                WHERE name = ANY ($1::text[]) AND (checker = $2::uuid OR \(Self.isAvailable))
                ORDER BY checker IS NOT DISTINCT FROM $2::uuid DESC LIMIT $3 FOR UPDATE SKIP LOCKED
            ), taken AS (
                UPDATE claims SET checker = $2::uuid, since = now() FROM available
                WHERE claims.name = available.name RETURNING claims.name
            ), added AS (
                INSERT INTO claims
                SELECT DISTINCT name, $2::uuid, now() FROM wanted
                WHERE NOT EXISTS (SELECT FROM claims WHERE claims.name = wanted.name)
                ORDER BY name LIMIT greatest(0, $3 - (SELECT count(*) FROM available))
                ON CONFLICT DO NOTHING RETURNING name
            )
            SELECT place FROM wanted
            WHERE name IN (SELECT name FROM taken UNION ALL SELECT name FROM added)
            """,
            .texts(hosts.map(name)),
            .text(id),
            .integer(Int64(limit))
        ) {
            Int($0.integer(0))
        }
        return places.map { hosts[$0 - 1] }
    }

    /// Deletes the claims of this program with the given names.
    private func release(_ names: [String], _ connection: PostgreSQLConnection) throws {
        guard !names.isEmpty else { return }
        try connection.run(
            "DELETE FROM claims WHERE name = ANY ($1::text[]) AND checker = $2::uuid",
            .texts(names),
            .text(id)
        )
    }

    private func release(_ hosts: [String: Duration], _ connection: PostgreSQLConnection) throws {
        guard !hosts.isEmpty else { return }
        try connection.run(
            """
            UPDATE claims
            SET checker = NULL, since = now() + released.pause * interval '1 millisecond'
            FROM unnest($1::text[], $2::bigint[]) AS released (name, pause)
            WHERE claims.name = released.name AND checker = $3::uuid
            """,
            .texts(hosts.keys.map(Self.name(ofHost:))),
            .integers(hosts.values.map(\.milliseconds)),
            .text(id)
        )
    }

    /// Returns the name of the claim for a host. An index accepts values of at most 2.7 kB, so the
    /// name contains only the beginning of a long host name. Hosts whose names have the same
    /// beginning share a claim, which is safe.
    private static func name(ofHost host: String) -> String {
        "host \(host.prefix(300))"
    }

    private static func name(ofLinks host: String) -> String {
        "links \(host.prefix(300))"
    }
}
