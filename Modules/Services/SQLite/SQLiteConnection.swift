import CSQLite
import Foundation

/// One connection to one database file; used by one thread at a time.
///
/// Safe to use: the handle is private, open from `init` to `deinit`, and every call on it is made here.
@safe final class SQLiteConnection {
    /// Settings of the whole process, made once before anything is opened; where SQLite is in use already, it stays as it is.
    private static let isSetUp: Void = { _ = csqlite_forgo_memory_statistics() }()

    private let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens the file at `path`, or makes it; `:memory:` lives as long as the connection.
    convenience init(path: String) throws(SQLiteFailure) {
        try self.init(name: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    }

    /// Opens a file that nobody changes, beside which nothing can be written, and reads it without locks.
    convenience init(immutable path: String) throws(SQLiteFailure) {
        let reserved: [(String, String)] = [("%", "%25"), ("?", "%3f"), ("#", "%23")]
        let name = reserved.reduce(path) { $0.replacing($1.0, with: $1.1) }
        try self.init(name: "file:\(name)?immutable=1", flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    }

    private init(name: String, flags: Int32) throws(SQLiteFailure) {
        Self.isSetUp
        var opened: OpaquePointer?
        let flags = flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        // The pointers live for the call; SQLite returns a handle even on failure, and it must be closed then too.
        let code = unsafe sqlite3_open_v2(name, &opened, flags, nil)
        guard let opened = unsafe opened else { throw SQLiteFailure(code: SQLITE_NOMEM, message: "out of memory") }
        guard code == SQLITE_OK else {
            let failure = unsafe SQLiteFailure(handle: opened, code: code)
            unsafe sqlite3_close_v2(opened)
            throw failure
        }
        unsafe handle = opened
    }

    deinit {
        // close_v2 waits for statements that are still alive, so the order of deinitialisation does not matter.
        unsafe sqlite3_close_v2(handle)
    }

    /// Whether the file may be read and not written.
    var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

    /// Whether the file was removed or replaced since it was opened; what is written now is lost.
    var hasMoved: Bool {
        var answer: Int32 = 0
        // The pointer lives for the call; a database without a file leaves the answer as it is.
        unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
        return answer != 0
    }

    /// The identity that the last insertion gave.
    var lastInsertedID: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// Whether no transaction is open.
    var isAutocommitting: Bool { unsafe sqlite3_get_autocommit(handle) != 0 }

    /// Sets how long a statement waits for a lock that another connection holds.
    func waitForLocks(milliseconds: Int32) {
        // SQLite's own way looks ten times a second in the end, and hardly meets the short pauses of one who writes all the time.
        // The limit is passed as the bits of a pointer that nobody follows.
        let limit = unsafe UnsafeMutableRawPointer(bitPattern: Int(milliseconds))
        unsafe sqlite3_busy_handler(
            handle,
            { limit, count in
                guard Int(count) * 2 < Int(bitPattern: limit) else { return 0 }
                sqlite3_sleep(2)
                return 1
            }, limit)
    }

    /// Runs statements that take no values and whose rows nobody wants.
    func run(_ sql: String) throws(SQLiteFailure) {
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe SQLiteFailure(handle: handle, code: code) }
    }

    /// A new statement, for SQL that is put together at run time.
    func prepare(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
        var prepared: OpaquePointer?
        let code = unsafe sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
        guard code == SQLITE_OK, let prepared = unsafe prepared else {
            throw unsafe SQLiteFailure(handle: handle, code: code)
        }
        return unsafe SQLiteStatement(prepared, of: handle)
    }

    /// The statement for SQL that comes again and again, prepared once for the connection and ready to be bound.
    func statement(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
        if let statement = statements[sql] {
            statement.reset()
            return statement
        }
        let statement = try prepare(sql)
        statements[sql] = statement
        return statement
    }

    /// The first column of the first row, or nil when there is no row.
    func integer(_ sql: String) throws(SQLiteFailure) -> Int64? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(0) : nil
    }
}

extension SQLiteFailure {
    /// Reads the message of the last call on `handle`, which must be open.
    init(handle: OpaquePointer, code: Int32) {
        // Where a COMMIT fails, SQLite has not kept the system's number; nothing was asked of the system since.
        let numbers = unsafe [sqlite3_system_errno(handle), errno]
        let primary = code & 0xFF
        guard [SQLITE_CANTOPEN, SQLITE_IOERR].contains(primary), let number = numbers.first(where: { $0 != 0 }) else {
            // The message belongs to the connection until its next call; the string copies it.
            self.init(code: primary, message: unsafe String(cString: sqlite3_errmsg(handle)))
            return
        }
        // SQLite calls a disk full only where it is the library itself that does not fit, and no quota is to blame.
        let isFull = [ENOSPC, EDQUOT, EFBIG].contains(number)
        self.init(code: isFull ? SQLITE_FULL : primary, message: unsafe String(cString: strerror(number)))
    }
}
