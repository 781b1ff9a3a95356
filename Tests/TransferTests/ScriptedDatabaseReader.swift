import Core
import TransferInterface

/// A reader that returns scripted strings for each path, regardless of the query. All other paths
/// are unreadable.
struct ScriptedDatabaseReader: DatabaseReader {
    private let texts: [String: [String]]

    init(_ texts: [String: [String]] = [:]) {
        self.texts = texts
    }

    func texts(_ query: String, from path: String) throws(TransferError) -> [String] {
        guard let texts = texts[path] else {
            throw .unreadable(name: path, reason: "not scripted")
        }
        return texts
    }
}
