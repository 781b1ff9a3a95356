package import Injection

/// A reader for the SQLite files of other programs, which may have the files open.
package protocol DatabaseReader: Sendable {
    /// Returns the values in the first column of a query's result.
    ///
    /// The result reflects all committed changes. The query does not lock the file or create files
    /// next to it.
    ///
    /// - Throws: ``TransferError/unreadable(name:reason:)``.
    func texts(_ query: String, from path: String) throws(TransferError) -> [String]
}

package protocol DatabaseProviding: SharedContainer {
    var databaseReader: Factory<any DatabaseReader> { get }
}
