import Core

/// The tables of a library, and how an older library becomes a newer one.
enum PostgreSQLSchema {
    /// The version that this program reads and writes.
    static let version = migrations.count

    /// Makes the tables where there are none, brings an older library up to date, and refuses everything else.
    static func prepare(_ connection: PostgreSQLConnection, _ address: PostgreSQLAddress) throws {
        guard try versionFound(connection, address) != version else { return }
        try connection.run("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
        do {
            // Programs that open the same new library at once take turns; hashtext gives the schema a number.
            try connection.run("SELECT pg_advisory_xact_lock(1397246022, hashtext($1))", .text(address.schema))
            // Another program may have done the work meanwhile.
            let found = try versionFound(connection, address)
            if found == nil { try connection.run("CREATE SCHEMA IF NOT EXISTS \(address.schema)") }
            for statement in migrations.dropFirst(found ?? 0).joined() { try connection.run(statement) }
            try connection.run("UPDATE library SET version = $1", .integer(Int64(version)))
            try connection.run("COMMIT")
        } catch {
            // The first error is the one that matters.
            try? connection.run("ROLLBACK")
            throw error
        }
    }

    /// The version of the library that is there; nil for none.
    private static func versionFound(_ connection: PostgreSQLConnection, _ address: PostgreSQLAddress) throws -> Int? {
        let tables = try connection.rows(
            "SELECT tablename FROM pg_tables WHERE schemaname = $1", .text(address.schema)
        ) { $0.text(0) }
        guard !tables.isEmpty else { return nil }
        guard tables.contains("library"), tables.contains("changed_links") else {
            throw StoreError.notALibrary(path: address.text)
        }
        let found = try connection.rows("SELECT version FROM library") { Int($0.integer(0)) }.first ?? 0
        guard found <= version else {
            throw StoreError.newerSchema(path: address.text, found: found, supported: version)
        }
        return found
    }
}
