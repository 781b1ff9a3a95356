import Foundation

extension String {
    /// This string, folded so that searches ignore differences in case, accents and character
    /// width.
    ///
    /// Letters that derive from basic letters are replaced as well: `ø` becomes `o`, `ł` becomes
    /// `l`, and `æ` becomes `ae`. Chinese, Japanese, Thai, Lao, Khmer and Burmese do not separate
    /// words by spaces, so each of their characters becomes a word. An emoji becomes a word, and
    /// its skin tone is removed.
    public var searchable: String {
        // Most strings are ASCII or alphabetic, and these fast paths handle them.
        if utf8.allSatisfy({ $0 < 0x80 }) {
            return lowercased()
        }
        if let text = alphabeticSearchable {
            return text
        }
        let folded = precomposedStringWithCompatibilityMapping.folding(
            options: [.caseInsensitive, .diacriticInsensitive],
            locale: nil
        )
        var result = ""
        for character in folded.precomposedStringWithCanonicalMapping {
            let scalars = character.unicodeScalars.filter { !$0.isIgnored }
            guard let first = scalars.first else { continue }
            if first.isWrittenWithoutSpaces {
                result += " "
                result.unicodeScalars += scalars
                result += " "
            } else {
                for scalar in scalars {
                    result += scalar.emojiWord ?? scalar.basicLetters ?? String(scalar)
                }
            }
        }
        return result
    }

    /// The words of the ``searchable`` text.
    ///
    /// A word consists of letters and digits with their marks, or is an emoji.
    public var searchWords: [String] {
        searchable.unicodeScalars.split { !$0.isPartOfWord }.map { String($0) }
    }

    /// The searchable text if this string consists only of Latin, Greek and Cyrillic letters and
    /// common punctuation, otherwise `nil`.
    ///
    /// Computing it takes a fifth of the time that general folding takes.
    private var alphabeticSearchable: String? {
        var result: [UInt8] = []
        result.reserveCapacity(utf8.count + 8)
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x41...0x5A:
                result.append(UInt8(scalar.value + 0x20))
            case 0..<0x80:
                result.append(UInt8(scalar.value))
            case 0xC0...0x17F:
                result += Self.latinLetters[Int(scalar.value - 0xC0)].utf8
            case 0x386...0x3CE:
                result += Self.greekLetters[Int(scalar.value - 0x386)].utf8
            case 0x400...0x45F:
                result += Self.cyrillicLetters[Int(scalar.value - 0x400)].utf8
            case 0xA0:
                result.append(UInt8(ascii: " "))
            case 0xAB, 0xBB, 0x2010, 0x2012...0x2016, 0x2018...0x2022:
                result += String(scalar).utf8
            case 0x2026:
                result += "...".utf8
            default:
                return nil
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The replacements for the letters from U+00C0 to U+017F.
    private static let latinLetters = letters(
        """
        a a a a a a ae c e e e e i i i i d n o o o o o × o u u u u y th ss a a a a a a ae c e e e e i i i i d n o o o o o ÷ o u u u u y th y
        a a a a a a c c c c c c c c d d d d e e e e e e e e e e g g g g g g g g h h h h i i i i i i i i i i ij ij j j k k ĸ l l l l l l l· l· l l n n n n n n ʼn ŋ ŋ o o o o o o oe oe r r r r r r s s s s s s s s t t t t t t u u u u u u u u u u u u w w y y y z z z z z z s
        """
    )

    /// The replacements for the letters from U+0386 to U+03CE.
    private static let greekLetters = letters(
        "α · ε η ι ΋ ο ΍ υ ω ι α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ ΢ σ τ υ φ χ ψ ω ι υ α ε η ι υ α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ σ σ τ υ φ χ ψ ω ι υ ο υ ω"
    )

    /// The replacements for the letters from U+0400 to U+045F.
    private static let cyrillicLetters = letters(
        "е е ђ г є ѕ і і ј љ њ ћ к и у џ а б в г д е ж з и и к л м н о п р с т у ф х ц ч ш щ ъ ы ь э ю я а б в г д е ж з и и к л м н о п р с т у ф х ц ч ш щ ъ ы ь э ю я е е ђ г є ѕ і і ј љ њ ћ к и у џ"
    )

    private static func letters(_ table: String) -> [String] {
        table.split(whereSeparator: \.isWhitespace).map { String($0) }
    }
}

extension Unicode.Scalar {
    fileprivate var isPartOfWord: Bool {
        // This is a fast path, because looking up a category is slow. Letters are already in
        // lowercase.
        if isASCII {
            return ("a"..."z").contains(self) || ("0"..."9").contains(self)
        }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
            true
        case .decimalNumber, .letterNumber, .otherNumber:
            true
        case .nonspacingMark, .spacingMark, .enclosingMark, .otherSymbol:
            true
        default:
            false
        }
    }

    /// The replacement for a symbol.
    ///
    /// For an emoji, this is the emoji with a space on each side. For any other symbol, such as
    /// `°`, this is a space. For all other scalars, such as letters, this is `nil`.
    fileprivate var emojiWord: String? {
        switch value {
        // Only these ranges contain symbols, and looking up a category is slow.
        case 0xA6...0xB0, 0x2100...0x33FF, 0xFFFC...0xFFFD, 0x1F000...0x1FFFF:
            guard properties.generalCategory == .otherSymbol else { return nil }
            // Unicode classifies © and ® as emoji. They become spaces instead of words, because
            // they appear between words that belong together.
            return value > 0xFF && properties.isEmoji ? " \(self) " : " "
        default:
            return nil
        }
    }

    /// The basic letters that users type instead of this letter, or `nil` if the letter needs no
    /// replacement in addition to Foundation's folding.
    fileprivate var basicLetters: String? {
        switch self {
        case "æ": "ae"
        case "ð", "đ": "d"
        case "ħ": "h"
        case "ı": "i"
        case "ł": "l"
        case "ø": "o"
        case "œ": "oe"
        case "þ": "th"
        case "ŧ": "t"
        default: nil
        }
    }

    fileprivate var isWrittenWithoutSpaces: Bool {
        switch value {
        // Thai and Lao, Burmese, Khmer
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true
        // Japanese kana
        case 0x3005...0x3007, 0x3041...0x30FF, 0x31F0...0x31FF: true
        // Chinese characters
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }

    /// Whether searches ignore the scalar. They ignore the vowel points of Hebrew and Arabic, the
    /// tatweel, and the scalars that select the presentation or the skin tone of an emoji.
    fileprivate var isIgnored: Bool {
        switch value {
        case 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7: true
        case 0x0640, 0x064B...0x0652, 0x0670: true
        case 0xFE0E...0xFE0F, 0x1F3FB...0x1F3FF: true
        default: false
        }
    }
}
