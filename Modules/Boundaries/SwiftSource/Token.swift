/// A piece of source text that is neither space nor comment.
struct Token: Hashable {
    /// What a token is, as far as declarations at the top of a file need to know.
    enum Kind: Hashable {
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

    let kind: Kind
    let location: SourceLocation

    /// The text of an identifier or a keyword.
    var word: String? {
        switch kind {
        case .word(let text), .quotedWord(let text): text
        case .directive, .literal, .mark: nil
        }
    }

    func isMark(_ mark: Unicode.Scalar) -> Bool { kind == .mark(mark) }
    func isWord(_ text: String) -> Bool { kind == .word(text) }
}
