package import CheckingInterface
package import Core
package import Foundation
package import LibraryInterface
import LinkRows
import Synchronization

/// A library in a PostgreSQL database that several machines can share.
///
/// The store connects on first use and again after a connection is lost. Only one writer runs at a
/// time. Readers never wait.
package actor PostgreSQLStore {
    let url: PostgreSQLURL
    let lockTimeout: Duration
    let answerTimeout: Duration
    /// Whether the store replaces a lost connection.
    private let reconnects: Bool
    private var hasConnected = false
    private let executor = StoreExecutor("PostgreSQL")
    private let canceller = Mutex<PostgreSQLCanceller?>(nil)
    private var opened: PostgreSQLConnection?

    /// Creates a store that connects on first use.
    ///
    /// - Parameters:
    ///   - url: The URL of the library.
    ///   - lockTimeout: The maximum time to wait for other programs that are writing.
    ///   - answerTimeout: The maximum time to wait for the server during the session of a check, in
    ///     addition to `lockTimeout`.
    ///   - reconnects: Whether to connect again after a connection is lost.
    package init(
        _ url: PostgreSQLURL,
        lockTimeout: Duration = .seconds(60),
        answerTimeout: Duration = .seconds(30),
        reconnects: Bool = true
    ) {
        self.url = url
        self.lockTimeout = lockTimeout
        self.answerTimeout = answerTimeout
        self.reconnects = reconnects
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The store owns its executor, so the executor outlives every use of the store.
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Runs `body` with the connection and converts PostgreSQL's errors to store errors. Canceling
    /// the task cancels the statement on the server.
    private func withConnection<Result: Sendable>(
        _ body: sending (PostgreSQLConnection) throws -> Result
    ) async throws -> Result {
        try await withTaskCancellationHandler {
            try use(body)
        } onCancel: {
            canceller.withLock { $0?() }
        }
    }

    /// Runs `body` with the connection, and converts PostgreSQL's errors to store errors. Canceling
    /// the task does not interrupt `body`.
    private func use<Result>(_ body: (PostgreSQLConnection) throws -> Result) throws -> Result {
        // A broken connection is replaced on the next use.
        defer {
            if opened?.isBroken == true {
                opened = nil
            }
        }
        do {
            let connection = try connection()
            canceller.withLock { $0 = connection.makeCanceller() }
            // A later cancellation must not cancel the statement of another task.
            defer {
                canceller.withLock { $0 = nil }
            }
            return try body(connection)
        } catch let failure as PostgreSQLFailure {
            if failure.state == "57014", Task.isCancelled {
                throw CancellationError()
            }
            throw StoreError(failure, path: url.text)
        } catch let value as UnknownStoredValue {
            throw StoreError.corrupted(path: url.text, reason: value.reason)
        }
    }

    /// Runs `body` on a snapshot of the library, without waiting for writers.
    private func inSnapshot<Result: Sendable>(
        _ body: sending (PostgreSQLConnection) throws -> Result
    ) async throws -> Result {
        try await withConnection { connection in
            try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            // The transaction is rolled back, because it has nothing to commit. A failed rollback
            // is ignored.
            defer {
                try? connection.run("ROLLBACK")
            }
            return try body(connection)
        }
    }

    /// Runs `body` in a write transaction. Canceling the task does not interrupt the transaction.
    /// Any error rolls the transaction back.
    private func inTransaction<Result: Sendable>(
        _ body: sending (PostgreSQLConnection) throws -> Result
    ) throws -> Result {
        try use { connection in try connection.inTransaction { try body(connection) } }
    }

    /// Runs `body` for the session of a check. Canceling the task does not interrupt `body`. If the
    /// server does not answer in time, the connection is closed.
    func inSession<Result: Sendable>(
        _ body: sending (PostgreSQLConnection) throws -> Result
    ) throws -> Result {
        try use { connection in
            try connection.withTimeLimit(lockTimeout + answerTimeout) { try body(connection) }
        }
    }

    /// Closes the connection, which ends its session on the server.
    func close() {
        opened = nil
    }

    private func connection() throws -> PostgreSQLConnection {
        if let opened {
            return opened
        }
        guard reconnects || !hasConnected else {
            throw StoreError.unreachable(path: url.text, reason: "the connection was lost")
        }
        let connection = try PostgreSQLConnection(url.connectionParameters)
        let encoding = connection.status("server_encoding")
        guard encoding == "UTF8" else {
            throw StoreError.cannotOpen(
                path: url.text,
                reason: "the database has the encoding \(encoding), not UTF8"
            )
        }
        // For the server, a lock timeout of 0 means that there is no limit, so the minimum is 1
        // millisecond. With the other time limits, the server releases the locks of a machine that
        // disappears after a minute.
        try connection.run(
            """
            SELECT set_config('search_path', $1, false), set_config('lock_timeout', $2, false),
                set_config('idle_in_transaction_session_timeout', '60000', false),
                set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false),
                set_config('tcp_keepalives_count', '3', false)
            """,
            .text(url.schema),
            .text(String(max(1, Int32(clamping: lockTimeout.milliseconds))))
        )
        try PostgreSQLSchema.prepare(connection, url)
        opened = connection
        hasConnected = true
        return connection
    }
}

extension PostgreSQLStore: LinkStore {
    package func ids(matching query: LinkQuery, at date: Date) async throws -> [Link.ID] {
        try await withConnection { try $0.ids(matching: query, at: date) }
    }

    package func links(_ ids: [Link.ID]) async throws -> [Link] {
        try await withConnection { try $0.links(ids) }
    }

    package func link(url: String) async throws -> Link? {
        try await withConnection { try $0.links(urls: [url]).first }
    }

    package func tags() async throws -> [TagCount] {
        try await withConnection { try $0.tagCounts() }
    }

    package func transaction<Result: Sendable>(
        at date: Date,
        _ body: @Sendable (any LinkTransaction) throws -> (Result, LinkChange.Kind)
    ) async throws -> Result {
        try inTransaction { connection in
            let transaction = try PostgreSQLLinkTransaction(connection, at: date)
            let (result, kind) = try body(transaction)
            try transaction.finish(kind)
            return result
        }
    }

    package func undo(isDryRun: Bool) async throws -> LinkChange? {
        if isDryRun {
            return try await inSnapshot { try PostgreSQLUndo($0)?.change }
        }
        return try inTransaction { connection in
            try connection.lockLibrary()
            guard let undo = try PostgreSQLUndo(connection) else { return nil }
            try undo.run()
            return undo.change
        }
    }
}

extension PostgreSQLStore: CheckHistoryStore {
    package func append(_ records: [CheckRecord], of urls: [Link.ID: String]) async throws {
        guard !records.isEmpty else { return }
        try inTransaction { connection in
            try connection.lockLibrary()
            try connection.insert(records, of: urls)
        }
    }

    package func latest(of links: [Link.ID]?) async throws -> [Link.ID: CheckRecord] {
        try await withConnection { try $0.latestRecords(of: links) }
    }

    package func history(of link: Link.ID) async throws -> [CheckRecord] {
        try await withConnection { connection in
            try connection.records(
                "FROM checks AS c WHERE c.link = $1 ORDER BY c.id DESC",
                [.integer(link)]
            )
        }
    }

    package func verdictRuns(of links: [Link.ID]?) async throws -> [Link.ID: VerdictRun] {
        let condition = links == nil ? "" : "WHERE link = ANY ($1)"
        let runs = try await withConnection { connection in
            try connection.rows(
                VerdictRun.query(latest: "SELECT max(id) FROM checks \(condition) GROUP BY link"),
                links.map { [.integers($0)] } ?? []
            ) { try VerdictRun.run(row: $0) }
        }
        return Dictionary(runs) { first, _ in first }
    }
}

extension PostgreSQLConnection {
    /// Returns the check records that `source` selects. The string begins with `FROM` and contains
    /// `checks AS c`.
    func records(_ source: String, _ values: [PostgreSQLValue]) throws -> [CheckRecord] {
        let columns = CheckRecord.columns.split(separator: ", ").map { "c.\($0)" }.joined(
            separator: ", "
        )
        return try rows("SELECT \(columns) \(source)", values) { try CheckRecord(row: $0) }
    }

    /// Returns the latest record of each of `links`, or of all links if `links` is `nil`. The
    /// result omits links without a record whose ID is greater than `lastCheck`.
    func latestRecords(
        of links: [Link.ID]?,
        after lastCheck: Int64 = 0
    ) throws -> [Link.ID: CheckRecord] {
        // Each link is looked up in an index, so ten links take the same time in a library of any
        // size.
        let wanted = links == nil ? "links AS l" : "unnest($2::bigint[]) AS l (id)"
        let newest = try records(
            """
            FROM \(wanted) CROSS JOIN LATERAL
                (SELECT * FROM checks WHERE link = l.id AND id > $1 ORDER BY id DESC LIMIT 1) AS c
            """,
            [.integer(lastCheck)] + (links.map { [.integers($0)] } ?? [])
        )
        return Dictionary(newest.map { ($0.link, $0) }) { first, _ in first }
    }

    /// Adds records to the history.
    ///
    /// The record of a link is skipped if the link was removed or received a different URL during
    /// its check, or if it has a check with an ID greater than `lastCheck`.
    func insert(
        _ records: [CheckRecord],
        of urls: [Link.ID: String] = [:],
        uncheckedSince lastCheck: Int64 = .max
    ) throws {
        try run(
            """
            INSERT INTO checks (\(CheckRecord.columns))
            SELECT \(CheckRecord.columns)
            FROM unnest($1::bigint[], $2::text[], $3::integer[], $4::text[], $5::bigint[], $6::bigint[], $7::text[],
                $8::bigint[], $9::integer[], $10::text[]) WITH ORDINALITY
                AS r (\(CheckRecord.columns), address, place)
            JOIN links ON links.id = r.link AND links.url = coalesce(r.address, links.url)
            WHERE NOT EXISTS (SELECT FROM checks WHERE checks.link = r.link AND checks.id > $11)
            ORDER BY r.place
            """,
            .integers(records.map(\.link)),
            .texts(records.map(\.verdict.rawValue)),
            .integers(records.map { $0.status.map(Int64.init) }),
            .texts(records.map(\.location)),
            .integers(records.map { Int64($0.attempts) }),
            .integers(records.map { Int64($0.milliseconds) }),
            .texts(records.map(\.reason)),
            .integers(records.map(\.checked.seconds)),
            .integers(records.map { Int64($0.inspections.rawValue) }),
            .texts(records.map { urls[$0.link] }),
            .integer(lastCheck)
        )
    }
}
