package import Injection

/// A reader for the SQLite files of other programs, which may have the files open.
package protocol DatabaseReader: Sendable {
    /// Returns the rows of a query's result, with their values as text.
    ///
    /// The result reflects all committed changes. The query does not lock the file or create files
    /// next to it.
    ///
    /// - Throws: ``TransferError/unreadable(name:reason:)``.
    func rows(_ query: String, from path: String) throws(TransferError) -> [[String?]]
}

package protocol DatabaseProviding: SharedContainer {
    var databaseReader: Factory<any DatabaseReader> { get }
}
