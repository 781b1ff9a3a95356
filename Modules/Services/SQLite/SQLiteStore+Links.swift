package import Core
package import Foundation

extension SQLiteStore: LinkStore {
    package func links(matching query: LinkQuery) async throws -> [Link] {
        try inSnapshot { connection in
            guard let selection = LinkSelection.links(query) else {
                return try connection.links(connection.ids(matching: query))
            }
            var reader = try LinkReader(connection)
            return try connection.rows(of: selection) { try reader.link($0) }
        }
    }

    package func ids(matching query: LinkQuery) async throws -> [Link.ID] {
        try withConnection { try $0.ids(matching: query) }
    }

    package func links(_ ids: [Link.ID]) async throws -> [Link] {
        try inSnapshot { try $0.links(ids) }
    }

    package func link(url: String) async throws -> Link? {
        try inSnapshot { try $0.link(url: url) }
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
        if isDryRun { return try inSnapshot { try SQLiteUndo.newest($0)?.change } }
        return try inTransaction { connection in
            guard let undo = try SQLiteUndo.newest(connection) else { return nil }
            try undo.run()
            return undo.change
        }
    }
}
