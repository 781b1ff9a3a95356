extension Character {
    /// How many columns of a terminal the character takes: 0, 1, 2, or more for letters that are written as several.
    ///
    /// An emoji takes two however many code points it is made of, as terminals that follow Unicode's text segmentation
    /// draw it; older ones may draw its parts one beside the other.
    public var columns: Int {
        if isASCII { return asciiValue.map { $0 >= 0x20 && $0 != 0x7F } == true ? 1 : 0 }
        return isDrawnAsEmoji ? 2 : unicodeScalars.reduce(0) { $0 + $1.columns }
    }

    private var isDrawnAsEmoji: Bool {
        guard let first = unicodeScalars.first, first.properties.isEmoji || first.isRegionalIndicator else {
            return false
        }
        if unicodeScalars.count == 1 { return first.properties.isEmojiPresentation && !first.isRegionalIndicator }
        return first.isRegionalIndicator || first.properties.isEmojiPresentation
            || unicodeScalars.contains { $0.value == 0xFE0F || $0.value == 0x200D || $0.properties.isEmojiModifier }
    }
}

extension Unicode.Scalar {
    /// The letters of which flags are made.
    fileprivate var isRegionalIndicator: Bool { 0x1F1E6...0x1F1FF ~= value }

    fileprivate var columns: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control, .format: 0
        // A medial or final letter of Hangul stands in the block that an initial letter began.
        case _ where 0x1160...0x11FF ~= value || 0xD7B0...0xD7FF ~= value: 0
        default: isWide ? 2 : 1
        }
    }

    /// Whether East Asian typography gives it a full square (UAX #11: W and F), beside the emoji.
    private var isWide: Bool { Self.wide.contains { $0 ~= value } }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97C,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
        0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]
}
