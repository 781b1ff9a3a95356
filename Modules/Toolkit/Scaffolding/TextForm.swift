/// The byte order mark and the line endings of a file, which edits preserve.
struct TextForm {
    /// Whether the file contains both CR LF and LF line endings.
    let isMixed: Bool
    private let hasMark: Bool
    private let hasReturns: Bool
    private static let mark: Unicode.Scalar = "\u{FEFF}"

    init(of text: String) {
        let bytes = text.utf8
        hasMark = text.unicodeScalars.first == Self.mark
        let lines = bytes.count { $0 == UInt8(ascii: "\n") }
        let returns = bytes.count { $0 == UInt8(ascii: "\r") }
        let both = zip(bytes, bytes.dropFirst()).count {
            $0 == UInt8(ascii: "\r") && $1 == UInt8(ascii: "\n")
        }
        isMixed = both > 0 && (both < lines || both < returns)
        hasReturns = both > 0 && !isMixed
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
