package import Core
package import Foundation
package import LibraryInterface
import SearchText
import WebURLs

/// An implementation of queries for mocks and contracts. Other stores translate queries to their
/// own query language.
extension LinkQuery {
    /// Returns the links that the query selects, in its order.
    ///
    /// - Parameters:
    ///   - checks: The checks of each link, newest first.
    ///   - date: The date at which the durations in the query end.
    package func selection(
        of links: some Sequence<Link>,
        checks: [Link.ID: [CheckRecord]] = [:],
        at date: Date
    ) -> [Link] {
        let found = links.filter { matches($0, checks: checks[$0.id] ?? [], at: date) }
        func checked(_ link: Link) -> Date {
            checks[link.id]?.first?.checked ?? .distantPast
        }
        let sorted = found.sorted { left, right in
            switch order {
            case .relevance where !terms.required.isEmpty:
                (weight(of: right), right.id) < (weight(of: left), left.id)
            case .relevance, .added: (right.added, right.id) < (left.added, left.id)
            case .oldest: (left.added, left.id) < (right.added, right.id)
            case .title:
                (left.sortTitle, left.url, right.id) < (right.sortTitle, right.url, left.id)
            case .checked:
                (checked(left), right.added, right.id) < (checked(right), left.added, left.id)
            }
        }
        return Array(sorted.prefix(limit ?? .max))
    }

    private func matches(_ link: Link, checks: [CheckRecord], at date: Date) -> Bool {
        guard ids?.contains(link.id) ?? true,
            terms.required.allSatisfy({ $0.contains(where: link.contains) }),
            !terms.excluded.contains(where: link.contains),
            tags.allSatisfy({ !$0.isDisjoint(with: link.tags) }),
            excludedTags.isDisjoint(with: link.tags),
            !isUntagged || link.tags.isEmpty,
            !isUntitled || link.title == nil,
            verdicts.isEmpty || verdicts.contains(checks.first?.verdict)
        else {
            return false
        }
        guard let deadFor else { return true }
        let sinceDeath = checks.prefix { $0.verdict == .dead }
        return sinceDeath.last.map { $0.checked <= date - deadFor } ?? false
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

    fileprivate func contains(_ term: SearchTerm) -> Bool {
        guard fields.contains(where: term.matches) else { return false }
        guard let literal = term.literal else { return true }
        return fields.contains { $0.searchable.contains(literal) }
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
