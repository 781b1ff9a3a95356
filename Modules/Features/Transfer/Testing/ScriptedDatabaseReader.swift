package import TransferInterface

/// A reader that returns scripted rows for each path, regardless of the query. All other paths are
/// unreadable.
package struct ScriptedDatabaseReader: DatabaseReader {
    private let rows: [String: [[String?]]]

    package init(_ rows: [String: [[String?]]] = [:]) {
        self.rows = rows
    }

    package func rows(_ query: String, from path: String) throws(TransferError) -> [[String?]] {
        guard let rows = rows[path] else {
            throw .unreadable(name: path, reason: "not scripted")
        }
        return rows
    }
}
