import CSQLite

/// A result code of SQLite other than success, with its message.
struct SQLiteFailure: Error {
    /// The primary result code (https://sqlite.org/rescode.html).
    let code: Int32
    /// SQLite's own words.
    let message: String
    /// Whether another connection holds the lock that was needed.
    var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

    /// Whether the files that WAL needs beside the library cannot be made.
    var isForWantOfCompanions: Bool { [SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_FULL].contains(code) }
}
