import CSQLite
import Core
import Foundation

/// A library in an SQLite file: the links, and the history of their checks.
///
/// The file is opened, or made, at the first use. It is in WAL mode, so that readers and one writer never wait for each
/// other; two writers take turns. The methods are in one file for each protocol that the store implements.
package actor SQLiteStore {
    let path: String
    private let makesFolder: Bool
    private let patience: Duration
    private var opened: SQLiteConnection?
    /// Why the library can only be read, where that is not because of its permissions.
    private var hindrance: SQLiteFailure?

    /// Names the file; nothing is touched yet.
    ///
    /// - Parameters:
    ///   - path: The file, or `:memory:` for a library that ends with the store.
    ///   - makesFolder: Whether to make the folder of the file when it is missing.
    ///   - patience: How long to wait for another process that is writing.
    package init(path: String, makesFolder: Bool = false, patience: Duration = .seconds(10)) {
        self.path = path
        self.makesFolder = makesFolder
        self.patience = patience
    }

    /// Does something with the connection, with SQLite's failures turned into ``StoreError``.
    func withConnection<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        do {
            return try body(connection())
        } catch let failure as SQLiteFailure {
            throw StoreError(failure.code == SQLITE_READONLY ? hindrance ?? failure : failure, path: path)
        }
    }

    /// Reads as if nobody wrote meanwhile, without waiting for those who write.
    ///
    /// Statements that come one after the other are faster so, since they need not each take a lock.
    func inSnapshot<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        try withConnection { connection in
            try connection.inTransaction(.deferred) { try body(connection) }
        }
    }

    /// Runs `body` between BEGIN and COMMIT; any error rolls back.
    func inTransaction<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        try withConnection { connection in
            let result = try connection.inTransaction(.immediate) { try body(connection) }
            try checkPlace(of: connection)
            return result
        }
    }

    private func connection() throws -> SQLiteConnection {
        if let opened {
            try checkPlace(of: opened)
            return opened
        }
        if makesFolder { try makeFolder() }
        // SQLite would report a device or a pipe as a failing disk, if it came back from it at all. A link that leads nowhere
        // yet is where a library may be made.
        if let type, ![.typeRegular, .typeDirectory, .typeSymbolicLink].contains(type) {
            throw StoreError.notALibrary(path: path)
        }
        if path != ":memory:", type == nil || type == .typeSymbolicLink {
            try checkFolder()
            makeFile(at: path)
        }
        let connection = try open()
        opened = connection
        return connection
    }

    private func open() throws -> SQLiteConnection {
        do {
            return try prepared(SQLiteConnection(path: path))
        } catch let failure as SQLiteFailure where failure.isForWantOfCompanions && type == .typeRegular && !hasLog {
            if failure.code == SQLITE_FULL { hindrance = failure }
            return try prepared(SQLiteConnection(immutable: path))
        }
    }

    private func prepared(_ connection: SQLiteConnection) throws -> SQLiteConnection {
        connection.waitForLocks(milliseconds: Int32(clamping: patience.components.seconds * 1000))
        // 32 MiB of pages, so that a large import need not read again what it has just written. With a log, NORMAL keeps the
        // library whole whatever happens; FULL would wait for the disk after each of the many writes of a check.
        try connection.run("PRAGMA foreign_keys = ON; PRAGMA cache_size = -32768; PRAGMA synchronous = NORMAL")
        try SQLiteSchema.prepare(connection, path: path, patience: patience)
        return connection
    }

    private func makeFolder() throws(StoreError) {
        let folder = URL(filePath: path).deletingLastPathComponent()
        do {
            // For its owner alone, as the XDG Base Directory Specification asks: what people read is nobody else's business.
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .cannotOpen(path: path, reason: "its folder cannot be made: \(error.systemReason)")
        }
    }

    /// SQLite would say that there is no such file, and not which.
    private func checkFolder() throws(StoreError) {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        do {
            _ = try FileManager.default.attributesOfItem(atPath: folder)
        } catch CocoaError.fileReadNoSuchFile {
            throw .cannotOpen(path: path, reason: "there is no folder '\(folder)'; make it first")
        } catch {
            // SQLite meets it too, and says it.
        }
    }

    /// What lies at the path, or where its symbolic links lead; nil for nothing.
    private var type: FileAttributeType? {
        try? FileManager.default.attributesOfItem(atPath: resolvedPath)[.type] as? FileAttributeType
    }

    /// Whether there are changes that are not in the file itself yet; without the log they cannot be read.
    private var hasLog: Bool {
        let size = try? FileManager.default.attributesOfItem(atPath: resolvedPath + "-wal")[.size] as? Int
        return (size ?? 0) > 0
    }

    private var resolvedPath: String { URL(filePath: path).resolvingSymlinksInPath().path }

    private func checkPlace(of connection: SQLiteConnection) throws(StoreError) {
        guard connection.hasMoved else { return }
        throw .cannotOpen(path: path, reason: "it was removed or replaced while it was in use")
    }
}

/// Makes a file for its owner alone, which SQLite would make for everybody to read; its companions get the same permissions.
///
/// At file scope, since the store has an `open` of its own. What hinders it hinders SQLite too, which says so.
private func makeFile(at path: String) {
    // The call copies the path.
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
}
