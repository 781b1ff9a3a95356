import CSQLite
package import CheckingInterface
package import Core
package import Foundation
package import LibraryInterface
import LinkRows

/// A library in an SQLite file. The first use opens or creates the file.
///
/// In WAL mode, readers and writers do not wait for each other. Only one writer runs at a time.
package actor SQLiteStore {
    private let path: String
    private let createsFolder: Bool
    private let busyTimeout: Duration
    private let executor = StoreExecutor("SQLite")
    private var opened: SQLiteConnection?
    /// The failure, such as a full disk, because of which the store opened the library read-only.
    /// The value is `nil` if the library is writable, or if its permissions make it read-only.
    private var readOnlyReason: SQLiteFailure?

    /// Creates a store that opens nothing until first use.
    ///
    /// - Parameters:
    ///   - path: The path of the file. A library at `:memory:` exists only as long as the store.
    ///   - createsFolder: Whether to create missing parent folders.
    ///   - busyTimeout: The maximum time to wait for other processes that are writing.
    package init(path: String, createsFolder: Bool = false, busyTimeout: Duration = .seconds(60)) {
        self.path = path
        self.createsFolder = createsFolder
        self.busyTimeout = busyTimeout
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The store owns its executor, so the executor outlives every use of the store.
        unsafe executor.asUnownedSerialExecutor()
    }

    private func withConnection<Result>(
        _ body: (SQLiteConnection) throws -> Result
    ) throws -> Result {
        do {
            return try body(connection())
        } catch let failure as SQLiteFailure {
            throw StoreError(
                failure.code == SQLITE_READONLY ? readOnlyReason ?? failure : failure,
                path: path
            )
        } catch let value as UnknownStoredValue {
            throw StoreError.corrupted(path: path, reason: value.reason)
        }
    }

    /// Runs `body` on a snapshot of the library, without waiting for writers. Several statements
    /// are also faster in one snapshot, because they share one lock.
    private func inSnapshot<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        try withConnection { connection in
            try connection.inTransaction(writes: false) { try body(connection) }
        }
    }

    /// Runs `body` in a write transaction. Any error rolls the transaction back.
    private func inTransaction<Result>(
        _ body: (SQLiteConnection) throws -> Result
    ) throws -> Result {
        try withConnection { connection in
            let result = try connection.inTransaction(writes: true) { try body(connection) }
            try checkNotMoved(connection)
            return result
        }
    }

    // MARK: - Opening

    private func connection() throws -> SQLiteConnection {
        if let opened {
            try checkNotMoved(opened)
            return opened
        }
        if createsFolder {
            try createFolder()
        }
        // A device or a pipe is rejected, because SQLite would report a disk error or block. A
        // dangling symbolic link is accepted, because it is a valid path for a new library.
        if let type, ![.typeRegular, .typeDirectory, .typeSymbolicLink].contains(type) {
            throw StoreError.notALibrary(path: path)
        }
        if path != ":memory:", type == nil || type == .typeSymbolicLink {
            try checkFolder()
            try createFile()
        }
        let connection = try open()
        opened = connection
        return connection
    }

    private func open() throws -> SQLiteConnection {
        do {
            return try configured(SQLiteConnection(path: path))
        } catch let failure as SQLiteFailure
            where failure.cannotCreateWALFiles && type == .typeRegular && !hasUncheckpointedWAL
        {
            if failure.code == SQLITE_FULL {
                readOnlyReason = failure
            }
            return try configured(SQLiteConnection(path: path, isImmutable: true))
        }
    }

    private func configured(_ connection: SQLiteConnection) throws -> SQLiteConnection {
        connection.setBusyTimeout(busyTimeout)
        // The cache has 32 MiB, because a large import would otherwise reread pages that it has
        // just written. The synchronization mode is NORMAL, which is safe in WAL mode. FULL would
        // wait for the disk after each of the many writes during a check.
        try connection.execute(
            "PRAGMA foreign_keys = ON; PRAGMA cache_size = -32768; PRAGMA synchronous = NORMAL"
        )
        try SQLiteSchema.prepare(connection, path: path, busyTimeout: busyTimeout)
        return connection
    }

    private var folder: URL { URL(filePath: path).deletingLastPathComponent() }

    private func createFolder() throws(StoreError) {
        do {
            // Only the owner may read the folder, as the XDG Base Directory Specification requires.
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .cannotOpen(path: path, reason: "cannot create its folder: \(error.systemReason)")
        }
    }

    /// Checks that the folder exists, because SQLite's own error would not contain the path of the
    /// folder.
    ///
    /// - Throws: An error if the folder does not exist.
    private func checkFolder() throws(StoreError) {
        do {
            _ = try FileManager.default.attributesOfItem(atPath: folder.path)
        } catch CocoaError.fileReadNoSuchFile {
            throw .cannotOpen(
                path: path,
                reason: "the folder '\(folder.path)' does not exist; create it first"
            )
        } catch {
            // SQLite itself reports every other error.
        }
    }

    /// Creates the file.
    ///
    /// - Throws: An error if the permissions or a read-only file system prevent the creation,
    ///   because SQLite would then try to read the file and report that it does not exist. SQLite
    ///   reports every other error itself.
    private func createFile() throws(StoreError) {
        guard let number = createPrivateFile(at: path) else { return }
        guard [EACCES, EPERM, EROFS].contains(number) else {
            return
        }
        let error = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
        let reason = "\(error.systemReason) in the folder '\(folder.path)'"
        throw .cannotOpen(path: path, reason: reason)
    }

    /// The type of the file after following symbolic links, or `nil` if the file does not exist.
    private var type: FileAttributeType? {
        try? FileManager.default.attributesOfItem(atPath: resolvedPath)[.type] as? FileAttributeType
    }

    /// Whether some changes are only in the write-ahead log, which an immutable connection does not
    /// read.
    private var hasUncheckpointedWAL: Bool {
        let size =
            try? FileManager.default.attributesOfItem(atPath: resolvedPath + "-wal")[.size] as? Int
        return (size ?? 0) > 0
    }

    private var resolvedPath: String { URL(filePath: path).resolvingSymlinksInPath().path }

    private func checkNotMoved(_ connection: SQLiteConnection) throws(StoreError) {
        guard connection.hasMoved else { return }
        throw .cannotOpen(path: path, reason: "it was removed or replaced while in use")
    }
}

extension SQLiteFailure {
    /// Whether SQLite may have failed because it cannot create WAL files next to the library.
    fileprivate var cannotCreateWALFiles: Bool {
        [SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_FULL].contains(code)
    }
}

/// If no file exists at the path, creates a file that only its owner may read. Returns `nil`, or
/// the system's error number if the file cannot be created or opened.
///
/// SQLite gives its companion files, such as the write-ahead log, the same permissions. This
/// function is at file scope because in the store, `open` refers to the store's method instead of
/// the C function.
private func createPrivateFile(at path: String) -> Int32? {
    // The path is valid for the duration of the call, which keeps no pointer to it.
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return errno }
    close(descriptor)
    return nil
}

extension SQLiteStore: LinkStore {
    package func ids(matching query: LinkQuery, at date: Date) async throws -> [Link.ID] {
        try withConnection { try $0.ids(matching: query, at: date) }
    }

    package func links(_ ids: [Link.ID]) async throws -> [Link] {
        try inSnapshot { try $0.links(ids) }
    }
    package func link(url: String) async throws -> Link? {
        try inSnapshot { try $0.link(url: url) }
    }
    package func tags() async throws -> [TagCount] {
        try withConnection { try $0.tagCounts() }
    }

    package func transaction<Result: Sendable>(
        at date: Date,
        _ body: @Sendable (any LinkTransaction) throws -> (Result, LinkChange.Kind)
    ) async throws -> Result {
        try inTransaction { connection in
            let transaction = try SQLiteLinkTransaction(connection, at: date)
            let (result, kind) = try body(transaction)
            try transaction.finish(kind)
            return result
        }
    }

    package func undo(isDryRun: Bool) async throws -> LinkChange? {
        if isDryRun {
            return try inSnapshot { try SQLiteUndo($0)?.change }
        }
        return try inTransaction { connection in
            guard let undo = try SQLiteUndo(connection) else { return nil }
            try undo.run()
            return undo.change
        }
    }
}

extension SQLiteStore: CheckHistoryStore {
    package func append(_ records: [CheckRecord], of urls: [Link.ID: String]) async throws {
        guard !records.isEmpty else { return }
        try inTransaction { connection in
            // The condition skips records of links that were removed or received a different URL
            // during their check.
            let insertion = try connection.statement(
                """
                INSERT INTO checks (\(CheckRecord.columns))
                SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE EXISTS (SELECT 1 FROM links WHERE id = ?1 AND url = coalesce(?10, url))
                """
            )
            for record in records {
                try insertion.run(record.row + [.text(urls[record.link])])
            }
        }
    }

    package func latest(of links: [Link.ID]?) async throws -> [Link.ID: CheckRecord] {
        let newest = try inSnapshot { connection in
            guard let links else {
                return try records(
                    "WHERE id IN (SELECT max(id) FROM checks GROUP BY link)",
                    [],
                    connection
                )
            }
            // Each link is looked up in an index, so ten links take the same time in a library of
            // any size.
            return try links.flatMap {
                try records("WHERE link = ? ORDER BY id DESC LIMIT 1", [.integer($0)], connection)
            }
        }
        return Dictionary(newest.map { ($0.link, $0) }) { first, _ in first }
    }

    package func history(of link: Link.ID) async throws -> [CheckRecord] {
        try withConnection { try records("WHERE link = ? ORDER BY id DESC", [.integer(link)], $0) }
    }

    package func verdictRuns(of links: [Link.ID]?) async throws -> [Link.ID: VerdictRun] {
        try inSnapshot { connection in
            func runs(_ latest: String, _ values: [SQLiteValue]) throws -> [(Link.ID, VerdictRun)] {
                let query = VerdictRun.query(latest: "SELECT max(id) FROM checks \(latest)")
                return try connection.statement(query).rows(values) { try VerdictRun.run(row: $0) }
            }
            let found =
                try links?.flatMap { try runs("WHERE link = ?", [.integer($0)]) }
                ?? runs("GROUP BY link", [])
            return Dictionary(found) { first, _ in first }
        }
    }

    private func records(
        _ condition: String,
        _ values: [SQLiteValue],
        _ connection: SQLiteConnection
    ) throws -> [CheckRecord] {
        try connection.statement("SELECT \(CheckRecord.columns) FROM checks \(condition)").rows(
            values
        ) { try CheckRecord(row: $0) }
    }
}

extension CheckRecord {
    /// The values for the columns in ``columns``.
    var row: [SQLiteValue] {
        [
            .integer(link),
            .text(verdict.rawValue),
            .integer(status.map(Int64.init)),
            .text(location),
            .integer(Int64(attempts)),
            .integer(Int64(milliseconds)),
            .text(reason),
            .integer(checked.seconds),
            .integer(Int64(inspections.rawValue)),
        ]
    }
}
