package import TransferInterface

/// A reader that returns scripted strings for each path, regardless of the query. All other paths
/// are unreadable.
package struct ScriptedDatabaseReader: DatabaseReader {
    private let texts: [String: [String]]

    package init(_ texts: [String: [String]] = [:]) {
        self.texts = texts
    }

    package func texts(_ query: String, from path: String) throws(TransferError) -> [String] {
        guard let texts = texts[path] else {
            throw .unreadable(name: path, reason: "not scripted")
        }
        return texts
    }
}
