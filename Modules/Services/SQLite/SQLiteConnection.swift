import CSQLite
import Core
import Foundation

/// A connection to a database file, for use by one thread at a time.
///
/// The class is safe because the handle is private, and open from `init` to `deinit`.
@safe final class SQLiteConnection {
    /// A constant whose initialization configures SQLite before the first connection. A path is
    /// a path even if it looks like a URI.
    private static let isConfigured: Void = csqlite_configure()
    private let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]

    /// Creates a connection that opens or creates the file at `path`.
    ///
    /// If `isImmutable` is true, the connection only reads an existing file. It acquires no locks
    /// and creates no files next to that file, which must not change.
    init(path: String, isImmutable: Bool = false) throws(SQLiteFailure) {
        Self.isConfigured
        let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        let name = isImmutable ? "file:\(escaped)?immutable=1" : path
        let access =
            isImmutable
            ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var opened: OpaquePointer?
        // The pointers are valid for the duration of the call. SQLite returns a handle even on
        // failure, so the handle must always be closed.
        let code = unsafe sqlite3_open_v2(
            name,
            &opened,
            access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
            nil
        )
        guard let opened = unsafe opened else {
            throw SQLiteFailure(code: SQLITE_NOMEM, message: "out of memory")
        }
        guard code == SQLITE_OK else {
            let failure = unsafe SQLiteFailure(handle: opened, code: code)
            unsafe sqlite3_close_v2(opened)
            throw failure
        }
        unsafe handle = opened
    }

    deinit {
        // sqlite3_close_v2 keeps the connection open until its last statement is finalized, so the
        // statements may be deinitialized later.
        unsafe sqlite3_close_v2(handle)
    }

    var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

    /// Whether the file was removed or replaced after it was opened. In that case, changes that
    /// were written after the removal are lost.
    var hasMoved: Bool {
        var answer: Int32 = 0
        // The pointer is valid for the duration of the call. If the database has no file, the call
        // leaves `answer` unchanged.
        unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
        return answer != 0
    }

    var lastInsertedID: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// Sets the maximum time that a statement waits for a lock that another connection holds.
    func setBusyTimeout(_ timeout: Duration) {
        // SQLite's own handler sleeps too long to notice the short pauses of a busy writer. The
        // timeout is passed as the bits of a pointer that is never dereferenced.
        let milliseconds = Int32(clamping: timeout.milliseconds)
        let limit = unsafe UnsafeMutableRawPointer(bitPattern: Int(milliseconds))
        unsafe sqlite3_busy_handler(
            handle,
            { limit, count in
                guard Int(count) * 2 < Int(bitPattern: limit) else {
                    return 0
                }
                sqlite3_sleep(2)
                return 1
            },
            limit
        )
    }

    func execute(_ sql: String) throws(SQLiteFailure) {
        // The string is valid for the duration of the call.
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else {
            throw unsafe SQLiteFailure(handle: handle, code: code)
        }
    }

    func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteFailure) {
        try statement(sql).run(values)
    }

    func rows<Row>(
        _ sql: String,
        _ values: SQLiteValue...,
        read: (SQLiteStatement) throws -> Row
    ) throws -> [Row] {
        try statement(sql).rows(values, read)
    }

    func integers(_ sql: String, _ values: SQLiteValue...) throws -> [Int64] {
        try statement(sql).rows(values) { $0.integer(0) }
    }

    /// Prepares a statement without caching it, for SQL that is composed at run time.
    func prepare(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
        var prepared: OpaquePointer?
        // The pointers are valid for the duration of the call, and the statement owns the prepared
        // handle.
        let code = unsafe sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
        guard code == SQLITE_OK, let prepared = unsafe prepared else {
            throw unsafe SQLiteFailure(handle: handle, code: code)
        }
        return unsafe SQLiteStatement(prepared, of: handle)
    }

    /// Returns the statement for `sql`. The statement is prepared once per connection.
    func statement(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
        if let statement = statements[sql] {
            return statement
        }
        let statement = try prepare(sql)
        statements[sql] = statement
        return statement
    }

    func integer(_ sql: String) throws -> Int64? {
        try prepare(sql).rows { $0.integer(0) }.first
    }

    /// Runs `body` in a transaction. Any error rolls the transaction back.
    ///
    /// If `writes` is true, the write lock is acquired at the start, because acquiring it later can
    /// fail in the middle of the transaction.
    func inTransaction<Result>(writes: Bool, _ body: () throws -> Result) throws -> Result {
        try execute(writes ? "BEGIN IMMEDIATE" : "BEGIN DEFERRED")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // After an error such as a full disk, SQLite may already have rolled the transaction
            // back. The original error is reported, so a failed rollback is ignored.
            if unsafe sqlite3_get_autocommit(handle) == 0 {
                try? execute("ROLLBACK")
            }
            throw error
        }
    }
}
