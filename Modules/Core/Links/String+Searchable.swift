import Foundation

extension String {
    /// The text as the search sees it: without case, accents and full widths, and with words between spaces.
    ///
    /// Chinese, Japanese, Thai, Lao, Khmer and Burmese write no spaces between words, so there each character is a word.
    /// A search for 東京 finds it in the middle of a title, as these two words in this order.
    public var searchable: String {
        // Links are mostly ASCII, and an import has very many of them.
        if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
        let folded =
            precomposedStringWithCompatibilityMapping
            .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .precomposedStringWithCanonicalMapping
        var result = ""
        for character in folded {
            let scalars = character.unicodeScalars.filter { !$0.isVowelPoint }
            guard let first = scalars.first else { continue }
            if first.isWrittenWithoutSpaces {
                result += " "
                result.unicodeScalars += scalars
                result += " "
            } else {
                result.unicodeScalars += scalars
            }
        }
        return result
    }

    /// The words of the text as the search sees it: letters, digits, and the marks that belong to them.
    public var searchWords: [String] {
        searchable.unicodeScalars.split { !$0.isPartOfWord }.map { String($0) }
    }
}

extension Unicode.Scalar {
    fileprivate var isPartOfWord: Bool {
        // The table of categories takes its time, and most texts are mostly ASCII, in lower case by now.
        if isASCII { return ("a"..."z").contains(self) || ("0"..."9").contains(self) }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            true
        default: false
        }
    }

    /// Whether it belongs to a script without spaces between words.
    fileprivate var isWrittenWithoutSpaces: Bool {
        switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true  // Thai and Lao, Burmese, Khmer
        case 0x3005...0x3007, 0x3041...0x30FF, 0x31F0...0x31FF: true  // kana
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true  // Chinese characters
        default: false
        }
    }

    /// Whether it is a vowel point of Hebrew or Arabic, or a line that stretches a word; most texts leave them out.
    fileprivate var isVowelPoint: Bool {
        switch value {
        case 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7: true
        case 0x0640, 0x064B...0x0652, 0x0670: true
        default: false
        }
    }
}
