extension String {
    /// The text as a single line, without characters that move the cursor or change the color or
    /// direction of text.
    public var safeForTerminal: String {
        guard !isPlain, unicodeScalars.contains(where: { $0.isLineBreak || $0.isUnsafe }) else {
            return self
        }
        var safe = UnicodeScalarView()
        for scalar in unicodeScalars where !scalar.isUnsafe {
            safe.append(scalar.isLineBreak ? " " : scalar)
        }
        return String(safe)
    }

    /// The number of terminal columns that the text occupies.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text.
    public var columns: Int {
        isPlain ? utf8.count : reduce(0) { $0 + $1.columns }
    }

    /// Returns the text, shortened to at most `width` columns. If it is shortened, it ends with
    /// `…`. Characters are not split.
    public func fitted(to width: Int) -> String {
        guard columns > width else { return self }
        guard width > 0 else { return "" }
        var room = width - 1
        var kept = prefix { character in
            room -= character.columns
            return room >= 0
        }
        while kept.last?.isWhitespace == true {
            kept.removeLast()
        }
        return kept + "…"
    }

    /// Returns the spaces that follow the text in a table column of `width` terminal columns.
    /// Returns an empty string if the text fills the column, or is wider.
    public func padding(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - columns))
    }

    /// Returns the text with the middle of each long word replaced with `…`.
    ///
    /// The ends of a long word, such as a URL, are preserved.
    ///
    /// - Parameter limit: The maximum number of characters in a word.
    public func cuttingWords(to limit: Int) -> String {
        let words = split(separator: " ", omittingEmptySubsequences: false).map { word in
            guard word.count > limit else {
                return String(word)
            }
            return "\(word.prefix(limit / 2))…\(word.suffix((limit - 1) / 2))"
        }
        return words.joined(separator: " ")
    }

    private var isPlain: Bool {
        utf8.allSatisfy { 0x20..<0x7F ~= $0 }
    }
}

extension Character {
    /// The number of terminal columns that the character occupies.
    ///
    /// An emoji counts as two columns, regardless of its number of scalars. Older terminals may
    /// draw the parts of an emoji side by side.
    fileprivate var columns: Int {
        if isASCII {
            return asciiValue.map { $0 >= 0x20 && $0 != 0x7F } == true ? 1 : 0
        }
        return isDrawnAsEmoji ? 2 : unicodeScalars.reduce(0) { $0 + $1.columns }
    }

    private var isDrawnAsEmoji: Bool {
        guard let first = unicodeScalars.first, first.properties.isEmoji else {
            return false
        }
        if unicodeScalars.count == 1 {
            return first.properties.isEmojiPresentation && !first.isRegionalIndicator
        }
        return first.properties.isEmojiPresentation
            || unicodeScalars.contains(where: \.isPartOfEmojiSequence)
    }
}

extension Unicode.Scalar {
    fileprivate var isLineBreak: Bool {
        "\n\r\t\u{2028}\u{2029}\u{85}".unicodeScalars.contains(self)
    }

    /// Whether the scalar is a control character other than a line break, or changes the direction
    /// of text (UAX #9).
    fileprivate var isUnsafe: Bool {
        guard !isLineBreak else { return false }
        return switch value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: properties.generalCategory == .control
        }
    }

    fileprivate var isRegionalIndicator: Bool { 0x1F1E6...0x1F1FF ~= value }

    /// Whether the scalar continues an emoji sequence: it selects the emoji presentation, joins two
    /// emoji, or specifies a skin tone.
    fileprivate var isPartOfEmojiSequence: Bool {
        value == 0xFE0F || value == 0x200D || properties.isEmojiModifier
    }

    fileprivate var columns: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control, .format:
            0
        // A medial or final Hangul letter is drawn in the columns of the initial letter of its
        // syllable.
        case _ where 0x1160...0x11FF ~= value || 0xD7B0...0xD7FF ~= value:
            0
        default:
            Self.wide.contains { $0 ~= value } ? 2 : 1
        }
    }

    /// The wide and fullwidth characters of UAX #11, without emoji.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF,
        0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B,
        0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265,
        0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]
}
