package import Core
import Foundation
package import LibraryInterface
import SearchText
import WebURLs

/// An implementation of queries for mocks and contracts. Other stores translate queries to their
/// own query language.
extension LinkQuery {
    /// Returns the links that the query selects, in its order.
    ///
    /// - Parameter checks: The checks of each link, newest first.
    package func selection(
        of links: some Sequence<Link>,
        checks: [Link.ID: [CheckRecord]] = [:]
    ) -> [Link] {
        let found = links.filter { link in
            conditions.allSatisfy { link.meets($0, checks: checks[link.id] ?? []) }
        }
        let sorted = found.sorted { left, right in
            for key in sortKeys {
                if let precedes = precedes(left, right, by: key, checks) {
                    return precedes
                }
            }
            return false
        }
        return Array(sorted.prefix(limit ?? .max))
    }

    /// Returns whether a link precedes another link, or `nil` if the sort key does not distinguish
    /// the two links.
    private func precedes(
        _ left: Link,
        _ right: Link,
        by key: SortKey,
        _ checks: [Link.ID: [CheckRecord]]
    ) -> Bool? {
        func isLess<Value: Comparable>(_ left: Value, _ right: Value) -> Bool? {
            left == right ? nil : left < right
        }
        func checked(_ link: Link) -> Date {
            checks[link.id]?.first?.checked ?? .distantPast
        }
        return switch key {
        case .relevance: isLess(weight(of: right), weight(of: left))
        case .title: isLess(left.sortTitle, right.sortTitle)
        case .url: isLess(left.url, right.url)
        case .newest: isLess(right.added, left.added)
        case .oldest: isLess(left.added, right.added)
        case .greatestID: isLess(right.id, left.id)
        case .leastID: isLess(left.id, right.id)
        case .leastRecentlyChecked: isLess(checked(left), checked(right))
        }
    }

    /// Returns the weight of a link in the order by relevance. A match in the title counts more
    /// than a match in a tag, and matches in the note and URL do not count.
    private func weight(of link: Link) -> Int {
        let terms = terms.required.joined()
        let inTitle = terms.count { $0.matches(link.title ?? "") }
        let inTags = terms.count { term in
            link.tags.contains { term.matches($0.name) }
        }
        return 2 * inTitle + inTags
    }
}

extension Link {
    fileprivate var sortTitle: String { (title ?? url).searchable }

    /// The strings in which a search looks for terms.
    private var fields: [String] {
        [title, note, url.urlSearchText].compactMap(\.self) + tags.map(\.name)
    }

    fileprivate func meets(_ condition: LinkQuery.Condition, checks: [CheckRecord]) -> Bool {
        switch condition {
        case .contains(let groups): groups.allSatisfy { $0.contains(where: containsWords) }
        case .containsLiterally(let text): containsLiterally(text)
        case .containsAny(let terms): terms.contains(where: contains)
        case .lacks(let term): !contains(term)
        case .hasAnyTag(let wanted): !wanted.isDisjoint(with: tags)
        case .lacksTags(let excluded): excluded.isDisjoint(with: tags)
        case .isUntagged: tags.isEmpty
        case .isUntitled: title == nil
        case .hasVerdict(let verdicts): verdicts.contains(checks.first?.verdict)
        case .deadSince(let date):
            checks.prefix { $0.verdict == .dead }.last.map { $0.checked <= date } ?? false
        }
    }

    private func contains(_ term: SearchTerm) -> Bool {
        guard containsWords(of: term) else { return false }
        return term.literal.map(containsLiterally) ?? true
    }

    private func containsWords(of term: SearchTerm) -> Bool {
        fields.contains { term.matches($0) }
    }

    private func containsLiterally(_ text: String) -> Bool {
        fields.contains { $0.searchable.contains(text) }
    }
}

extension SearchTerm {
    fileprivate func matches(_ field: String) -> Bool {
        let words = field.searchWords
        let wanted = text.searchWords
        guard !wanted.isEmpty, words.count >= wanted.count else {
            return false
        }
        return (0...(words.count - wanted.count)).contains { start in
            let candidate = Array(words[start..<(start + wanted.count)])
            guard isPrefix else { return candidate == wanted }
            return candidate.dropLast() == wanted.dropLast()
                && candidate[wanted.count - 1].hasPrefix(wanted[wanted.count - 1])
        }
    }
}
