/// Which links are wanted, in which order, and how many.
public struct LinkQuery: Sendable, Hashable {
    /// The order of an answer; ties are broken by identity, the greatest first unless the oldest come first.
    public enum Order: Sendable, Hashable {
        /// Newest first.
        case added
        /// Oldest first; the order in which links were added, for files.
        case oldest
        /// By title, or address where there is none, without regard to case and accents; then by address.
        case title
        /// Best match first; the same as `added` when there are no terms.
        case relevance
    }

    /// What the text of a link must contain; all of them.
    public var terms: [SearchTerm]
    /// Tags that a link must have; all of them.
    public var tags: Set<LinkTag>
    /// Tags that a link must not have; none of them.
    public var excludedTags: Set<LinkTag>
    /// Whether a link must have no tag at all.
    public var isUntagged: Bool
    /// Whether a link must have no title.
    public var isUntitled: Bool
    /// The order of the answer.
    public var order: Order
    /// The most links wanted, or nil for all; never negative.
    public var limit: Int?

    /// Makes a query; without arguments it asks for every link, newest first.
    public init(
        terms: [SearchTerm] = [], tags: Set<LinkTag> = [], excludedTags: Set<LinkTag> = [], isUntagged: Bool = false,
        isUntitled: Bool = false, order: Order = .added, limit: Int? = nil
    ) {
        self.terms = terms
        self.tags = tags
        self.excludedTags = excludedTags
        self.isUntagged = isUntagged
        self.isUntitled = isUntitled
        self.order = order
        self.limit = limit
    }
}
