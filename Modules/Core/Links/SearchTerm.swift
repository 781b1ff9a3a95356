import SearchText

/// One thing to look for in the title, note, address and tags of links, without regard to case or accents.
public enum SearchTerm: Sendable, Hashable {
    /// A word, which also matches the words that it begins.
    case word(String)
    /// Words that must follow each other exactly.
    case phrase(String)

    /// Reads what people type: words, and "phrases in double quotes".
    ///
    /// An opening quote that is never closed runs to the end. Terms without a letter, digit or emoji are left out, as
    /// they could match nothing, and so is the `#` that tags are shown with.
    public static func parse(_ text: String) -> [SearchTerm] {
        var terms: [SearchTerm] = []
        for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            let isQuoted = index % 2 == 1
            terms +=
                isQuoted
                ? [.phrase(String(part))]
                : part.split(whereSeparator: \.isWhitespace).map { .word(String($0.drop { $0 == "#" })) }
        }
        return terms.filter { !$0.text.searchWords.isEmpty }
    }

    /// The words of the term as they were typed.
    public var text: String {
        switch self {
        case .word(let text), .phrase(let text): text
        }
    }

    /// Whether its last word also matches the words that it begins.
    public var isPrefix: Bool {
        guard case .word(let text) = self else { return false }
        return literal == nil || text.last.map { $0.isLetter || $0.isNumber } == true
    }

    /// What must be there to the letter, in lower case, since its signs are part of a name: `c++`, `c#`, `.net`.
    ///
    /// Nil for terms without such signs, or with others than ASCII characters.
    public var literal: String? {
        let isName = text.first == "." || text.contains { $0 == "+" || $0 == "#" }
        return isName && text.utf8.allSatisfy { 0x20..<0x7F ~= $0 } ? text.lowercased() : nil
    }
}
