import Core
import Foundation
import Synchronization

/// A library in a PostgreSQL database, which several machines may use at once: the links, and the history of their checks.
///
/// The connection is made at the first use, and again after it broke. Those who write take turns; those who read wait for
/// nobody. The methods are in one file for each protocol that the store implements.
package actor PostgreSQLStore {
    let address: PostgreSQLAddress
    private let patience: Duration
    private let executor = PostgreSQLExecutor()
    private let canceller = Mutex<PostgreSQLCanceller?>(nil)
    private var opened: PostgreSQLConnection?

    /// Names the database; nothing is touched yet.
    ///
    /// - Parameter patience: How long to wait for another program that is writing.
    package init(_ address: PostgreSQLAddress, patience: Duration = .seconds(30)) {
        self.address = address
        self.patience = patience
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Right because the store keeps its executor as long as it lives.
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Does something with the connection, with the failures of PostgreSQL turned into ``StoreError``; where the task is
    /// cancelled meanwhile, the server stops what it does.
    func withConnection<Result: Sendable>(
        _ body: sending (PostgreSQLConnection) throws -> Result
    ) async throws -> Result {
        try await withTaskCancellationHandler {
            try use(body)
        } onCancel: {
            canceller.withLock { $0?() }
        }
    }

    private func use<Result>(_ body: (PostgreSQLConnection) throws -> Result) throws -> Result {
        // A connection that broke is made anew at the next use.
        defer { if opened?.isBroken == true { opened = nil } }
        do {
            let connection = try connection()
            canceller.withLock { $0 = connection.makeCanceller() }
            // A cancellation that comes later must not stop what another task does next.
            defer { canceller.withLock { $0 = nil } }
            return try body(connection)
        } catch let failure as PostgreSQLFailure {
            if failure.state == "57014", Task.isCancelled { throw CancellationError() }
            throw StoreError(failure, path: address.text)
        }
    }

    /// Reads as if nobody wrote meanwhile, without waiting for those who write.
    func inSnapshot<Result: Sendable>(
        _ body: sending (PostgreSQLConnection) throws -> Result
    ) async throws -> Result {
        try await withConnection { connection in
            try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            // There is nothing to keep, and an error of the body is the one that matters.
            defer { try? connection.run("ROLLBACK") }
            return try body(connection)
        }
    }

    /// Runs `body` in a transaction of its own, while no other program writes; any error rolls back.
    func inTransaction<Result: Sendable>(
        _ body: sending (PostgreSQLConnection, LibraryState) throws -> Result
    ) async throws -> Result {
        try await withConnection { [path = address.text] connection in
            try connection.run("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
            let result: Result
            do {
                result = try body(connection, try LibraryState(locking: connection))
            } catch {
                // The first error is the one that matters.
                try? connection.run("ROLLBACK")
                throw error
            }
            try Self.commit(connection, path)
            return result
        }
    }

    private static func commit(_ connection: PostgreSQLConnection, _ path: String) throws {
        do {
            try connection.run("COMMIT")
        } catch let failure as PostgreSQLFailure where failure.isLost {
            throw StoreError.unreachable(
                path: path, reason: "the connection broke at the very end of the change; look whether it was kept")
        }
    }

    private func connection() throws -> PostgreSQLConnection {
        if let opened { return opened }
        let usual = ["client_encoding": "UTF8", "connect_timeout": "10", "application_name": "shelf"]
        let connection = try PostgreSQLConnection(usual.merging(address.parameters) { $1 })
        guard connection.status("server_encoding") == "UTF8" else {
            throw StoreError.cannotOpen(
                path: address.text,
                reason: "the database has the encoding \(connection.status("server_encoding")), not UTF8")
        }
        // A machine that vanishes in the middle of a change must not keep the others from theirs for long.
        let wait = String(patience.components.seconds * 1000)
        try connection.run(
            """
            SELECT set_config('search_path', $1, false), set_config('lock_timeout', $2, false),
                set_config('idle_in_transaction_session_timeout', '60000', false),
                set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false)
            """, .text(address.schema), .text(wait))
        try PostgreSQLSchema.prepare(connection, address)
        opened = connection
        return connection
    }
}

/// What a change of the library begins with.
struct LibraryState {
    /// The newest identity that the library ever gave to a link, or 0.
    let lastLink: Link.ID
    /// The identity of the newest change of the journal, or 0.
    let lastChange: Int64

    /// Reads it, and keeps everybody else from changing anything until the end of the transaction.
    init(locking connection: PostgreSQLConnection) throws {
        let states = try connection.rows("SELECT last_link, last_change FROM library FOR UPDATE") {
            ($0.integer(0), $0.integer(1))
        }
        (lastLink, lastChange) = states.first ?? (0, 0)
    }
}
