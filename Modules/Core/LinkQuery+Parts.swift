/// The parts of a query, which each store translates to its own query language.
extension LinkQuery {
    /// A condition that every link in the result meets.
    public enum Condition: Sendable, Hashable {
        /// The words of the link contain at least one term of each group, of which there is at
        /// least one. The punctuation of names does not count.
        case contains([[SearchTerm]])
        /// A text of the link contains this text literally, ignoring the case of ASCII letters.
        case containsLiterally(String)
        /// The link contains at least one of the terms, whose punctuation counts.
        case containsAny([SearchTerm])
        /// The link does not contain the term, whose punctuation counts.
        case lacks(SearchTerm)
        /// The link has all of these tags.
        case hasTags(Set<LinkTag>)
        /// The link has at least one of these tags.
        case hasAnyTag(Set<LinkTag>)
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
        if !terms.required.isEmpty {
            conditions.append(.contains(terms.required))
        }
        for group in terms.required where group.contains(where: { $0.literal != nil }) {
            if group.count == 1, let literal = group[0].literal {
                conditions.append(.containsLiterally(literal))
            } else {
                conditions.append(.containsAny(group))
            }
        }
        conditions += terms.excluded.map { .lacks($0) }
        if !tags.isEmpty {
            conditions.append(.hasTags(tags))
        }
        conditions += alternativeTags.map { .hasAnyTag($0) }
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
        case .relevance where !terms.required.isEmpty: [.relevance, .greatestID]
        case .relevance, .added: [.newest, .greatestID]
        case .oldest: [.oldest, .leastID]
        case .title: [.title, .url, .greatestID]
        }
    }
}
