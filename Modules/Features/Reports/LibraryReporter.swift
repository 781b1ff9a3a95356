public import Injection

/// A type that counts the links of a library, by tag and by verdict.
///
/// A report can also be a page for a browser. Its HTML, CSS and JavaScript are string literals in
/// `ReportPage+Template.swift`, which `Tests/browser` tests in a browser.
public protocol LibraryReporter: Sendable {
    func summary() async throws -> LibrarySummary

    /// Writes the library as one HTML page for searching and sorting in a browser.
    ///
    /// The page loads no external resources.
    ///
    /// - Parameter write: A function that receives the page in pieces. If it throws an error, no
    ///   more pieces are written.
    func writePage(_ write: @Sendable (String) throws -> Void) async throws
}

public protocol ReportsProviding: SharedContainer {
    var reporter: Factory<any LibraryReporter> { get }
}
