public import Core
public import Injection

public protocol LibraryReporter: Sendable {
    func summary() async throws -> LibrarySummary

    /// Writes the library as one HTML page for searching and sorting in a browser. The page loads no external resources.
    /// - Parameter write: A closure that receives the page piece by piece. If it throws, no more pieces are written.
    func writePage(_ write: @Sendable (String) throws -> Void) async throws
}

/// The library in numbers.
public struct LibrarySummary: Sendable, Hashable {
    public var links: Int
    /// The number of links for each tag, most used first, then by name.
    public var tags: [TagCount]
    /// The number of links for each latest verdict, without verdicts that no link has.
    public var verdicts: [Verdict: Int]
    public var unchecked: Int

    public init(links: Int, tags: [TagCount], verdicts: [Verdict: Int], unchecked: Int) {
        (self.links, self.tags, self.verdicts, self.unchecked) = (links, tags, verdicts, unchecked)
    }
}

public protocol ReportsProviding: SharedContainer { var reporter: Factory<any LibraryReporter> { get } }
