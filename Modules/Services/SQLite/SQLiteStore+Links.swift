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

    package func transaction<Result: Sendable>(
        _ body: @Sendable (any LinkTransaction) throws -> Result
    ) async throws -> Result {
        try inTransaction { try body(SQLiteLinkTransaction(connection: $0)) }
    }
}
