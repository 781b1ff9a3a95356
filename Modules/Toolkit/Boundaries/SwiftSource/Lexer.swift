/// A token of Swift source. Whitespace and comments are not tokens.
public struct Token: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// An identifier or a keyword.
        case word(String)
        /// An identifier between backticks. It is never a keyword.
        case quotedWord(String)
        /// A word after a number sign, such as `if` in `#if`.
        case directive(String)
        /// A string, a number or a regular expression, including its contents.
        case literal
        /// Any other byte.
        case punctuation(Unicode.Scalar)
    }

    public let kind: Kind
    public let location: SourceLocation
    public let range: Range<Int>

    public var word: String? {
        switch kind {
        case .word(let text), .quotedWord(let text): text
        case .directive, .literal, .punctuation: nil
        }
    }

    /// The text of a word or a punctuation mark, or `nil` for any other token.
    public var text: String? {
        if case .punctuation(let mark) = kind {
            return String(mark)
        }
        return word
    }

    public func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        kind == .punctuation(scalar)
    }
    public func isWord(_ text: String) -> Bool {
        kind == .word(text)
    }

    /// Returns the value of a string literal. Returns `nil` for a string with escapes or
    /// interpolations, and for any other token.
    public func literal(in source: [UInt8]) -> String? {
        guard kind == .literal else { return nil }
        let bytes = source[range]
        let quote = UInt8(ascii: "\"")
        guard bytes.count >= 2, bytes.first == quote, bytes.last == quote,
            !bytes.contains(UInt8(ascii: "\\"))
        else {
            return nil
        }
        return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    }

    /// The change in nesting level: 1 for an opening parenthesis, bracket or brace, -1 for a
    /// closing one, and 0 for any other token.
    public var nestingChange: Int {
        switch kind {
        case .punctuation("("), .punctuation("["), .punctuation("{"): 1
        case .punctuation(")"), .punctuation("]"), .punctuation("}"): -1
        default: 0
        }
    }
}

extension RandomAccessCollection<Token> where Index == Int {
    /// Returns the index of the bracket that closes the group whose opening bracket is at `start`,
    /// or `nil` if no bracket closes the group.
    public func endOfGroup(at start: Int) -> Int? {
        var depth = 0
        return stride(from: start, to: endIndex, by: 1).first { index in
            depth += self[index].nestingChange
            return depth == 0
        }
    }
}

extension Token {
    /// Returns the tokens of Swift source in UTF-8.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the source.
    public static func list(of source: [UInt8]) -> [Token] {
        var lexer = Lexer(source)
        var tokens: [Token] = []
        while let token = lexer.next() {
            tokens.append(token)
        }
        return tokens
    }
}

/// A lexer that splits Swift source into tokens. Each literal is one token, and comments are
/// omitted.
///
/// The lexer follows The Swift Programming Language, "Lexical Structure". For regular expressions
/// between bare slashes, it follows SE-0354, "Syntax".
struct Lexer {
    let bytes: [UInt8]
    var position = 0
    private var line = 1
    private var lineStart = 0
    /// The number of interpolations that enclose the current position.
    var nesting = 0
    /// The last failed search for the end of a regular expression. It is stored so that the search
    /// is not repeated.
    var openRegex: (poundCount: Int, end: Int)?
    /// The maximum nesting level of interpolations that the compiler accepts. It also limits the
    /// depth of recursion.
    static let deepestNesting = 256

    init(_ source: [UInt8]) {
        bytes = source
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            position = 3
            lineStart = 3
        }
        if has("#!") {
            skipLine()
        }
    }

    /// Returns the next token, or `nil` at the end of the source.
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
        case "#": return readDirective()
        case "/":
            guard let end = endOfBareRegex() else { return readPunctuation() }
            position = end
            return .literal
        case "0"..."9":
            _ = readWord()
            return .literal
        default: return readPunctuation()
        }
    }

    private mutating func readPunctuation() -> Token.Kind {
        defer {
            position += 1
        }
        return .punctuation(Unicode.Scalar(bytes[position]))
    }

    mutating func readWord() -> String {
        let start = position
        while position < bytes.count, bytes[position].continuesWord,
            bytes[position] != 0xC2 || !hasNoBreakSpace
        {
            position += 1
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func readQuotedWord() -> Token.Kind {
        let start = position + 1
        guard let end = bytes[start...].firstIndex(where: { $0 == "`" || $0.endsLine }),
            bytes[end] == "`"
        else {
            return readPunctuation()
        }
        position = end + 1
        return .quotedWord(String(decoding: bytes[start..<end], as: UTF8.self))
    }

    /// Reads a raw string, an extended regular expression, or a directive.
    private mutating func readDirective() -> Token.Kind {
        let start = position
        while position < bytes.count, bytes[position] == "#" {
            position += 1
        }
        let count = position - start
        if has("\"") {
            return readString(poundCount: count)
        }
        if has("/"), skipExtendedRegex(poundCount: count) {
            return .literal
        }
        if count == 1, position < bytes.count, bytes[position].startsWord {
            return .directive(readWord())
        }
        // This is not valid Swift. All consecutive number signs are skipped at once, because
        // counting them again from each sign would take quadratic time.
        return .punctuation("#")
    }
}

// MARK: - Space and comments

extension Lexer {
    func has(_ text: String) -> Bool {
        has(text, at: position)
    }

    func has(_ text: String, at start: Int) -> Bool {
        bytes[start...].starts(with: text.utf8)
    }

    /// Advances by one byte and counts lines. A carriage return ends a line unless a line feed
    /// follows it.
    mutating func advance() {
        let byte = bytes[position]
        position += 1
        if byte == "\n" || byte == "\r" && !has("\n") {
            line = line + 1
            lineStart = position
        }
    }

    /// Whether there is a no-break space at the current position. The compiler treats it as a space
    /// and prints a warning.
    private var hasNoBreakSpace: Bool { has("\u{A0}") }

    private mutating func skipSpaceAndComments() {
        while position < bytes.count {
            switch bytes[position] {
            case " ", "\t", "\n", "\r", 0x0B, 0x0C, 0: advance()
            case "/" where has("//"): skipLine()
            case "/" where has("/*"): skipBlockComment()
            case 0xC2 where hasNoBreakSpace: position += 2
            default: return
            }
        }
    }

    private mutating func skipLine() {
        while position < bytes.count, !bytes[position].endsLine {
            position += 1
        }
    }

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

// MARK: - Bytes as ASCII characters

package func == (byte: UInt8, character: Unicode.Scalar) -> Bool {
    byte == UInt8(ascii: character)
}
package func != (byte: UInt8, character: Unicode.Scalar) -> Bool {
    byte != UInt8(ascii: character)
}
func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool {
    byte == character
}
func ~= (characters: ClosedRange<Unicode.Scalar>, byte: UInt8) -> Bool {
    characters.contains(Unicode.Scalar(byte))
}

extension UInt8 {
    package var endsLine: Bool { self == "\n" || self == "\r" }
    package var isSpace: Bool { self == " " || self == "\t" || endsLine }
    /// Whether an identifier can begin with the byte. All bytes beyond ASCII count as letters.
    var startsWord: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "_", "$", 0x80...: true
        default: false
        }
    }

    var continuesWord: Bool { startsWord || "0"..."9" ~= self }
}

// MARK: - Strings and regular expressions

extension Lexer {
    /// Reads a string whose opening quote is at the current position, after `poundCount` number
    /// signs.
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
                // An unterminated string ends with its line, so the next line is parsed as source.
                break
            } else {
                advance()
            }
        }
        return .literal
    }

    /// Skips the rest of an escape sequence after its backslash: one character or a whole
    /// interpolation.
    private mutating func skipEscape() {
        guard position < bytes.count else { return }
        guard bytes[position] == "(", nesting < Self.deepestNesting else {
            return advance()
        }
        nesting += 1
        defer {
            nesting -= 1
        }
        var depth = 0
        repeat {
            guard let token = next() else { return }
            if token.isPunctuation("(") {
                depth += 1
            }
            if token.isPunctuation(")") {
                depth -= 1
            }
        } while depth > 0
    }

    private func closes(quoteCount: Int, poundCount: Int) -> Bool {
        (quoteCount == 1 || has("\"\"\"")) && hasPounds(poundCount, at: position + quoteCount)
    }

    /// Whether a raw string that begins like a multiline string, such as `#"""#`, ends on the same
    /// line.
    private func closesOnItsLine(poundCount: Int) -> Bool {
        guard poundCount > 0 else { return false }
        var end = position
        while end < bytes.count, !bytes[end].endsLine {
            if bytes[end] == "\"", hasPounds(poundCount, at: end + 1) {
                return true
            }
            end += 1
        }
        return false
    }

    private func hasPounds(_ count: Int, at start: Int) -> Bool {
        bytes.count - start >= count && bytes[start..<start + count].allSatisfy { $0 == "#" }
    }

    /// Skips a regular expression between `#/` and `/#` if its first slash is at the current
    /// position. Returns `false` if there is no such expression.
    mutating func skipExtendedRegex(poundCount: Int) -> Bool {
        let isMultiline =
            bytes[(position + 1)...].first { $0 != " " && $0 != "\t" }.map(\.endsLine) ?? false
        if let openRegex, position < openRegex.end, poundCount >= openRegex.poundCount,
            !isMultiline || openRegex.end == bytes.count
        {
            return false
        }
        let before = self
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            if byte == "/", hasPounds(poundCount, at: position + 1) {
                position += 1 + poundCount
                return true
            }
            if byte.endsLine, !isMultiline {
                break
            }
            advance()
            if byte == "\\", position < bytes.count {
                advance()
            }
        }
        let end = position
        self = before
        openRegex = (poundCount, end)
        return false
    }

    /// Returns the end of a regular expression between bare slashes, or `nil` if the slash at the
    /// current position is an operator.
    ///
    /// Such a regular expression begins where a prefix operator can be, without a space after the
    /// slash. It ends on the same line, with balanced parentheses.
    func endOfBareRegex() -> Int? {
        guard position == 0 || bytes[position - 1].precedesPrefixOperator else {
            return nil
        }
        var end = position + 1
        guard end < bytes.count, !bytes[end].isSpace else {
            return nil
        }
        // Parentheses are counted only outside brackets, because in brackets they are ordinary
        // characters.
        var depth = 0
        var classes = 0
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

    /// Returns the index of the last byte of a quoted part of a regular expression, which ends
    /// before `\E` or at the end of the line.
    private func endOfQuote(from start: Int) -> Int {
        var end = start
        while end < bytes.count, !bytes[end].endsLine, !has("\\E", at: end) {
            end += 1
        }
        return end - 1
    }
}

extension UInt8 {
    fileprivate var precedesPrefixOperator: Bool {
        isSpace || self == "(" || self == "[" || self == "{" || self == "," || self == ";"
            || self == ":"
    }
}
