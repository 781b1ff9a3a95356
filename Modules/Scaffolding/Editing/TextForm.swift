/// What a text has beside its words, which edits neither see nor change: a byte order mark, and CR LF at the end of lines.
struct TextForm {
    /// Whether some lines end with CR LF and others do not, so that no edit could tell how its own should end.
    let isMixed: Bool
    private let hasMark: Bool
    private let hasReturns: Bool

    private static let mark: Unicode.Scalar = "\u{FEFF}"

    /// Looks through a text: O(n).
    init(of text: String) {
        let bytes = text.utf8
        let (lines, returns) = (bytes.count { $0 == UInt8(ascii: "\n") }, bytes.count { $0 == UInt8(ascii: "\r") })
        let both = zip(bytes, bytes.dropFirst()).count { $0 == UInt8(ascii: "\r") && $1 == UInt8(ascii: "\n") }
        isMixed = both > 0 && (both < lines || both < returns)
        hasReturns = both > 0 && !isMixed
        hasMark = text.unicodeScalars.first == Self.mark
    }

    /// The text without either.
    func plain(_ text: String) -> String {
        let words = hasMark ? String(text.unicodeScalars.drop { $0 == Self.mark }) : text
        return hasReturns ? words.replacing("\r\n", with: "\n") : words
    }

    /// A text with both, as far as this form has them, whether it had them or not.
    func dressed(_ text: String) -> String {
        let words = plain(text)
        return (hasMark ? String(Self.mark) : "") + (hasReturns ? words.replacing("\n", with: "\r\n") : words)
    }
}

extension StringProtocol {
    /// Its lines, whichever way they end; the last one is what follows the last end.
    var lines: [SubSequence] {
        split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }
}

extension Workspace {
    /// The text of a file for edits by lines, which end with LF here; ``write(_:to:)`` gives them back the ends that they had.
    ///
    /// - Throws: ``ScaffoldingError/sourceNotUnderstood(path:reason:remedy:)`` for a file whose lines end in several ways.
    func plainText(_ name: String) throws(ScaffoldingError) -> String {
        let text = try text(name)
        let form = TextForm(of: text)
        guard !form.isMixed else {
            throw .sourceNotUnderstood(
                path: name, reason: "some of its lines end with CR LF, and others do not",
                remedy: "let all of them end alike")
        }
        return form.plain(text)
    }

    /// The manifest.
    func manifest() throws(ScaffoldingError) -> ManifestEditor { try ManifestEditor(plainText("Package.swift")) }
}
