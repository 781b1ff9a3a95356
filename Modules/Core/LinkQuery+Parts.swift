/// The parts of a query, which each store translates to its own query language.
extension LinkQuery {
    /// A condition that every link in the result meets.
    public enum Condition: Sendable, Hashable {
        /// The words of the link contain all of the terms. There is at least one term.
        case contains([SearchTerm])
        /// The title, note, URL or a tag of the link contains this text literally, ignoring the
        /// case of ASCII letters.
        case containsLiterally(String)
        /// The link has all of these tags.
        case hasTags(Set<LinkTag>)
        /// The link has none of these tags.
        case lacksTags(Set<LinkTag>)
        case isUntagged
        case isUntitled
    }

    /// A criterion of the order. The first one that distinguishes two links determines their order.
    public enum SortKey: Sendable, Hashable {
        /// Best match first, according to the ranking of the store.
        case relevance
        /// By title, ignoring case and accents. Links without a title are ordered by URL.
        case title
        case url
        case newest
        case oldest
        case greatestID
        case leastID
    }

    /// The conditions of the query. A link must meet all of them.
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

    /// The criteria of the order. No two links are equal in all of them.
    public var sortKeys: [SortKey] {
        switch order {
        case .relevance where !terms.isEmpty: [.relevance, .greatestID]
        case .relevance, .added: [.newest, .greatestID]
        case .oldest: [.oldest, .leastID]
        case .title: [.title, .url, .greatestID]
        }
    }
}
