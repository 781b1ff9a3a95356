public import Injection

/// Says what the library looks like as a whole.
public protocol LibraryReporter: Sendable {
    /// A summary of the library as it is now.
    ///
    /// - Throws: What the library and the checker throw.
    func summary() async throws -> LibrarySummary

    /// Writes the library as one HTML page, to be searched and sorted in a browser, that loads nothing.
    ///
    /// - Parameter write: Takes the page piece by piece, in order; an error that it throws ends the writing.
    /// - Throws: What the library and the checker throw, and what `write` throws.
    func writePage(_ write: @Sendable (String) throws -> Void) async throws
}

/// A container that provides the reporter.
public protocol ReportsProviding: SharedContainer {
    /// The reporter.
    var reporter: Factory<any LibraryReporter> { get }
}
