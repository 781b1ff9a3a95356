public import Core

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
