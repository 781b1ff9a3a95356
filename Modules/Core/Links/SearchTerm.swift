/// One thing to look for in the title, note, address and tags of links, without regard to case or accents.
public enum SearchTerm: Sendable, Hashable {
    /// A word, which also matches the words that it begins.
    case word(String)
    /// Words that must follow each other exactly.
    case phrase(String)

    /// Reads what people type: words, and "phrases in double quotes".
    ///
    /// An opening quote that is never closed runs to the end. Terms without a letter or digit are left out, as they
    /// could match nothing.
    public static func parse(_ text: String) -> [SearchTerm] {
        var terms: [SearchTerm] = []
        for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            let isQuoted = index % 2 == 1
            terms +=
                isQuoted
                ? [.phrase(String(part))] : part.split(whereSeparator: \.isWhitespace).map { .word(String($0)) }
        }
        return terms.filter { $0.text.contains { $0.isLetter || $0.isNumber } }
    }

    /// The words of the term as they were typed.
    public var text: String {
        switch self {
        case .word(let text), .phrase(let text): text
        }
    }
}
