public import Core

/// A selection of links, with an order and a limit.
///
/// The contract of link stores defines which links match a query and how they are ordered. Only the
/// ranking by relevance depends on the store.
public struct LinkQuery: Sendable, Hashable {
    /// The order of the links.
    ///
    /// Links that are equal in this order are ordered by ID, ascending for `oldest` and otherwise
    /// descending.
    public enum Order: Sendable, Hashable {
        case added, oldest
        /// By title, ignoring case and accents. The URL takes the place of a missing title. Links
        /// with the same title are ordered by URL.
        case title
        /// Best match first. Without required terms, the order is the same as `added`.
        case relevance
    }

    /// The terms that a link must or must not contain.
    public var terms: SearchTerms
    /// The tags that a link must have.
    public var tags: Set<LinkTag>
    /// Sets of tags. A link must have at least one tag of each set.
    public var alternativeTags: Set<Set<LinkTag>>
    /// The tags that a link must not have.
    public var excludedTags: Set<LinkTag>
    public var isUntagged: Bool
    public var isUntitled: Bool
    public var order: Order
    /// The maximum number of links, or nil for no limit. Never negative.
    public var limit: Int?

    /// Creates a query. By default, it selects all links, newest first.
    public init(
        terms: SearchTerms = [],
        tags: Set<LinkTag> = [],
        alternativeTags: Set<Set<LinkTag>> = [],
        excludedTags: Set<LinkTag> = [],
        isUntagged: Bool = false,
        isUntitled: Bool = false,
        order: Order = .added,
        limit: Int? = nil
    ) {
        self.terms = terms
        self.tags = tags
        self.alternativeTags = alternativeTags
        self.excludedTags = excludedTags
        self.isUntagged = isUntagged
        self.isUntitled = isUntitled
        self.order = order
        self.limit = limit
    }
}
