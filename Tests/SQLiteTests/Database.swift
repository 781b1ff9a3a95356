import CSQLite
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
    func withLock(_ body: () async throws -> Void) async throws {
        var connection: OpaquePointer?
        #expect(unsafe sqlite3_open(path, &connection) == SQLITE_OK)
        defer { unsafe sqlite3_close(connection) }
        #expect(unsafe sqlite3_exec(connection, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
        try await body()
    }
}
