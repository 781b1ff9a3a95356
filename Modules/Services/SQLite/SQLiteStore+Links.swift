package import Core

extension SQLiteStore: LinkStore {
    package func links(matching query: LinkQuery) async throws -> [Link] {
        try withConnection { connection in
            let search = LinkSelection(query)
            let statement = try connection.prepare(search.sql)
            try statement.bind(search.values)
            var links: [Link] = []
            while try statement.step() { links.append(Link(row: statement)) }
            return links
        }
    }

    package func links(_ ids: [Link.ID]) async throws -> [Link] {
        // No transaction: reading needs no lock, and should not wait for a writer.
        try withConnection { connection in
            let reader = SQLiteLinkTransaction(connection: connection)
            return try ids.compactMap { try reader.link(id: $0) }
        }
    }

    package func transaction<Result: Sendable>(
        _ body: @Sendable (any LinkTransaction) throws -> Result
    ) async throws -> Result {
        try inTransaction { try body(SQLiteLinkTransaction(connection: $0)) }
    }
}
