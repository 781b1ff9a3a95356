import CPostgreSQL

/// One connection to a server; used by one thread at a time.
///
/// Safe to use: the handle is private, open from `init` to `deinit`, and every call on it is made here.
@safe final class PostgreSQLConnection {
    private let handle: OpaquePointer

    /// Connects, and waits until that is done.
    ///
    /// - Parameter parameters: libpq's (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS).
    init(_ parameters: [String: String]) throws(PostgreSQLFailure) {
        let keywords = PostgreSQLParameters(parameters.keys.map { .text($0) })
        let values = PostgreSQLParameters(parameters.values.map { .text($0) })
        // Both lists end with a null pointer, as libpq wants them, and live for the call.
        let connection = unsafe keywords.withPointers { keywords in
            unsafe values.withPointers { values in unsafe PQconnectdbParams(keywords, values, 0) }
        }
        guard let connection = unsafe connection else { throw PostgreSQLFailure(state: nil, message: "out of memory") }
        guard unsafe PQstatus(connection) == CPOSTGRESQL_CONNECTION_OK else {
            let failure = unsafe PostgreSQLFailure(connection: connection)
            unsafe PQfinish(connection)
            throw failure
        }
        // Notices would go to standard error.
        _ = unsafe PQsetNoticeProcessor(connection, { _, _ in }, nil)
        unsafe handle = connection
    }

    deinit { unsafe PQfinish(handle) }

    /// Whether the connection is gone.
    var isBroken: Bool { unsafe PQstatus(handle) != CPOSTGRESQL_CONNECTION_OK }

    /// What the server has said of itself at the beginning, such as its `server_encoding`.
    func status(_ name: String) -> String {
        // The text belongs to the connection; the string copies it.
        guard let text = unsafe PQparameterStatus(handle, name) else { return "" }
        return unsafe String(cString: text)
    }

    /// What stops the statement that runs, from any thread.
    func makeCanceller() -> PostgreSQLCanceller? {
        guard let cancel = unsafe PQgetCancel(handle) else { return nil }
        return unsafe PostgreSQLCanceller(cancel)
    }

    /// Runs a statement whose rows nobody wants.
    func run(_ sql: String, _ values: PostgreSQLValue...) throws {
        try forEachRow(sql, values) { _ in }
    }

    /// What `read` makes of each row.
    func rows<Row>(_ sql: String, _ values: PostgreSQLValue..., read: (PostgreSQLRow) throws -> Row) throws -> [Row] {
        var rows: [Row] = []
        try forEachRow(sql, values) { rows.append(try read($0)) }
        return rows
    }

    /// Runs a statement and hands out its rows as they arrive, so that they never lie in memory all at once.
    func forEachRow(_ sql: String, _ values: [PostgreSQLValue], _ body: (PostgreSQLRow) throws -> Void) throws {
        try send(sql, PostgreSQLParameters(values))
        _ = unsafe PQsetSingleRowMode(handle)
        var trouble: (any Error)?
        // The connection takes no other statement before the last result was fetched, whatever happens before.
        while let result = unsafe PQgetResult(handle) {
            defer { unsafe PQclear(result) }
            guard trouble == nil else { continue }
            do {
                switch unsafe Int(PQresultStatus(result)) {
                case CPOSTGRESQL_COMMAND_OK, CPOSTGRESQL_TUPLES_OK: break
                case CPOSTGRESQL_SINGLE_TUPLE: try body(unsafe PostgreSQLRow(result))
                default: throw unsafe PostgreSQLFailure(result: result, connection: handle)
                }
            } catch {
                trouble = error
            }
        }
        if let trouble { throw trouble }
    }

    private func send(_ sql: String, _ parameters: PostgreSQLParameters) throws(PostgreSQLFailure) {
        // libpq copies everything before the call returns; null for types lets the server find them out, and zero asks
        // for text.
        let isSent = unsafe parameters.withPointers { values in
            unsafe PQsendQueryParams(handle, sql, Int32(parameters.offsets.count), nil, values, nil, nil, 0) == 1
        }
        guard isSent else { throw unsafe PostgreSQLFailure(connection: handle) }
    }
}

/// Stops the statement that a connection runs; may be called from any thread.
///
/// Safe to use, and right to send: the pointer is private, libpq never changes what it leads to, and allows every thread to
/// use it.
@safe final class PostgreSQLCanceller: @unchecked Sendable {
    private let cancel: OpaquePointer

    /// Takes over what libpq made.
    fileprivate init(_ cancel: OpaquePointer) { unsafe self.cancel = cancel }

    deinit { unsafe PQfreeCancel(cancel) }

    /// Asks the server to stop; when no statement runs, nothing happens.
    func callAsFunction() {
        // Nobody wants the words of a failure: the statement then runs to its end.
        _ = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            unsafe PQcancel(cancel, buffer.baseAddress, 256)
        }
    }
}

/// A row of a result, alive until the next one.
///
/// Safe to use: rows are handed to closures for as long as their result lives.
@safe struct PostgreSQLRow {
    private let result: OpaquePointer

    fileprivate init(_ result: OpaquePointer) { unsafe self.result = result }

    /// The whole number in a column, or nil where it is null.
    func optionalInteger(_ column: Int32) -> Int64? { text(column).flatMap { Int64($0) } }

    /// The whole number in a column; 0 where it is null.
    func integer(_ column: Int32) -> Int64 { optionalInteger(column) ?? 0 }

    /// The text in a column, or nil where it is null.
    func text(_ column: Int32) -> String? {
        guard unsafe PQgetisnull(result, 0, column) == 0, let start = unsafe PQgetvalue(result, 0, column) else {
            return nil
        }
        let count = unsafe Int(PQgetlength(result, 0, column))
        // The bytes belong to the result; the string copies them.
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
        return StoredText.decoded(unsafe String(decoding: bytes, as: UTF8.self))
    }
}

extension PostgreSQLFailure {
    /// Reads what went wrong with the connection itself.
    fileprivate init(connection: OpaquePointer) {
        self.init(state: nil, message: unsafe Self.line(String(cString: PQerrorMessage(connection))))
    }

    /// Reads what the server says of a statement; without words of its own, the connection is gone.
    fileprivate init(result: OpaquePointer, connection: OpaquePointer) {
        guard let state = unsafe PQresultErrorField(result, Int32(CPOSTGRESQL_FIELD_SQLSTATE)),
            let message = unsafe PQresultErrorField(result, Int32(CPOSTGRESQL_FIELD_MESSAGE))
        else {
            unsafe self.init(connection: connection)
            return
        }
        self.init(state: unsafe String(cString: state), message: unsafe Self.line(String(cString: message)))
    }

    /// The first line, without what libpq puts before the reason.
    private static func line(_ text: String) -> String {
        var line = text.prefix { $0 != "\n" }
        if let end = line.firstRange(of: " failed: ")?.upperBound { line = line[end...] }
        for prefix in ["FATAL:  ", "ERROR:  "] where line.hasPrefix(prefix) { line = line.dropFirst(prefix.count) }
        return line.isEmpty ? "the connection broke" : String(line)
    }
}

extension PostgreSQLParameters {
    /// Calls `body` with the texts as C reads them, and a null pointer after the last; they live for that call.
    fileprivate func withPointers<Result>(_ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result) -> Result {
        unsafe bytes.withUnsafeBytes { bytes in
            let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            var pointers = unsafe offsets.map { offset in
                unsafe offset.flatMap { unsafe start?.advanced(by: $0) }
            }
            unsafe pointers.append(nil)
            return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
        }
    }
}
