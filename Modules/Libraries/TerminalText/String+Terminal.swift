extension String {
    /// The text on one line, without the characters by which a stranger's title could move the cursor, colour the
    /// terminal or reverse what follows.
    public var safeForTerminal: String {
        guard !isPlain, unicodeScalars.contains(where: { $0.isLineBreaking || $0.isUnsafe }) else { return self }
        var safe = UnicodeScalarView()
        for scalar in unicodeScalars where !scalar.isUnsafe {
            safe.append(scalar.isLineBreaking ? " " : scalar)
        }
        return String(safe)
    }
}

extension Unicode.Scalar {
    fileprivate var isLineBreaking: Bool { "\n\r\t\u{2028}\u{2029}\u{85}".unicodeScalars.contains(self) }

    /// Control characters, and the marks that change the direction of text (UAX #9).
    fileprivate var isUnsafe: Bool {
        guard !isLineBreaking else { return false }
        return properties.generalCategory == .control || (0x202A...0x202E).contains(value)
            || (0x2066...0x2069).contains(value)
    }
}
