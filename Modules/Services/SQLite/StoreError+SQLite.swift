import CSQLite
import Core

extension StoreError {
    /// Says in the store's terms what a result code of SQLite means (https://sqlite.org/rescode.html).
    init(_ failure: SQLiteFailure, path: String) {
        self =
            switch failure.code {
            case SQLITE_BUSY, SQLITE_LOCKED: .locked(path: path)
            case SQLITE_READONLY: .readOnly(path: path)
            case SQLITE_FULL: .diskFull(path: path)
            case SQLITE_NOTADB: .notALibrary(path: path)
            case SQLITE_CORRUPT: .corrupted(path: path, reason: failure.message)
            case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .cannotOpen(path: path, reason: failure.message)
            default: .failed(path: path, reason: failure.message)
            }
    }
}
