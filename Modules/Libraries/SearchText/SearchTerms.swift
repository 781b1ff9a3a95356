/// The terms of a search.
public struct SearchTerms: Sendable, Hashable {
    /// The groups of alternatives. A document must contain at least one term of each group. Most
    /// groups have a single term.
    public var required: [[SearchTerm]]
    /// The terms that a document must not contain.
    public var excluded: [SearchTerm]

    public init(required: [[SearchTerm]] = [], excluded: [SearchTerm] = []) {
        self.required = required
        self.excluded = excluded
    }

    /// Creates search terms from the words and "phrases in double quotes" of user input.
    ///
    /// - `a b` requires both terms.
    /// - `a OR b` requires at least one of the terms, and `a OR b c` also requires `c`. `OR` is an
    ///   ordinary word unless it is between two required terms.
    /// - `-a` and `-"a b"` exclude a term.
    ///
    /// An unclosed quotation extends to the end of the input. The parser drops a `#` at the
    /// beginning of a word. It skips terms without a letter, digit or emoji, because no document
    /// could match them.
    public init(_ text: String) {
        required = []
        excluded = []
        let words = InputWord.split(text)
        var isAlternative = false
        for (index, word) in words.enumerated() {
            let next = words.dropFirst(index + 1).first
            if word.isOr, index > 0, !words[index - 1].isExcluded, next?.isExcluded == false,
                !isAlternative
            {
                isAlternative = true
                continue
            }
            if word.isExcluded {
                excluded.append(word.term)
            } else if isAlternative {
                required[required.count - 1].append(word.term)
            } else {
                required.append([word.term])
            }
            isAlternative = false
        }
    }

    public var isEmpty: Bool { required.isEmpty && excluded.isEmpty }
}

extension SearchTerms: ExpressibleByArrayLiteral {
    /// Creates search terms that require all of the given terms.
    public init(arrayLiteral terms: SearchTerm...) {
        self.init(required: terms.map { [$0] })
    }
}

/// A term to search for in documents, ignoring case and accents.
public enum SearchTerm: Sendable, Hashable {
    /// A word, which also matches longer words that begin with it.
    case word(String)
    /// Consecutive words that must match exactly.
    case phrase(String)

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

    /// The string that a document must contain literally, ignoring case and accents. The value
    /// is `nil` unless punctuation is part of the term, as in `c++`, `c#` or `.net`.
    public var literal: String? {
        let text = text.searchable
        let isName = text.first == "." || text.contains { $0 == "+" || $0 == "#" }
        return isName ? text : nil
    }
}

/// A word or phrase in user input.
private struct InputWord {
    let term: SearchTerm
    let isExcluded: Bool

    var isOr: Bool { term == .word("OR") && !isExcluded }

    static func split(_ text: String) -> [InputWord] {
        var words: [InputWord] = []
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index % 2 == 0 {
                words += part.split(whereSeparator: \.isWhitespace).map(InputWord.init)
            } else {
                // A word that ends with a dash is empty only if it is the dash.
                let isExcluded = parts[index - 1].last == "-" && words.last?.term.text == ""
                words.append(InputWord(term: .phrase(String(part)), isExcluded: isExcluded))
            }
        }
        return words.filter { !$0.term.text.searchWords.isEmpty }
    }
}

extension InputWord {
    /// Creates a word. One leading dash excludes the word. Two leading dashes are part of the word.
    private init(_ text: Substring) {
        isExcluded = text.hasPrefix("-") && !text.hasPrefix("--")
        let word = isExcluded ? text.dropFirst() : text
        term = .word(String(word.drop { $0 == "#" }))
    }
}
