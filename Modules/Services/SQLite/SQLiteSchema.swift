import CSQLite
import Core

/// The tables of a library, and how an older library becomes a newer one.
enum SQLiteSchema {
    /// The version that this program reads and writes; SQLite keeps it in the file as `user_version`.
    static let version = migrations.count

    /// What marks the file as a library: "SHLF", kept as `application_id`.
    static let applicationID: Int64 = 0x5348_4C46

    /// Makes the tables in a new file, brings an older library up to date, and refuses every other file.
    static func prepare(_ connection: SQLiteConnection, path: String, patience: Duration) throws {
        // One transaction, because another process may make the tables between two looks at the file.
        let isCurrent = try connection.inTransaction(.deferred) { try !needsWork(connection, path: path) }
        guard !isCurrent else { return }
        guard !connection.isReadOnly else { throw SQLiteFailure(code: SQLITE_READONLY, message: "it may only be read") }
        try enterWALMode(connection, patience: patience)
        try connection.inTransaction(.immediate) {
            // Another process may have done the work while this one waited for the lock.
            guard try needsWork(connection, path: path) else { return }
            let found = try connection.integer("PRAGMA user_version") ?? 0
            for migration in migrations.dropFirst(Int(found)) { try connection.run(migration) }
            try connection.run(index)
            if found > 0 { try fileTexts(connection) }
            try connection.run("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
        }
    }

    private static func needsWork(_ connection: SQLiteConnection, path: String) throws -> Bool {
        let application = try connection.integer("PRAGMA application_id") ?? 0
        let found = Int(try connection.integer("PRAGMA user_version") ?? 0)
        if application == applicationID {
            guard found <= version else {
                throw StoreError.newerSchema(path: path, found: found, supported: version)
            }
            return found < version
        }
        guard try connection.integer("SELECT count(*) FROM sqlite_schema") == 0, application == 0, found == 0 else {
            throw StoreError.notALibrary(path: path)
        }
        return true
    }

    /// Switching to WAL needs the file for itself for a moment, and does not wait for others as other statements do.
    private static func enterWALMode(_ connection: SQLiteConnection, patience: Duration) throws(SQLiteFailure) {
        var attemptsLeft = 1 + Int(patience / .milliseconds(25))
        while true {
            do {
                try connection.run("PRAGMA journal_mode = WAL")
                return
            } catch {
                attemptsLeft -= 1
                guard error.isBusy, attemptsLeft > 0 else { throw error }
                sqlite3_sleep(25)
            }
        }
    }

    /// Fills the index, which holds texts that SQL alone cannot make.
    private static func fileTexts(_ connection: SQLiteConnection) throws {
        let filer = LinkFiler(connection)
        let links = try connection.prepare("SELECT \(LinkSelection.columns) FROM links AS l")
        var reader = try LinkReader(connection)
        while try links.step() { try filer.fileText(of: reader.link(links)) }
    }
}
