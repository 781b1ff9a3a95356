public import Core

/// The library in numbers.
public struct LibrarySummary: Sendable, Hashable {
    /// Links in all.
    public var links: Int
    /// Links of each tag, most used first, then by name.
    public var tags: [TagCount]
    /// Links of each newest verdict; verdicts that no link has are missing.
    public var verdicts: [Verdict: Int]
    /// Links that were never checked.
    public var unchecked: Int

    /// Makes a summary from its parts.
    public init(links: Int, tags: [TagCount], verdicts: [Verdict: Int], unchecked: Int) {
        self.links = links
        self.tags = tags
        self.verdicts = verdicts
        self.unchecked = unchecked
    }
}
