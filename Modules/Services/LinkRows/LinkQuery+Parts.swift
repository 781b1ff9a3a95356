package import Core
package import Foundation
package import LibraryInterface
package import SearchText

/// The parts of a query. Each store translates them to its dialect of SQL.
extension LinkQuery {
    /// A condition that every link in the result meets.
    package enum Condition: Sendable, Hashable {
        case hasID(ClosedRange<Link.ID>)
        /// The words of the link contain at least one term of each group. Punctuation that is part
        /// of a term, as in `c++`, is ignored. The array of groups is never empty.
        case contains([[SearchTerm]])
        /// The title, note, URL or a tag of the link contains this string literally, ignoring case
        /// and accents.
        case containsLiterally(String)
        /// The link contains at least one of the terms. Punctuation that is part of a term, as in
        /// `c++`, must match too.
        case containsAny([SearchTerm])
        /// The link does not contain the term. The link contains a term with punctuation, such as
        /// `c++`, only if the punctuation matches too.
        case lacks(SearchTerm)
        /// The link has at least one of these tags.
        case hasAnyTag(Set<LinkTag>)
        /// The link has none of these tags.
        case lacksTags(Set<LinkTag>)
        case isUntagged
        case isUntitled
        /// The latest check of the link has one of these verdicts. In the set, `nil` stands for
        /// links without a check.
        case hasVerdict(Set<Verdict?>)
        /// The link is dead, and the first of its consecutive checks with that verdict has this
        /// date or an earlier one.
        case deadSince(Date)
    }

    /// A sort criterion. The first criterion that distinguishes two links determines their order.
    package enum SortKey: Sendable, Hashable {
        /// Best match first, according to the ranking of the store.
        case relevance
        /// By title, ignoring case and accents. The URL replaces a missing title.
        case title
        case url
        case newest
        case oldest
        case greatestID
        case leastID
        /// By the date of the latest check. Links without a check come first.
        case leastRecentlyChecked
    }

    /// Returns the conditions of the query. A link must meet all of them.
    ///
    /// - Parameter date: The date at which the durations in the query end.
    package func conditions(at date: Date) -> [Condition] {
        var conditions: [Condition?] = [
            terms.required.isEmpty ? nil : .contains(terms.required)
        ]
        for group in terms.required where group.contains(where: { $0.literal != nil }) {
            let literal = group.count == 1 ? group[0].literal : nil
            conditions.append(literal.map { .containsLiterally($0) } ?? .containsAny(group))
        }
        conditions += terms.excluded.map { .lacks($0) }
        conditions += tags.map { .hasAnyTag($0) }
        conditions += [
            ids.map { .hasID($0) },
            excludedTags.isEmpty ? nil : .lacksTags(excludedTags),
            isUntagged ? .isUntagged : nil,
            isUntitled ? .isUntitled : nil,
            verdicts.isEmpty ? nil : .hasVerdict(verdicts),
            deadFor.map { .deadSince(date - $0) },
        ]
        return conditions.compactMap(\.self)
    }

    /// The sort criteria, in order of precedence. No two links are equal in all of them.
    package var sortKeys: [SortKey] {
        switch order {
        case .relevance where !terms.required.isEmpty: [.relevance, .greatestID]
        case .relevance, .added: [.newest, .greatestID]
        case .oldest: [.oldest, .leastID]
        case .title: [.title, .url, .greatestID]
        case .checked: [.leastRecentlyChecked, .newest, .greatestID]
        }
    }
}
