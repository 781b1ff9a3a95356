import Foundation
import SearchText
import WebURLs

// What a query means. A store may find its answer in any other way, and it must be the same answer; only the rank of
// matches is the store's own.
extension LinkQuery {
    /// Whether the link is part of the answer.
    public func matches(_ link: Link) -> Bool {
        tags.isSubset(of: link.tags) && excludedTags.isDisjoint(with: link.tags)
            && (!isUntagged || link.tags.isEmpty) && (!isUntitled || link.title == nil)
            && terms.allSatisfy { $0.matches(link) }
    }

    /// Whether the answer has `left` before `right`.
    public func precedes(_ left: Link, _ right: Link) -> Bool {
        switch order {
        case .relevance where !terms.isEmpty && left.weight(of: terms) != right.weight(of: terms):
            left.weight(of: terms) > right.weight(of: terms)
        case .title where left.sortTitle != right.sortTitle: left.sortTitle < right.sortTitle
        case .title: left.url < right.url
        case .oldest: (left.added, left.id) < (right.added, right.id)
        case .added, .relevance: (left.added, left.id) > (right.added, right.id)
        }
    }
}

extension Link {
    fileprivate var sortTitle: String { (title ?? url).searchable }

    /// A rough rank: matches in the title and the tags count more than those in the note and the address.
    fileprivate func weight(of terms: [SearchTerm]) -> Int {
        let inTitle = terms.count { $0.matches(title ?? "") }
        let inTags = terms.count { term in tags.contains { term.matches($0.name) } }
        return 2 * inTitle + inTags
    }
}

extension SearchTerm {
    fileprivate func matches(_ link: Link) -> Bool {
        let fields = [link.title, link.note, link.url.urlSearchText].compactMap(\.self) + link.tags.map(\.name)
        return fields.contains { matches($0) } && (literal.map { text in fields.contains { $0.holds(text) } } ?? true)
    }

    fileprivate func matches(_ field: String) -> Bool {
        let words = field.searchWords
        let wanted = text.searchWords
        guard !wanted.isEmpty, words.count >= wanted.count else { return false }
        return (0...(words.count - wanted.count)).contains { start in
            let candidate = Array(words[start..<(start + wanted.count)])
            guard isPrefix else { return candidate == wanted }
            return candidate.dropLast() == wanted.dropLast()
                && candidate[wanted.count - 1].hasPrefix(wanted[wanted.count - 1])
        }
    }
}

extension String {
    fileprivate func holds(_ literal: String) -> Bool { lowercased().contains(literal) }
}
