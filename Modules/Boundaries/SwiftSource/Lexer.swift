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
