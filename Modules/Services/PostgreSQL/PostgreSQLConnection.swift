import CPostgreSQL
import Dispatch
import Foundation
import LinkRows

/// A connection to a server, for use by one thread at a time.
///
/// The class is safe because the handle is private, open from `init` to `deinit`, and used only in
/// this file.
@safe final class PostgreSQLConnection {
    private let handle: OpaquePointer

    /// Creates a connection with the given libpq connection parameters
    /// (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS), and waits
    /// until it is established.
    init(_ parameters: [String: String]) throws(PostgreSQLFailure) {
        // Both lists end with a null pointer, as libpq requires, and are valid for the duration of
        // the call.
        let connection = unsafe Self.withCStrings(Array(parameters.keys)) { keywords in
            unsafe Self.withCStrings(Array(parameters.values)) { values in
                unsafe PQconnectdbParams(keywords, values, 0)
            }
        }
        guard let connection = unsafe connection else {
            throw PostgreSQLFailure(state: nil, message: "out of memory")
        }
        // If the server refuses the connection, libpq provides the error code only as a part of
        // verbose messages. The verbosity cannot be set before the first attempt.
        if unsafe String(cString: PQerrorMessage(connection)).contains(
            PostgreSQLFailure.severityEnd
        ) {
            unsafe PQsetErrorVerbosity(connection, UInt32(CPOSTGRESQL_VERBOSE))
            unsafe PQreset(connection)
        }
        guard unsafe PQstatus(connection) == CPOSTGRESQL_CONNECTION_OK else {
            let failure = unsafe PostgreSQLFailure(connection: connection)
            unsafe PQfinish(connection)
            throw failure
        }
        // Notices are discarded, because libpq would otherwise print them to standard error.
        _ = unsafe PQsetNoticeProcessor(connection, { _, _ in }, nil)
        unsafe handle = connection
    }

    deinit {
        unsafe PQfinish(handle)
    }

    var isBroken: Bool { unsafe PQstatus(handle) != CPOSTGRESQL_CONNECTION_OK }

    /// Returns a parameter that the server reported when the connection was established, such as
    /// `server_encoding`.
    func status(_ name: String) -> String {
        // The connection owns the C string, so it is copied.
        guard let text = unsafe PQparameterStatus(handle, name) else {
            return ""
        }
        return unsafe String(cString: text)
    }

    func makeCanceller() -> PostgreSQLCanceller? {
        guard let cancel = unsafe PQgetCancel(handle) else { return nil }
        return unsafe PostgreSQLCanceller(cancel)
    }

    /// Runs `body` in a write transaction. Any error rolls the transaction back.
    func inTransaction<Result>(_ body: () throws -> Result) throws -> Result {
        try run("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
        let result: Result
        do {
            result = try body()
        } catch {
            // The original error is reported, so a failed rollback is ignored.
            try? run("ROLLBACK")
            throw error
        }
        do {
            try run("COMMIT")
        } catch let failure as PostgreSQLFailure where failure.isLost {
            let message =
                "the connection broke during the commit; check whether the change was saved"
            throw PostgreSQLFailure(state: "08007", message: message)
        }
        return result
    }

    /// Runs `body`. If it has not returned after `limit`, closes the connection, so that a call
    /// that waits for an unresponsive server fails.
    func withTimeLimit<Result>(_ limit: Duration, _ body: () throws -> Result) throws -> Result {
        // The descriptor is duplicated because libpq can close its own descriptor, and the number
        // could then be reused for another file.
        let socket = unsafe dup(PQsocket(handle))
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler { _ = shutdown(socket, Int32(SHUT_RDWR)) }
        timer.setCancelHandler { _ = close(socket) }
        timer.schedule(deadline: .now() + limit / .seconds(1))
        timer.resume()
        defer {
            timer.cancel()
        }
        let start = ContinuousClock.now
        do {
            return try body()
        } catch let failure as PostgreSQLFailure where failure.state == nil && .now - start >= limit
        {
            throw PostgreSQLFailure(
                state: nil,
                message: "the server has not answered for \(limit)"
            )
        }
    }

    func run(_ sql: String, _ values: PostgreSQLValue...) throws {
        try forEachRow(sql, values) { _ in }
    }

    func rows<Row>(
        _ sql: String,
        _ values: PostgreSQLValue...,
        read: (PostgreSQLRow) throws -> Row
    ) throws -> [Row] {
        try rows(sql, values, read: read)
    }

    func rows<Row>(
        _ sql: String,
        _ values: [PostgreSQLValue],
        read: (PostgreSQLRow) throws -> Row
    ) throws -> [Row] {
        var rows: [Row] = []
        try forEachRow(sql, values) { rows.append(try read($0)) }
        return rows
    }

    /// Runs a statement and passes its rows to `body` as they arrive, so the whole result is never
    /// in memory.
    private func forEachRow(
        _ sql: String,
        _ values: [PostgreSQLValue],
        _ body: (PostgreSQLRow) throws -> Void
    ) throws {
        // libpq copies the arguments before the call returns. With null for the types, the server
        // infers them. With 0 for the format, the server returns the results as text.
        let isSent = unsafe Self.withCStrings(values.map(\.text)) { texts in
            unsafe PQsendQueryParams(handle, sql, Int32(values.count), nil, texts, nil, nil, 0) == 1
        }
        guard isSent else { throw unsafe PostgreSQLFailure(connection: handle) }
        _ = unsafe PQsetSingleRowMode(handle)
        var failure: (any Error)?
        // The connection accepts no other statement until the last result is fetched, even after an
        // error.
        while let result = unsafe PQgetResult(handle) {
            defer {
                unsafe PQclear(result)
            }
            guard failure == nil else { continue }
            do {
                switch unsafe Int(PQresultStatus(result)) {
                case CPOSTGRESQL_COMMAND_OK, CPOSTGRESQL_TUPLES_OK: break
                case CPOSTGRESQL_SINGLE_TUPLE: try body(unsafe PostgreSQLRow(result))
                default: throw unsafe PostgreSQLFailure(result: result, connection: handle)
                }
            } catch { failure = error }
        }
        if let failure {
            throw failure
        }
    }

    /// Calls `body` with an array of C strings that ends with a null pointer.
    private static func withCStrings<Result>(
        _ texts: [String?],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
        // The copies are freed when `body` has returned, so `body` must not store the pointers.
        let copies = unsafe texts.map { text in unsafe text.flatMap { unsafe strdup($0) } }
        defer {
            unsafe copies.forEach { unsafe free($0) }
        }
        let pointers = unsafe copies.map { unsafe UnsafePointer($0) } + [nil]
        return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }
}

/// An object that cancels the statement that a connection is running. Any thread may call it.
///
/// The class is safe and sendable because the pointer is private, and libpq never changes the
/// memory at the pointer, so any thread may use it.
@safe final class PostgreSQLCanceller: @unchecked Sendable {
    private let cancel: OpaquePointer
    fileprivate init(_ cancel: OpaquePointer) {
        unsafe self.cancel = cancel
    }
    deinit {
        unsafe PQfreeCancel(cancel)
    }

    /// Requests that the server cancel the statement. The call has no effect if no statement is
    /// running.
    func callAsFunction() {
        // The error message in the buffer is ignored. If canceling fails, the statement runs to
        // completion.
        _ = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            unsafe PQcancel(cancel, buffer.baseAddress, 256)
        }
    }
}

/// A row in a result. It is valid until the next row is read.
///
/// The type is safe because closures receive a row only while the result that contains it exists.
@safe struct PostgreSQLRow: StoredRow {
    private let result: OpaquePointer
    fileprivate init(_ result: OpaquePointer) {
        unsafe self.result = result
    }
    func optionalInteger(_ column: Int32) -> Int64? {
        text(column).flatMap { Int64($0) }
    }
    /// Returns the integer in a column, or 0 for null.
    func integer(_ column: Int32) -> Int64 {
        optionalInteger(column) ?? 0
    }

    func text(_ column: Int32) -> String? {
        guard unsafe PQgetisnull(result, 0, column) == 0,
            let start = unsafe PQgetvalue(result, 0, column)
        else {
            return nil
        }
        let count = unsafe Int(PQgetlength(result, 0, column))
        // The result owns the bytes, so they are copied.
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
        return StoredText.decode(unsafe String(decoding: bytes, as: UTF8.self))
    }
}
