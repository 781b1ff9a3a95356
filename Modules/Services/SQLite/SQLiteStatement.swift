import CSQLite

/// A prepared statement; used by one thread at a time, and never after its connection's next use of the same SQL.
///
/// Safe to use: both handles are private, and the connection's stays valid as long as any of its statements lives.
@safe final class SQLiteStatement {
    private let handle: OpaquePointer
    private let connection: OpaquePointer

    /// Takes over a statement of an open connection.
    init(_ handle: OpaquePointer, of connection: OpaquePointer) {
        unsafe self.handle = handle
        unsafe self.connection = connection
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Binds values to the parameters from the first one on, and runs to the end.
    func run(_ values: SQLiteValue...) throws(SQLiteFailure) { try run(values) }

    /// Binds values to the parameters from the first one on, and runs to the end.
    func run(_ values: [SQLiteValue]) throws(SQLiteFailure) {
        try bind(values)
        while try step() {}
    }

    /// Starts over with new values for the parameters, from the first one on.
    func bind(_ values: [SQLiteValue]) throws(SQLiteFailure) {
        reset()
        for (index, value) in values.enumerated() {
            let position = Int32(index + 1)
            // SQLITE_TRANSIENT: SQLite copies the bytes before the call returns, so the string need not outlive it.
            let code =
                switch value {
                case .integer(let number): unsafe sqlite3_bind_int64(handle, position, number)
                case .text(let text?): bind(text, to: position)
                case .text(nil), .null: unsafe sqlite3_bind_null(handle, position)
                }
            guard code == SQLITE_OK else { throw unsafe SQLiteFailure(handle: connection, code: code) }
        }
    }

    /// Goes to the next row; false when there is none, and the statement is ready to be bound again.
    func step() throws(SQLiteFailure) -> Bool {
        let code = unsafe sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        let failure = code == SQLITE_DONE ? nil : unsafe SQLiteFailure(handle: connection, code: code)
        reset()
        if let failure { throw failure }
        return false
    }

    /// The integers in the first column of all rows.
    func integers(_ values: [SQLiteValue]) throws(SQLiteFailure) -> [Int64] {
        try bind(values)
        var integers: [Int64] = []
        while try step() { integers.append(integer(0)) }
        return integers
    }

    /// Lets go of the row and of the locks that reading it holds.
    func reset() { unsafe sqlite3_reset(handle) }

    /// The integer in a column of the row; 0 where it is null.
    func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

    /// The integer in a column of the row, or nil where it is null.
    func optionalInteger(_ column: Int32) -> Int64? {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
    }

    /// The text in a column of the row, or nil where it is null.
    func text(_ column: Int32) -> String? {
        // The bytes belong to the row until the next step; the string copies them, and repairs what is not UTF-8.
        guard let bytes = unsafe sqlite3_column_text(handle, column) else { return nil }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// The length is given because text may contain NUL, where SQLite would end it.
    private func bind(_ text: String, to position: Int32) -> Int32 {
        let count = Int32(clamping: text.utf8.count)
        return unsafe sqlite3_bind_text(handle, position, text, count, Self.transient)
    }

    /// SQLITE_TRANSIENT, a function pointer of value -1 that C can write and Swift cannot.
    private static var transient: sqlite3_destructor_type {
        // Right because both are one word, and nobody calls the pointer: SQLite only compares it.
        unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}

/// A value for a parameter of a statement.
enum SQLiteValue {
    /// A whole number.
    case integer(Int64)
    /// A text, or null.
    case text(String?)
    /// Nothing.
    case null
}
