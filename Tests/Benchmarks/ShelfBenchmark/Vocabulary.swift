/// Words, of which the n-th is drawn about 1/n times as often as the first, as in any language (Zipf's law).
struct Vocabulary {
    private let words: [String]
    /// For each word, the weights of it and of all before it.
    private let sums: [Int]

    /// Words in the order of how often they are drawn.
    init(_ words: [String]) {
        self.words = words
        var sum = 0
        // Whole numbers, so that no machine rounds otherwise; the 2 keeps the first words from being all that is drawn.
        sums = words.indices.map { index in
            sum += 1_000_000_000 / (index + 2)
            return sum
        }
    }

    func draw(_ random: inout RandomNumbers) -> String {
        let drawn = random.below(sums.last ?? 1)
        var (low, high) = (0, words.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if drawn < sums[middle] { high = middle } else { low = middle + 1 }
        }
        return words[low]
    }
}

extension Vocabulary {
    /// The word that is in about every third link, and that no other word begins with.
    static let commonWord = "the"

    /// What titles and notes are made of: common words of English, then words that only look like some.
    static let text = Vocabulary(english + invented(20_000, seed: 1))
    /// What addresses are made of.
    static let addresses = Vocabulary(invented(5_000, seed: 2))
    /// Tags.
    static let tags = Vocabulary(invented(400, seed: 3))

    private static let english = """
        the a of to and in for how with your is on an from what why guide introduction by using it or as at you web not \
        code data open source software programming language design new we can build building simple free online tools \
        about best learn learning beginner's linux python swift rust javascript library framework performance testing \
        security network database server client cloud system systems distributed computer science history world work \
        book reading writing notes tutorial documentation reference manual overview paper research model machine \
        engineering developer product business startup company market news review interview podcast video music \
        photo map travel recipe kitchen garden house health city country language's people art game home
        """.split(separator: " ").map(String.init)

    /// Words of two to four syllables; none of them is English, or a word that is searched for.
    private static func invented(_ count: Int, seed: UInt64) -> [String] {
        var random = RandomNumbers(seed: seed)
        let consonants = Array("bdfgklmnprstvz").map(String.init)
        let vowels = ["a", "e", "i", "o", "u", "ai", "ou"]
        var words: [String] = []
        var seen: Set<String> = []
        while words.count < count {
            let syllables = (0..<2 + random.below(3)).map { _ in
                consonants[random.below(consonants.count)] + vowels[random.below(vowels.count)]
            }
            if seen.insert(syllables.joined()).inserted { words.append(syllables.joined()) }
        }
        return words
    }
}
