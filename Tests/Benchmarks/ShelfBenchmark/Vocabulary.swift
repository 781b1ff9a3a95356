/// Words drawn by Zipf's law: the n-th word is drawn about 1/n times as often as the first.
struct Vocabulary {
    private let words: [String]
    private let sums: [Int]

    private init(_ words: [String]) {
        self.words = words
        var sum = 0
        // Integer division gives the same results on all machines. The divisor is `index + 2`
        // rather than `index + 1` to reduce the share of the first words.
        sums = words.indices.map { index in
            sum += 1_000_000_000 / (index + 2)
            return sum
        }
    }

    func draw(_ random: inout RandomNumbers) -> String {
        let drawn = random.below(sums.last ?? 1)
        var low = 0
        var high = words.count - 1
        while low < high {
            let middle = (low + high) / 2
            if drawn < sums[middle] {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return words[low]
    }

    /// A word in about a third of the links. No other word starts with it.
    static let commonWord = "the"
    static let text = Vocabulary([commonWord] + invented(20_000, seed: 1))
    static let addresses = Vocabulary(invented(5_000, seed: 2))
    static let tags = Vocabulary(invented(400, seed: 3))

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
            if seen.insert(syllables.joined()).inserted {
                words.append(syllables.joined())
            }
        }
        return words
    }
}

/// SplitMix64, a random number generator. A seed determines the sequence of numbers, which is the
/// same on all machines.
struct RandomNumbers {
    private var state: UInt64
    init(seed: UInt64) {
        state = seed
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number below a limit. Unlike the algorithms of the standard library, this
    /// algorithm never changes.
    mutating func below(_ limit: Int) -> Int {
        Int(next() % UInt64(limit))
    }
    mutating func bool(percent: Int) -> Bool {
        below(100) < percent
    }
}
