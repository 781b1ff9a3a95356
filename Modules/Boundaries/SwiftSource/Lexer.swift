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

/// Takes Swift source apart into tokens, as far as declarations at the top of a file need it: comments are dropped, and a
/// literal is one token, so that nothing in either can be taken for a declaration.
///
/// The rules are those of The Swift Programming Language, "Lexical Structure"; for regular expressions between bare
/// slashes those of SE-0354, section "Syntax". Each byte is looked at once: O(n).
struct Lexer {
    let bytes: [UInt8]
    var position = 0
    private var line = 1
    private var lineStart = 0
    /// How many interpolations the position is within.
    var nesting = 0
    /// Up to where the end of a regular expression was sought in vain, so that it is not sought again and again.
    var openRegex = (poundCount: 0, end: 0)

    /// The compiler reads no deeper nesting, and the stack has its end.
    static let deepestNesting = 256

    init(_ source: [UInt8]) {
        bytes = source
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (position, lineStart) = (3, 3) }
        if has("#!") { skipLine() }
    }

    /// The next token, or nil at the end of the source.
    mutating func next() -> Token? {
        skipSpaceAndComments()
        guard position < bytes.count else { return nil }
        let location = SourceLocation(line: line, column: position - lineStart + 1)
        let start = position
        let kind = readToken()
        return Token(kind: kind, location: location, range: start..<position)
    }

    private mutating func readToken() -> Token.Kind {
        let byte = bytes[position]
        switch byte {
        case _ where byte.startsWord: return .word(readWord())
        case "`": return readQuotedWord()
        case "\"": return readString(poundCount: 0)
        case "#": return readPound()
        case "/":
            guard let end = endOfBareRegex() else { return readMark() }
            position = end
            return .literal
        case "0"..."9":
            _ = readWord()
            return .literal
        default: return readMark()
        }
    }

    private mutating func readMark() -> Token.Kind {
        defer { position += 1 }
        return .mark(Unicode.Scalar(bytes[position]))
    }

    mutating func readWord() -> String {
        let start = position
        while position < bytes.count, bytes[position].continuesWord, !hasNoBreakSpace { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func readQuotedWord() -> Token.Kind {
        let start = position + 1
        guard let end = bytes[start...].firstIndex(where: { $0 == "`" || $0.endsLine }), bytes[end] == "`" else {
            return readMark()
        }
        position = end + 1
        return .quotedWord(String(decoding: bytes[start..<end], as: UTF8.self))
    }

    /// What begins with a number sign: a raw string, an extended regular expression, or a directive.
    private mutating func readPound() -> Token.Kind {
        let start = position
        while position < bytes.count, bytes[position] == "#" { position += 1 }
        let count = position - start
        if has("\"") { return readString(poundCount: count) }
        if has("/"), skipExtendedRegex(poundCount: count) { return .literal }
        if count == 1, position < bytes.count, bytes[position].startsWord { return .directive(readWord()) }
        // Nothing that Swift has; the whole run is passed over, so that a long one is not counted again from each sign on.
        return .mark("#")
    }
}

// MARK: - Space and comments

extension Lexer {
    /// Whether the text stands at the position.
    func has(_ text: StaticString) -> Bool { has(text, at: position) }

    func has(_ text: StaticString, at start: Int) -> Bool {
        let wanted = text.description.utf8
        return bytes.count - start >= wanted.count && bytes[start...].starts(with: wanted)
    }

    /// Goes on by one byte and counts lines; a carriage return counts unless a line feed follows.
    mutating func advance() {
        let byte = bytes[position]
        position += 1
        if byte == "\n" || byte == "\r" && !has("\n") { (line, lineStart) = (line + 1, position) }
    }

    /// Whether a no-break space stands at the position, which the compiler takes for a space, with a warning.
    private var hasNoBreakSpace: Bool { bytes[position] == 0xC2 && has("\u{A0}") }

    private mutating func skipSpaceAndComments() {
        while position < bytes.count {
            switch bytes[position] {
            case _ where hasNoBreakSpace: position += 2
            case " ", "\t", "\n", "\r", 0x0B, 0x0C, 0: advance()
            case "/" where has("//"): skipLine()
            case "/" where has("/*"): skipBlockComment()
            default: return
            }
        }
    }

    private mutating func skipLine() {
        while position < bytes.count, !bytes[position].endsLine { position += 1 }
    }

    /// Skips a comment with all that are nested in it.
    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            if has("/*") {
                depth += 1
                position += 2
            } else if has("*/") {
                depth -= 1
                position += 2
            } else {
                advance()
            }
        } while depth > 0 && position < bytes.count
    }
}

// Bytes are compared with the ASCII characters that they stand for.

func == (byte: UInt8, character: Unicode.Scalar) -> Bool { byte == UInt8(ascii: character) }
func != (byte: UInt8, character: Unicode.Scalar) -> Bool { byte != UInt8(ascii: character) }
func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { byte == character }
func ~= (characters: ClosedRange<Unicode.Scalar>, byte: UInt8) -> Bool { characters.contains(Unicode.Scalar(byte)) }

extension UInt8 {
    var endsLine: Bool { self == "\n" || self == "\r" }
    var isSpace: Bool { self == " " || self == "\t" || endsLine }
    /// Whether an identifier may begin with the byte; bytes of other scripts all count as letters.
    var startsWord: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "_", "$", 0x80...: true
        default: false
        }
    }

    var continuesWord: Bool { startsWord || "0"..."9" ~= self }
}

// Strings and regular expressions, which may hold anything that looks like source.

extension Lexer {
    /// Reads a string whose opening quote stands at the position, behind `poundCount` number signs.
    mutating func readString(poundCount: Int) -> Token.Kind {
        let isMultiline = has("\"\"\"") && !closesOnItsLine(poundCount: poundCount)
        let quoteCount = isMultiline ? 3 : 1
        position += quoteCount
        while position < bytes.count {
            let byte = bytes[position]
            if byte == "\\", hasPounds(poundCount, at: position + 1) {
                position += 1 + poundCount
                skipEscape()
            } else if byte == "\"", closes(quoteCount: quoteCount, poundCount: poundCount) {
                position += quoteCount + poundCount
                break
            } else if byte.endsLine, !isMultiline {
                // Not closed: the compiler complains, and the next line is source again.
                break
            } else {
                advance()
            }
        }
        return .literal
    }

    /// What follows the backslash of an escape: an interpolation with all its source, or one character.
    private mutating func skipEscape() {
        guard position < bytes.count else { return }
        guard bytes[position] == "(", nesting < Self.deepestNesting else { return advance() }
        nesting += 1
        defer { nesting -= 1 }
        var depth = 0
        repeat {
            guard let token = next() else { return }
            if token.isMark("(") { depth += 1 }
            if token.isMark(")") { depth -= 1 }
        } while depth > 0
    }

    private func closes(quoteCount: Int, poundCount: Int) -> Bool {
        (quoteCount == 1 || has("\"\"\"")) && hasPounds(poundCount, at: position + quoteCount)
    }

    /// Whether a raw string that begins like one of several lines, such as `#"""#`, ends on its own line.
    private func closesOnItsLine(poundCount: Int) -> Bool {
        guard poundCount > 0 else { return false }
        var end = position + 1
        while end < bytes.count, !bytes[end].endsLine {
            if bytes[end] == "\"", hasPounds(poundCount, at: end + 1) { return true }
            end += 1
        }
        return false
    }

    private func hasPounds(_ count: Int, at start: Int) -> Bool {
        bytes.count - start >= count && bytes[start..<start + count].allSatisfy { $0 == "#" }
    }

    /// Skips a regular expression between `#/` and `/#`, whose slash stands at the position.
    ///
    /// - Returns: False, and the position unchanged, when it is none.
    mutating func skipExtendedRegex(poundCount: Int) -> Bool {
        let isMultiline = bytes[(position + 1)...].first { $0 != " " && $0 != "\t" }.map(\.endsLine) ?? false
        let wasSought = position < openRegex.end && poundCount >= openRegex.poundCount
        if wasSought, !isMultiline || openRegex.end == bytes.count { return false }
        let before = self
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            if byte == "/", hasPounds(poundCount, at: position + 1) {
                position += 1 + poundCount
                return true
            }
            if byte.endsLine, !isMultiline { break }
            advance()
            if byte == "\\", position < bytes.count { advance() }
        }
        let end = position
        self = before
        openRegex = (poundCount, end)
        return false
    }

    /// Where the regular expression ends whose bare slash stands at the position; nil when the slash is an operator.
    ///
    /// It is one where a prefix operator may stand, where no space follows, and where it ends on its line with its
    /// parentheses balanced.
    func endOfBareRegex() -> Int? {
        guard position == 0 || bytes[position - 1].precedesPrefixOperator else { return nil }
        var end = position + 1
        guard end < bytes.count, !bytes[end].isSpace else { return nil }
        // How deep in parentheses, and how deep in brackets, where a parenthesis is a character as any other.
        var (depth, classes) = (0, 0)
        while end < bytes.count, !bytes[end].endsLine {
            switch bytes[end] {
            case "/": return depth == 0 && !bytes[end - 1].isSpace ? end + 1 : nil
            case "\\" where has("\\Q", at: end): end = endOfQuote(from: end + 2)
            case "\\": end += 1
            case "[": classes += 1
            case "]": classes = max(0, classes - 1)
            case _ where classes > 0: break
            case "(": depth += 1
            case ")" where depth == 0: return nil
            case ")": depth -= 1
            default: break
            }
            end += 1
        }
        return nil
    }

    /// The last byte of the `\E` that ends a quote in a regular expression, or of the line where none does.
    private func endOfQuote(from start: Int) -> Int {
        var end = start
        while end < bytes.count, !bytes[end].endsLine {
            if has("\\E", at: end) { return end + 1 }
            end += 1
        }
        return end - 1
    }
}

extension UInt8 {
    fileprivate var precedesPrefixOperator: Bool {
        isSpace || self == "(" || self == "[" || self == "{" || self == "," || self == ";" || self == ":"
    }
}

/// The words that Swift keeps for itself (The Swift Programming Language, "Lexical Structure", section "Keywords and Punctuation").
public enum SwiftKeyword {
    /// Those that no declaration may be named, but between backticks.
    public static let all: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
        "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do",
        "else",
        "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while", "Any", "as",
        "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try",
    ]
}
