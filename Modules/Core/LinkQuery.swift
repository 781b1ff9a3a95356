import Foundation
import SearchText

/// A selection of links, with an order and a limit.
///
/// The contract of stores defines which links match and their order. The ranking by relevance
/// depends on the store.
public struct LinkQuery: Sendable, Hashable {
    /// The order of the links.
    ///
    /// Links that are equal in this order are ordered by ID, ascending for `oldest` and otherwise
    /// descending.
    public enum Order: Sendable, Hashable {
        case added, oldest
        /// By title, ignoring case and accents, then by URL. Links without a title are ordered by
        /// URL.
        case title
        /// Best match first. Without terms, equal to `added`.
        case relevance
    }

    /// The terms that the text of a link must contain.
    public var terms: [SearchTerm]
    /// The tags that a link must have.
    public var tags: Set<LinkTag>
    /// The tags that a link must not have.
    public var excludedTags: Set<LinkTag>
    public var isUntagged: Bool
    public var isUntitled: Bool
    public var order: Order
    /// The maximum number of links, or nil for no limit. Never negative.
    public var limit: Int?

    /// Creates a query. By default, it selects all links, newest first.
    public init(
        terms: [SearchTerm] = [],
        tags: Set<LinkTag> = [],
        excludedTags: Set<LinkTag> = [],
        isUntagged: Bool = false,
        isUntitled: Bool = false,
        order: Order = .added,
        limit: Int? = nil
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

/// A term to search for in the title, note, URL and tags of links, ignoring case and accents.
public enum SearchTerm: Sendable, Hashable {
    /// A word. It also matches longer words that begin with it.
    case word(String)
    /// Consecutive words that must match exactly.
    case phrase(String)

    /// Parses the words and "phrases in double quotes" of user input.
    ///
    /// An unclosed quote extends to the end. Skips a leading `#`, and terms without a letter, digit
    /// or emoji, because they cannot match.
    public static func parse(_ text: String) -> [SearchTerm] {
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.enumerated().flatMap { index, part -> [SearchTerm] in
            if index % 2 == 1 {
                return [.phrase(String(part))]
            }
            return part.split(whereSeparator: \.isWhitespace).map {
                .word(String($0.drop { $0 == "#" }))
            }
        }.filter { !$0.text.searchWords.isEmpty }
    }

    public var text: String {
        switch self {
        case .word(let text), .phrase(let text): text
        }
    }

    /// Whether the last word also matches longer words that begin with it.
    public var isPrefix: Bool {
        guard case .word(let text) = self else {
            return false
        }
        return literal == nil || text.last.map { $0.isLetter || $0.isNumber } == true
    }

    /// The lowercase ASCII text that a link must contain literally because its punctuation is part
    /// of a name, such as `c++`, `c#` and `.net`. It is nil for other terms.
    public var literal: String? {
        let isName = text.first == "." || text.contains { $0 == "+" || $0 == "#" }
        return isName && text.utf8.allSatisfy { 0x20..<0x7F ~= $0 } ? text.lowercased() : nil
    }
}
