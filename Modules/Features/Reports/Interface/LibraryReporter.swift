public import Injection

/// Says what the library looks like as a whole.
public protocol LibraryReporter: Sendable {
    /// A summary of the library as it is now.
    ///
    /// - Throws: What the library and the checker throw.
    func summary() async throws -> LibrarySummary
}

/// A container that provides the reporter.
public protocol ReportsProviding: SharedContainer {
    /// The reporter.
    var reporter: Factory<any LibraryReporter> { get }
}
