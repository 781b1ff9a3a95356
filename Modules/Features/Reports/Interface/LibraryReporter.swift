public import Core
public import Injection

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

/// Statistics about a library.
public struct LibrarySummary: Sendable, Hashable {
    public var links: Int
    /// The tags with their numbers of links, most frequent first, then by name.
    public var tags: [TagCount]
    /// The number of links for each latest verdict. Verdicts that no link has are omitted.
    public var verdicts: [Verdict: Int]
    public var unchecked: Int
    /// The links whose latest check changed the verdict, ordered by the new verdict from bad to
    /// good.
    public var changes: [VerdictChange]

    public init(
        links: Int,
        tags: [TagCount],
        verdicts: [Verdict: Int],
        unchecked: Int,
        changes: [VerdictChange] = []
    ) {
        self.links = links
        self.tags = tags
        self.verdicts = verdicts
        self.unchecked = unchecked
        self.changes = changes
    }
}

public struct VerdictChange: Sendable, Hashable {
    public var link: Link
    public var old: Verdict
    public var new: Verdict

    public init(_ link: Link, from old: Verdict, to new: Verdict) {
        self.link = link
        self.old = old
        self.new = new
    }
}

public protocol ReportsProviding: SharedContainer {
    var reporter: Factory<any LibraryReporter> { get }
}
