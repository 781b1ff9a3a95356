package import Core
package import Foundation

extension PostgreSQLStore: LinkStore {
    package func links(matching query: LinkQuery) async throws -> [Link] {
        try await rows(matching: query, columns: LinkSelection.columns, Link.init)
    }

    package func ids(matching query: LinkQuery) async throws -> [Link.ID] {
        try await rows(matching: query, columns: "l.id") { $0.integer(0) }
    }

    package func links(_ ids: [Link.ID]) async throws -> [Link] {
        try await withConnection { try $0.links(ids) }
    }

    package func link(url: String) async throws -> Link? {
        try await withConnection { try $0.links(urls: [url]).first }
    }

    package func tags() async throws -> [TagCount] {
        try await withConnection { try $0.tagCounts() }
    }

    package func transaction<Result: Sendable>(
        _ kind: LinkChange.Kind, at date: Date, _ body: @Sendable (any LinkTransaction) throws -> Result
    ) async throws -> Result {
        try await inTransaction { connection, state in
            let transaction = PostgreSQLLinkTransaction(connection, state)
            let result = try body(transaction)
            try transaction.finish(kind, at: date)
            return result
        }
    }

    package func undo(isDryRun: Bool) async throws -> LinkChange? {
        if isDryRun { return try await inSnapshot { try PostgreSQLUndo.newest($0)?.change } }
        return try await inTransaction { connection, _ in
            guard let undo = try PostgreSQLUndo.newest(connection) else { return nil }
            try undo.run()
            return undo.change
        }
    }

    private func rows<Row: Sendable>(
        matching query: LinkQuery, columns: String, _ read: @Sendable (PostgreSQLRow) -> Row
    ) async throws -> [Row] {
        try await withConnection { connection in
            guard let selection = try LinkSelection(query, columns: columns, connection) else { return [] }
            var rows: [Row] = []
            try connection.forEachRow(selection.sql, selection.values) { rows.append(read($0)) }
            return rows
        }
    }
}
