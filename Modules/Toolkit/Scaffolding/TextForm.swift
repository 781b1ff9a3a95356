/// The byte order mark and the line endings of a file, which edits preserve.
struct TextForm {
    /// Whether the file contains both CR LF and LF line endings.
    let isMixed: Bool
    private let hasMark: Bool
    private let hasReturns: Bool
    private static let mark: Unicode.Scalar = "\u{FEFF}"

    init(of text: String) {
        hasMark = text.unicodeScalars.first == Self.mark
        let mayHaveReturns = text.utf8.contains(UInt8(ascii: "\r"))
        // CR LF is one character.
        let endings = mayHaveReturns ? Set(text.lazy.filter(\.isNewline)) : []
        let hasBoth = endings.contains("\r\n")
        isMixed = hasBoth && !endings.isDisjoint(with: ["\n", "\r"])
        hasReturns = hasBoth && !isMixed
    }

    func normalized(_ text: String) -> String {
        let words = hasMark ? String(text.unicodeScalars.drop { $0 == Self.mark }) : text
        return hasReturns ? words.replacing("\r\n", with: "\n") : words
    }

    func restored(_ text: String) -> String {
        (hasMark ? String(Self.mark) : "")
            + (hasReturns ? text.replacing("\n", with: "\r\n") : text)
    }
}
