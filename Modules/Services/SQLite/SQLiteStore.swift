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
            throw StoreError(failure, path: path)
        }
    }

    /// Runs `body` between BEGIN and COMMIT; any error rolls back.
    func inTransaction<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        try withConnection { connection in
            try connection.inTransaction(.immediate) { try body(connection) }
        }
    }

    private func connection() throws -> SQLiteConnection {
        if let opened { return opened }
        if makesFolder {
            let folder = URL(filePath: path).deletingLastPathComponent()
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            } catch {
                throw StoreError.cannotOpen(path: path, reason: "its folder cannot be made")
            }
        }
        // SQLite would report a device or a pipe as a failing disk, if it came back from it at all.
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        if let type, ![.typeRegular, .typeSymbolicLink, .typeDirectory].contains(type) {
            throw StoreError.notALibrary(path: path)
        }
        let connection = try SQLiteConnection(path: path)
        connection.waitForLocks(milliseconds: Int32(clamping: patience.components.seconds * 1000))
        // 32 MiB of pages, so that a large import need not read again what it has just written.
        try connection.run("PRAGMA foreign_keys = ON; PRAGMA cache_size = -32768")
        try SQLiteSchema.prepare(connection, path: path)
        opened = connection
        return connection
    }
}
