extension String {
    /// How many columns of a terminal the text takes; O(n).
    public var columns: Int { isPlain ? utf8.count : reduce(0) { $0 + $1.columns } }

    /// The text in so many columns at most, cut with `…` where it is longer; never in the middle of a character.
    public func fitted(to width: Int) -> String {
        guard columns > width else { return self }
        guard width > 0 else { return "" }
        var room = width - 1
        var kept = prefix { character in
            room -= character.columns
            return room >= 0
        }
        while kept.last?.isWhitespace == true { kept.removeLast() }
        return kept + "…"
    }

    /// The text with each word that is longer than `limit` characters cut in its middle with `…`, so that addresses keep both ends.
    public func cuttingWords(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        return split(separator: " ", omittingEmptySubsequences: false).map { word in
            guard word.count > limit else { return String(word) }
            return "\(word.prefix(limit / 2))…\(word.suffix((limit - 1) / 2))"
        }.joined(separator: " ")
    }

    /// The text with spaces behind it, so that it takes that many columns; one that takes more stays as it is.
    public func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }

    /// Whether each byte is a letter, digit, mark or space of ASCII.
    var isPlain: Bool { utf8.allSatisfy { 0x20..<0x7F ~= $0 } }
}
