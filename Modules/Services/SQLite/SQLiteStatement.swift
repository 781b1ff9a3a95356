import CSQLite
import LinkRows

enum SQLiteValue {
    case integer(Int64?)
    case text(String?)
}

/// A prepared statement, for use by one thread at a time. It is valid until the same SQL is
/// requested from its connection again.
///
/// The class is safe because both handles are private, and the connection's handle remains valid
/// while any of its statements exists.
@safe final class SQLiteStatement: StoredRow {
    private let handle: OpaquePointer
    private let connection: OpaquePointer

    /// Creates a statement that owns `handle`. The connection must be open.
    init(_ handle: OpaquePointer, of connection: OpaquePointer) {
        unsafe self.handle = handle
        unsafe self.connection = connection
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    func run(_ values: [SQLiteValue]) throws(SQLiteFailure) {
        try bind(values)
        while try step() {}
    }

    func rows<Row>(
        _ values: [SQLiteValue] = [],
        _ read: (SQLiteStatement) throws -> Row
    ) throws -> [Row] {
        try bind(values)
        defer {
            reset()
        }
        var rows: [Row] = []
        while try step() {
            rows.append(try read(self))
        }
        return rows
    }

    /// Resets the statement and binds new values to its parameters.
    func bind(_ values: [SQLiteValue]) throws(SQLiteFailure) {
        reset()
        for (index, value) in values.enumerated() {
            let position = Int32(index + 1)
            let code =
                switch value {
                case .integer(let number?): unsafe sqlite3_bind_int64(handle, position, number)
                // The length is passed because the text may contain NUL. With SQLITE_TRANSIENT,
                // SQLite copies the bytes before the call returns.
                case .text(let text?):
                    unsafe sqlite3_bind_text(
                        handle,
                        position,
                        text,
                        Int32(clamping: text.utf8.count),
                        Self.transient
                    )
                case .integer(nil), .text(nil): unsafe sqlite3_bind_null(handle, position)
                }
            guard code == SQLITE_OK else {
                throw unsafe SQLiteFailure(handle: connection, code: code)
            }
        }
    }

    /// Advances to the next row. After the last row, releases the locks and returns false.
    func step() throws(SQLiteFailure) -> Bool {
        let code = unsafe sqlite3_step(handle)
        guard code == SQLITE_ROW || code == SQLITE_DONE else {
            throw unsafe SQLiteFailure(handle: connection, code: code)
        }
        return code == SQLITE_ROW
    }

    /// Releases the current row and the locks that are held to read it.
    func reset() {
        unsafe sqlite3_reset(handle)
    }

    /// Returns the integer in a column of the current row, or 0 for null.
    func integer(_ column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(handle, column)
    }

    func optionalInteger(_ column: Int32) -> Int64? {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
    }

    func text(_ column: Int32) -> String? {
        // The row owns the bytes until the next step, so they are copied. Invalid UTF-8 is
        // repaired.
        guard let bytes = unsafe sqlite3_column_text(handle, column) else {
            return nil
        }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe String(
            decoding: UnsafeBufferPointer(start: bytes, count: count),
            as: UTF8.self
        )
    }

    /// The values in all columns of the current row.
    var texts: [String?] {
        let count = unsafe sqlite3_column_count(handle)
        return (0..<count).map { text($0) }
    }

    /// The C constant SQLITE_TRANSIENT, which Swift does not import. It is a function pointer with
    /// the value -1.
    private static var transient: sqlite3_destructor_type {
        // Both types are the size of a machine word. SQLite compares the pointer with this value,
        // and never calls it.
        unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}
