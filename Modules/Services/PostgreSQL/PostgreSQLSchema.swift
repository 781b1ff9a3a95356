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
            if found != nil { try fileTexts(connection) }
            try connection.run("UPDATE library SET version = $1", .integer(Int64(version)))
            try connection.run("COMMIT")
        } catch {
            // The first error is the one that matters.
            try? connection.run("ROLLBACK")
            throw error
        }
    }

    /// Files the words of all links anew, which SQL alone cannot make: of those that are there, and those of the journal.
    private static func fileTexts(_ connection: PostgreSQLConnection) throws {
        try fileTexts(of: "links", "\(LinkSelection.columns), 0", key: "l.id = n.id", connection)
        try fileTexts(
            of: "changed_links", "\(PostgreSQLUndo.keptColumns), l.change",
            key: "l.link = n.id AND l.change = n.change", connection)
    }

    /// Files those of one table, in which `key` finds the row of a link and a change.
    ///
    /// - Parameter columns: Those that `Link.init(row:)` reads, and the change.
    private static func fileTexts(
        of table: String, _ columns: String, key: String, _ connection: PostgreSQLConnection
    ) throws {
        // A cursor does not see what is changed while it is open.
        try connection.run("DECLARE filed CURSOR FOR SELECT \(columns) FROM \(table) AS l")
        while true {
            let rows = try connection.rows("FETCH 1000 FROM filed") { (link: Link(row: $0), change: $0.integer(7)) }
            guard !rows.isEmpty else { break }
            try connection.run(
                """
                UPDATE \(table) AS l SET sort_text = n.sort_text, words = n.words::tsvector
                FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) AS n (id, change, sort_text, words)
                WHERE \(key)
                """, .integers(rows.map(\.link.id)), .integers(rows.map(\.change)),
                .texts(rows.map { LinkWords.sortText(of: $0.link) }), .texts(rows.map { LinkWords.vector(of: $0.link) })
            )
        }
        try connection.run("CLOSE filed")
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
