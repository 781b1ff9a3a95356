import CSQLite
import Core
import CoreTesting
import Foundation
import LibraryInterface
import LibraryTesting
import SQLite
import SearchText
import Testing

struct Database {
    let path: String

    func execute(_ sql: String, at location: SourceLocation = #_sourceLocation) throws {
        var connection: OpaquePointer?
        #expect(unsafe sqlite3_open(path, &connection) == SQLITE_OK, sourceLocation: location)
        defer {
            unsafe sqlite3_close(connection)
        }
        let code = unsafe sqlite3_exec(connection, sql, nil, nil, nil)
        #expect(code == SQLITE_OK, "\(sql)", sourceLocation: location)
    }

    func integer(
        _ sql: String,
        at location: SourceLocation = #_sourceLocation
    ) throws -> Int64? {
        var connection: OpaquePointer?
        var statement: OpaquePointer?
        #expect(unsafe sqlite3_open(path, &connection) == SQLITE_OK, sourceLocation: location)
        defer {
            unsafe sqlite3_close(connection)
        }
        let code = unsafe sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
        #expect(code == SQLITE_OK, "\(sql)", sourceLocation: location)
        defer {
            unsafe sqlite3_finalize(statement)
        }
        return unsafe sqlite3_step(statement) == SQLITE_ROW
            ? unsafe sqlite3_column_int64(statement, 0) : nil
    }

    /// Runs `body` while another connection has begun a transaction, by default without changes.
    func withLock<Result>(
        _ beginning: String = "BEGIN IMMEDIATE",
        at location: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Result
    ) async throws -> Result {
        var connection: OpaquePointer?
        #expect(unsafe sqlite3_open(path, &connection) == SQLITE_OK, sourceLocation: location)
        defer {
            unsafe sqlite3_close(connection)
        }
        let code = unsafe sqlite3_exec(connection, beginning, nil, nil, nil)
        #expect(code == SQLITE_OK, "\(beginning)", sourceLocation: location)
        return try await body()
    }
}

extension SQLiteStore {
    @discardableResult
    func insert(_ link: Link) async throws -> Link {
        try await transaction { try $0.insert(link) }
    }

    func links(with word: String) async throws -> [Link] {
        try await links(matching: LinkQuery(terms: [.word(word)]))
    }
}

extension LinkTransaction {
    /// Inserts links with numbered URLs.
    func insert(_ count: Int, title: String? = nil) throws {
        for number in 0..<count {
            _ = try insert(.sample("\(number)", title: title))
        }
    }
}

/// Hooks for this process's connections to files with certain names.
enum ConnectionHook {
    /// The name of files with room for only a few pages, which simulates a full disk without
    /// requiring root.
    static let fullDisk = "full.db"
    /// The prefix of the names of files whose transactions and switches to WAL mode are counted.
    static let counted = "counted"
    /// The number of attempts to switch to WAL mode, by the name of the file.
    static let switches = WaitableValue<[String: Int]>([:])
    /// The number of transactions that began or wait to begin, by the name of the file.
    static let transactions = WaitableValue<[String: Int]>([:])
    /// The actions to run before the attempts to switch to WAL mode, by the name of the file. A
    /// store makes the first attempt when it has found that the file needs a migration.
    static let switchActions = WaitableValue<[String: @Sendable () -> Void]>([:])
    /// The permissions of the folders in which database readers opened their copies.
    static let permissionsOfCopies = WaitableValue<Set<Int>>([])

    /// Returns a new name for a file whose transactions and switches to WAL mode are counted.
    static func countedName() -> String {
        "\(counted)-\(UUID().uuidString).db"
    }

    /// Installs the hooks for all connections that are opened from now on.
    static func install() {
        // The cast is correct because SQLite calls the function with parameters that its
        // declaration omits.
        let function = unsafe unsafeBitCast(
            configureConnection,
            to: (@convention(c) () -> Void).self
        )
        #expect(sqlite3_auto_extension(function) == SQLITE_OK)
    }
}

/// Returns the path of the database of an open connection.
private func databasePath(of connection: OpaquePointer?) -> String {
    // SQLite owns the path, which is copied.
    unsafe String(cString: sqlite3_db_filename(connection, "main"))
}

private let configureConnection:
    @convention(c) (OpaquePointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?, OpaquePointer?) ->
        Int32 = {
            connection,
            _,
            _ in
            let path = unsafe databasePath(of: connection)
            if path.hasSuffix("/\(ConnectionHook.fullDisk)") {
                return unsafe sqlite3_exec(connection, "PRAGMA max_page_count = 60", nil, nil, nil)
            }
            if path.hasSuffix("/copy") {
                let folder = String(path.dropLast("/copy".count))
                let attributes = try? FileManager.default.attributesOfItem(atPath: folder)
                if let permissions = attributes?[.posixPermissions] as? Int {
                    ConnectionHook.permissionsOfCopies.withLock { _ = $0.insert(permissions) }
                }
            }
            guard path.contains("/\(ConnectionHook.counted)") else {
                return SQLITE_OK
            }
            let event = UInt32(SQLITE_TRACE_STMT)
            return unsafe sqlite3_trace_v2(connection, event, countStatement, nil)
        }

private let countStatement:
    @convention(c) (
        UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
    ) -> Int32 = {
        _,
        _,
        statement,
        sql in
        // SQLite passes the text of the statement, which is valid for the duration of the call.
        let sql = unsafe sql.map { unsafe String(cString: $0.assumingMemoryBound(to: CChar.self)) }
        let connection = unsafe sqlite3_db_handle(OpaquePointer(statement))
        let path = unsafe databasePath(of: connection)
        let name = String(path.split(separator: "/").last ?? "")
        if sql == "BEGIN IMMEDIATE" {
            ConnectionHook.transactions.withLock { $0[name, default: 0] += 1 }
        } else if sql == "PRAGMA journal_mode = WAL" {
            ConnectionHook.switches.withLock { $0[name, default: 0] += 1 }
            ConnectionHook.switchActions.withLock { $0[name] }?()
        }
        return 0
    }
