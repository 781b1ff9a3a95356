package import Core
package import Foundation

extension SQLiteStore: LinkStore {
    package func links(matching query: LinkQuery) async throws -> [Link] {
        // What a search finds is sorted by rank, and rows are not worth sorting: most are beyond the limit.
        guard query.terms.isEmpty else { return try await links(ids(matching: query)) }
        return try rows(of: .links(query)) { Link(row: $0) }
    }

    package func ids(matching query: LinkQuery) async throws -> [Link.ID] {
        try rows(of: .identities(query)) { $0.integer(0) }
    }

    package func links(_ ids: [Link.ID]) async throws -> [Link] {
        // No transaction: reading needs no lock, and should not wait for a writer.
        try withConnection { connection in
            try ids.compactMap { try connection.link("id", .integer($0)) }
        }
    }

    package func link(url: String) async throws -> Link? {
        try withConnection { try $0.link("url", .text(url)) }
    }

    package func tags() async throws -> [TagCount] {
        try withConnection { try $0.tagCounts() }
    }

    package func transaction<Result: Sendable>(
        _ kind: LinkChange.Kind, at date: Date, _ body: @Sendable (any LinkTransaction) throws -> Result
    ) async throws -> Result {
        try inTransaction { connection in
            let transaction = SQLiteLinkTransaction(change: try SQLiteChange(connection))
            let result = try body(transaction)
            try transaction.finish(kind, at: date)
            return result
        }
    }

    package func undo(isDryRun: Bool) async throws -> LinkChange? {
        if isDryRun { return try withConnection { try SQLiteUndo.newest($0)?.change } }
        return try inTransaction { connection in
            guard let undo = try SQLiteUndo.newest(connection) else { return nil }
            try undo.run()
            return undo.change
        }
    }

    private func rows<Row>(of selection: LinkSelection, _ read: (SQLiteStatement) -> Row) throws -> [Row] {
        try withConnection { connection in
            let statement = try connection.prepare(selection.sql)
            try statement.bind(selection.values)
            var rows: [Row] = []
            while try statement.step() { rows.append(read(statement)) }
            return rows
        }
    }
}
