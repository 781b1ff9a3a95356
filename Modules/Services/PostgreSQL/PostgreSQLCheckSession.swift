package import CheckingInterface
import Core

extension PostgreSQLStore {
    package func beginSession(resuming start: Int64?) async throws -> (any CheckSession)? {
        let holder = PostgreSQLStore(
            url,
            lockTimeout: lockTimeout,
            answerTimeout: answerTimeout,
            reconnects: false
        )
        let process = try await holder.inSession { try $0.process() }
        guard try inSession({ try $0.process() }) != process else {
            throw StoreError.pooled(path: url.text)
        }
        let began = try await holder.inSession { [schema = url.schema] connection in
            try connection.inTransaction {
                try connection.joinCheck(of: schema, resuming: start)
            }
        }
        return PostgreSQLCheckSession(holder: holder, process: process, start: start ?? began)
    }
}

/// The session of one program that checks links.
///
/// The session has its own store. The connection of this store holds two kinds of advisory locks
/// until the connection ends: a shared lock for the check, and an exclusive lock for each host. A
/// position in the history is the ID of a check record.
private struct PostgreSQLCheckSession: CheckSession {
    let holder: PostgreSQLStore
    /// The server process that held the locks when the session began.
    let process: Int64
    let start: Int64

    /// The SQL expression for the key of a host's lock. The parameter `$1` is the schema.
    private static let key = "hashtextextended($1::text || ' ' || host.name, 0)"

    func lock(
        _ hosts: [(name: String, links: [Link.ID: String])]
    ) async throws -> LockedHosts {
        try await holder.inSession { connection in
            let rows = try connection.rows(
                """
                SELECT host.name, pg_backend_pid() FROM unnest($2::text[]) AS host (name)
                WHERE pg_try_advisory_lock(\(Self.key))
                """,
                .text(holder.url.schema),
                .texts(hosts.map(\.name))
            ) { (host: $0.text(0), process: $0.integer(1)) }
            guard rows.allSatisfy({ $0.process == process }) else {
                throw StoreError.pooled(path: holder.url.text)
            }
            let locked = Set(rows.compactMap(\.host))
            let links = hosts.filter { locked.contains($0.name) }.flatMap(\.links)
            let changed = try connection.rows(
                """
                SELECT l.id FROM unnest($1::bigint[], $2::text[]) AS l (id, url)
                WHERE NOT EXISTS (SELECT FROM links WHERE links.id = l.id AND links.url = l.url)
                """,
                .integers(links.map(\.key)),
                .texts(links.map(\.value))
            ) { $0.integer(0) }
            return LockedHosts(
                locked,
                records: try connection.latestRecords(of: links.map(\.key), after: start),
                changed: Set(changed)
            )
        }
    }

    func unlock(_ hosts: [String]) async throws {
        try await holder.inSession { connection in
            try connection.run(
                """
                SELECT pg_advisory_unlock(\(Self.key)) FROM unnest($2::text[]) AS host (name)
                """,
                .text(holder.url.schema),
                .texts(hosts)
            )
        }
    }

    func save(_ records: [CheckRecord], of urls: [Link.ID: String]) async throws {
        try await holder.inSession { connection in
            try connection.inTransaction {
                try connection.lockLibrary()
                try connection.insert(records, of: urls, uncheckedSince: start)
            }
        }
    }

    func end() async {
        // The locks are released first, because the server notices the end of a connection a little
        // later.
        try? await holder.inSession { try $0.run("SELECT pg_advisory_unlock_all()") }
        await holder.close()
    }
}

extension PostgreSQLConnection {
    /// Returns the ID of the server process that runs the statements of the connection.
    fileprivate func process() throws -> Int64 {
        try rows("SELECT pg_backend_pid()") { $0.integer(0) }.first ?? 0
    }

    /// Joins the check that other programs perform, or begins a check if there are no other
    /// programs. Returns the position in the history at which the check began.
    ///
    /// The lock of the library ensures that only one program joins or begins a check at a time.
    fileprivate func joinCheck(of schema: String, resuming start: Int64?) throws -> Int64 {
        try lockLibrary()
        // The exclusive lock is granted only if no program holds the shared lock. The end of the
        // transaction releases it.
        try run(
            """
            UPDATE library SET check_start = coalesce($1::bigint, (SELECT max(id) FROM checks), 0)
            WHERE pg_try_advisory_xact_lock(1397246023, hashtext($2))
            """,
            .integer(start),
            .text(schema)
        )
        return try rows(
            "SELECT check_start, pg_try_advisory_lock_shared(1397246023, hashtext($1)) FROM library",
            .text(schema)
        ) { $0.integer(0) }.first ?? 0
    }
}

extension StoreError {
    fileprivate static func pooled(path: String) -> StoreError {
        .cannotOpen(
            path: path,
            reason: "a connection pooler in transaction mode does not keep the locks of a check"
        )
    }
}
