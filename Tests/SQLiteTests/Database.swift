import CSQLite
import CoreTesting
import Testing

/// A database file as another program sees it.
struct Database {
    let path: String

    /// Runs SQL.
    func execute(_ sql: String) throws {
        var connection: OpaquePointer?
        #expect(unsafe sqlite3_open(path, &connection) == SQLITE_OK)
        defer { unsafe sqlite3_close(connection) }
        #expect(unsafe sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK)
    }

    /// The first column of the first row, or nil when there is no row.
    func integer(_ sql: String) throws -> Int64? {
        var (connection, statement): (OpaquePointer?, OpaquePointer?)
        #expect(unsafe sqlite3_open(path, &connection) == SQLITE_OK)
        defer { unsafe sqlite3_close(connection) }
        #expect(unsafe sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK)
        defer { unsafe sqlite3_finalize(statement) }
        return unsafe sqlite3_step(statement) == SQLITE_ROW ? unsafe sqlite3_column_int64(statement, 0) : nil
    }

    /// Holds the write lock while `body` runs.
    func withLock<Result>(_ body: () async throws -> Result) async throws -> Result {
        var connection: OpaquePointer?
        #expect(unsafe sqlite3_open(path, &connection) == SQLITE_OK)
        defer { unsafe sqlite3_close(connection) }
        #expect(unsafe sqlite3_exec(connection, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
        return try await body()
    }
}

/// The switches of new libraries to WAL, of connections of this process.
enum JournalSwitch {
    /// The name of the files whose connections are watched.
    static let name = "switch.db"
    /// How often one of them began to switch.
    static let attempts = Watched(0)

    /// Counts the attempts of connections that are opened from now on.
    static func beginCounting() {
        let watch:
            @convention(c) (OpaquePointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?, OpaquePointer?) -> Int32 = {
                connection, _, _ in
                let path = unsafe String(cString: sqlite3_db_filename(connection, "main"))
                guard path.hasSuffix("/switch.db") else { return SQLITE_OK }
                let count:
                    @convention(c) (
                        UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
                    ) -> Int32 = { _, _, _, sql in
                        // SQLite passes the text of the statement, which lives for the call.
                        let sql = unsafe sql.map { unsafe String(cString: $0.assumingMemoryBound(to: CChar.self)) }
                        if sql == "PRAGMA journal_mode = WAL" { JournalSwitch.attempts.withLock { $0 += 1 } }
                        return 0
                    }
                return unsafe sqlite3_trace_v2(connection, UInt32(SQLITE_TRACE_STMT), count, nil)
            }
        // Right because SQLite declares the function without the parameters with which it calls it.
        let function = unsafe unsafeBitCast(watch, to: (@convention(c) () -> Void).self)
        #expect(sqlite3_auto_extension(function) == SQLITE_OK)
    }
}
