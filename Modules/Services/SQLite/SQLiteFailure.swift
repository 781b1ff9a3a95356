import CSQLite
import Core
import Foundation

/// An SQLite error code with its message.
struct SQLiteFailure: Error {
    /// The primary result code (https://sqlite.org/rescode.html).
    let code: Int32
    let message: String

    /// Whether another connection holds a required lock.
    var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }
}

extension SQLiteFailure {
    /// Creates a failure with the message of the last call on `handle`, which must be open.
    init(handle: OpaquePointer, code: Int32) {
        // If a COMMIT fails, SQLite does not store the system's error number, so `errno` is used.
        // It is still valid, because there has been no other system call since then.
        let numbers = unsafe [sqlite3_system_errno(handle), errno]
        let primary = code & 0xFF
        guard [SQLITE_CANTOPEN, SQLITE_IOERR].contains(primary),
            let number = numbers.first(where: { $0 != 0 })
        else {
            // The connection owns the message until its next call, so the message is copied.
            self.init(code: primary, message: unsafe String(cString: sqlite3_errmsg(handle)))
            return
        }
        // SQLite reports a full disk only if the library itself does not fit, and never reports an
        // exceeded quota. The system's error number reveals a full disk in all cases, as well as an
        // exceeded quota.
        let isFull = [ENOSPC, EDQUOT, EFBIG].contains(number)
        // The message is valid until the next call on this thread, so it is copied.
        self.init(
            code: isFull ? SQLITE_FULL : primary,
            message: unsafe String(cString: strerror(number))
        )
    }
}

extension StoreError {
    init(_ failure: SQLiteFailure, path: String) {
        self =
            switch failure.code {
            case SQLITE_BUSY, SQLITE_LOCKED: .locked(path: path)
            case SQLITE_READONLY: .readOnly(path: path)
            case SQLITE_FULL: .diskFull(path: path)
            case SQLITE_NOTADB: .notALibrary(path: path)
            case SQLITE_CORRUPT: .corrupted(path: path, reason: failure.message)
            case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
                .cannotOpen(path: path, reason: failure.message)
            default: .failed(path: path, reason: failure.message)
            }
    }
}
