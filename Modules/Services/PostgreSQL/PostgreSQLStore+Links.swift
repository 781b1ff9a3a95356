package import Core
package import Foundation

extension PostgreSQLStore: LinkStore {
    package func links(matching query: LinkQuery) async throws -> [Link] {
        guard let selection = LinkSelection(query, columns: LinkSelection.columns) else { return [] }
        return try await rows(of: selection, Link.init)
    }

    package func ids(matching query: LinkQuery) async throws -> [Link.ID] {
        guard let selection = LinkSelection(query, columns: "l.id") else { return [] }
        return try await rows(of: selection) { $0.integer(0) }
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
        if isDryRun { return try await withConnection { try PostgreSQLUndo.newest($0)?.change } }
        return try await inTransaction { connection, _ in
            guard let undo = try PostgreSQLUndo.newest(connection) else { return nil }
            try undo.run()
            return undo.change
        }
    }

    private func rows<Row: Sendable>(
        of selection: LinkSelection, _ read: @Sendable (PostgreSQLRow) -> Row
    ) async throws -> [Row] {
        try await withConnection { connection in
            var rows: [Row] = []
            try connection.forEachRow(selection.sql, selection.values) { rows.append(read($0)) }
            return rows
        }
    }
}
