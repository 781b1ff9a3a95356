import CSQLite
import Testing

/// A disk on which a library has a few pages and no more: to SQLite the same as a full one, and it needs no root.
enum FullDisk {
    /// The name of the files that lie on it.
    static let name = "full.db"

    /// Lets connections of this process know; others than those to files of that name notice nothing.
    static func begin() throws {
        let limit:
            @convention(c) (OpaquePointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?, OpaquePointer?) -> Int32 = {
                connection, _, _ in
                let path = unsafe String(cString: sqlite3_db_filename(connection, "main"))
                guard path.hasSuffix("/full.db") else { return SQLITE_OK }
                return unsafe sqlite3_exec(connection, "PRAGMA max_page_count = 60", nil, nil, nil)
            }
        // Right because SQLite declares the function without the parameters with which it calls it.
        let function = unsafe unsafeBitCast(limit, to: (@convention(c) () -> Void).self)
        #expect(sqlite3_auto_extension(function) == SQLITE_OK)
    }
}
