/// The parts of a query, which each store translates to its query language.
extension LinkQuery {
    /// A condition that each link of the result meets.
    public enum Condition: Sendable, Hashable {
        /// The words of the link contain all of the terms, of which there is at least one.
        case contains([SearchTerm])
        /// A text of the link contains this text literally, ignoring the case of ASCII letters.
        case containsLiterally(String)
        /// The link has all of these tags.
        case hasTags(Set<LinkTag>)
        /// The link has none of these tags.
        case lacksTags(Set<LinkTag>)
        case isUntagged
        case isUntitled
    }

    /// A key of the order. The first key that distinguishes two links decides.
    public enum SortKey: Sendable, Hashable {
        /// Best match first, in the ranking of the store.
        case relevance
        /// By title, or by URL for links without one, ignoring case and accents.
        case title
        case url
        case newest
        case oldest
        case greatestID
        case leastID
    }

    /// The conditions of the query, all of which a link must meet.
    public var conditions: [Condition] {
        var conditions: [Condition] = []
        if !terms.isEmpty {
            conditions.append(.contains(terms))
        }
        for literal in terms.compactMap(\.literal) {
            conditions.append(.containsLiterally(literal))
        }
        if !tags.isEmpty {
            conditions.append(.hasTags(tags))
        }
        if !excludedTags.isEmpty {
            conditions.append(.lacksTags(excludedTags))
        }
        if isUntagged {
            conditions.append(.isUntagged)
        }
        if isUntitled {
            conditions.append(.isUntitled)
        }
        return conditions
    }

    /// The keys of the order, which is total.
    public var sortKeys: [SortKey] {
        switch order {
        case .relevance where !terms.isEmpty: [.relevance, .greatestID]
        case .relevance, .added: [.newest, .greatestID]
        case .oldest: [.oldest, .leastID]
        case .title: [.title, .url, .greatestID]
        }
    }
}
