public import Core

/// A reader that returns scripted strings for each path, regardless of the query. All other paths
/// are unreadable.
public struct ScriptedDatabaseReader: DatabaseReader {
    private let texts: [String: [String]]

    public init(_ texts: [String: [String]] = [:]) {
        self.texts = texts
    }

    public func texts(_ query: String, from path: String) throws(DatabaseError) -> [String] {
        guard let texts = texts[path] else {
            throw DatabaseError(reason: "not scripted")
        }
        return texts
    }
}
