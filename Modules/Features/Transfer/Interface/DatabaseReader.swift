package import Injection

/// A reader for the SQLite files of other programs, which may have the files open.
package protocol DatabaseReader: Sendable {
    /// Returns the values in the first column of a query's result.
    ///
    /// The result reflects all committed changes. The query does not lock the file or create files
    /// next to it.
    func texts(_ query: String, from path: String) throws(DatabaseError) -> [String]
}

package struct DatabaseError: Error, Hashable {
    package let reason: String

    package init(reason: String) {
        self.reason = reason
    }
}

package protocol DatabaseProviding: SharedContainer {
    var databaseReader: Factory<any DatabaseReader> { get }
}
