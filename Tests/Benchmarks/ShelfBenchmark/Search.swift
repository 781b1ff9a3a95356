/// What is searched for.
enum Search: String, CaseIterable {
    case rareWord = "search: a rare word"
    case twoWords = "search: two words"
    case phrase = "search: a phrase"
    case commonWord = "search: a very common word"

    /// The words, each an argument; a phrase is one.
    var arguments: [String] {
        switch self {
        case .rareWord: [SampleLink.rareWord]
        case .twoWords: SampleLink.twoWords
        case .phrase: [SampleLink.phrase.joined(separator: " ")]
        case .commonWord: [Vocabulary.commonWord]
        }
    }

    /// As one text, in which a phrase has quotes.
    var query: String { self == .phrase ? "\"\(arguments[0])\"" : arguments.joined(separator: " ") }

    /// Whether it should find a link with these words.
    func matches(_ words: [Substring]) -> Bool {
        arguments.allSatisfy { argument in words.contains(argument.split(separator: " ")) }
    }
}
