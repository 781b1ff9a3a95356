/// A piece of source text that is neither space nor comment.
public struct Token: Sendable, Hashable {
    /// What a token is, as far as declarations at the top of a file need to know.
    public enum Kind: Sendable, Hashable {
        /// An identifier or a keyword.
        case word(String)
        /// An identifier between backticks, which no keyword is.
        case quotedWord(String)
        /// A word behind a number sign, such as `#if`; without the sign.
        case directive(String)
        /// A string, a number or a regular expression, whatever it holds.
        case literal
        /// One byte of anything else.
        case mark(Unicode.Scalar)
    }

    /// What it is.
    public let kind: Kind
    /// Where it begins.
    public let location: SourceLocation
    /// Its bytes in the source.
    public let range: Range<Int>

    /// The text of an identifier or a keyword.
    public var word: String? {
        switch kind {
        case .word(let text), .quotedWord(let text): text
        case .directive, .literal, .mark: nil
        }
    }

    /// Whether it is that mark.
    public func isMark(_ mark: Unicode.Scalar) -> Bool { kind == .mark(mark) }
    /// Whether it is that word, and not between backticks.
    public func isWord(_ text: String) -> Bool { kind == .word(text) }
}

extension Token {
    /// Takes Swift source in UTF-8 apart; comments and space are left out: O(n).
    public static func list(of source: [UInt8]) -> [Token] {
        var lexer = Lexer(source)
        return Array(sequence(state: ()) { _ in lexer.next() })
    }
}
