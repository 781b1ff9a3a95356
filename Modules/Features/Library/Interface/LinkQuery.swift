public import Core
public import SearchText

/// A selection of links, with an order and a limit.
///
/// The contract of link stores defines which links match a query and how they are ordered. Only the
/// ranking by relevance depends on the store.
public struct LinkQuery: Sendable, Hashable {
    /// The order of the links.
    ///
    /// Links that are equal in this order are ordered by ID, ascending for `oldest` and otherwise
    /// descending.
    public enum Order: String, Sendable, Hashable, CaseIterable {
        case added, oldest
        /// By title, ignoring case and accents. The URL replaces a missing title. Links with the
        /// same title are ordered by URL.
        case title
        /// Best match first. Without required terms, the order is the same as `added`.
        case relevance
        /// By the date of the latest check, oldest first. Links without a check precede all others.
        case checked
    }

    /// The range of the IDs, or `nil` for any ID.
    public var ids: ClosedRange<Link.ID>?
    /// The terms that the title, note, URL and tags of a link must or must not contain.
    public var terms: SearchTerms
    /// Sets of tags. A link must have at least one tag of each set. Most sets have a single tag.
    public var tags: Set<Set<LinkTag>>
    /// The tags that a link must not have.
    public var excludedTags: Set<LinkTag>
    public var isUntagged: Bool
    public var isUntitled: Bool
    /// The verdicts that the latest check of a link may have, or an empty set for any verdict. In
    /// the set, `nil` stands for links without a check.
    public var verdicts: Set<Verdict?>
    /// The minimum time for which every check of a link must have found the link dead, or `nil` to
    /// select links regardless of this time.
    public var deadFor: Duration?
    public var order: Order
    /// The maximum number of links, or `nil` for no limit. It is never negative.
    public var limit: Int?

    /// Creates a query. By default, it selects all links, newest first.
    public init(
        ids: ClosedRange<Link.ID>? = nil,
        terms: SearchTerms = [],
        tags: Set<Set<LinkTag>> = [],
        excludedTags: Set<LinkTag> = [],
        isUntagged: Bool = false,
        isUntitled: Bool = false,
        verdicts: Set<Verdict?> = [],
        deadFor: Duration? = nil,
        order: Order = .added,
        limit: Int? = nil
    ) {
        self.ids = ids
        self.terms = terms
        self.tags = tags
        self.excludedTags = excludedTags
        self.isUntagged = isUntagged
        self.isUntitled = isUntitled
        self.verdicts = verdicts
        self.deadFor = deadFor
        self.order = order
        self.limit = limit
    }
}
