/// A tag, and how many links have it.
public struct TagCount: Sendable, Hashable {
    /// The tag.
    public var tag: LinkTag
    /// How many links have it.
    public var links: Int

    /// Makes a count.
    public init(_ tag: LinkTag, links: Int) {
        self.tag = tag
        self.links = links
    }
}

extension TagCount: Comparable {
    /// Most used first, then by name.
    public static func < (left: TagCount, right: TagCount) -> Bool {
        (right.links, left.tag) < (left.links, right.tag)
    }
}
