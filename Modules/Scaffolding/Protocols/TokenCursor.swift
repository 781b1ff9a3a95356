import SwiftSource

/// Goes through the tokens of a source file, and gives back the text between two of them.
struct TokenCursor {
    private let source: [UInt8]
    private let tokens: [Token]
    /// The index of the current token.
    private(set) var index = 0

    init(_ text: String) {
        source = Array(text.utf8)
        tokens = Token.list(of: source)
    }

    /// The current token, or nil at the end.
    var current: Token? { index < tokens.count ? tokens[index] : nil }

    /// The token behind the current one.
    var next: Token? { index + 1 < tokens.count ? tokens[index + 1] : nil }

    /// The line of the current token, or of the last one.
    var line: Int { (current ?? tokens.last)?.location.line ?? 1 }

    /// Goes on to the next token.
    mutating func advance() { index += 1 }

    /// Goes past the word, if it is the current token.
    mutating func take(word: String) -> Bool { take { $0.isWord(word) } }

    /// Goes past the mark, if it is the current token.
    mutating func take(mark: Unicode.Scalar) -> Bool { take { $0.isMark(mark) } }

    /// Goes past an arrow, if the current token begins one.
    mutating func takeArrow() -> Bool {
        guard let current, current.isMark("-"), let next, next.isMark(">"), isAdjacent(next, to: current) else {
            return false
        }
        index += 2
        return true
    }

    private mutating func take(where condition: (Token) -> Bool) -> Bool {
        guard let current, condition(current) else { return false }
        advance()
        return true
    }

    /// Goes past the word or the quoted word that is the current token; its text is as the source has it.
    mutating func takeName() -> String? {
        guard let current, current.word != nil else { return nil }
        advance()
        return text(of: current)
    }

    /// Goes past a group in parentheses, brackets or braces that begins here.
    ///
    /// - Returns: False where none begins, or where it has no end.
    mutating func skipGroup() -> Bool {
        var depth = 0
        repeat {
            guard let current else { return false }
            depth += current.groupStep
            if depth > 0 || current.groupStep < 0 { advance() }
        } while depth > 0
        return tokens.indices.contains(index - 1) && tokens[index - 1].groupStep < 0
    }

    /// Goes past generic arguments in angle brackets that begin here.
    mutating func skipAngles() -> Bool {
        var depth = 0
        repeat {
            guard let current else { return false }
            if current.groupStep > 0 {
                guard skipGroup() else { return false }
                continue
            }
            if takeArrow() { continue }
            if current.isMark("<") { depth += 1 }
            if current.isMark(">") { depth -= 1 }
            advance()
        } while depth > 0
        return true
    }

    /// The text from one token up to another, on one line and without comments.
    func text(from start: Int, to end: Int? = nil) -> String {
        var text = ""
        var previous: Token?
        for token in tokens[start..<min(end ?? index, tokens.count)] {
            if let previous, !isAdjacent(token, to: previous) {
                let isWrapped = token.location.line != previous.location.line
                if !isWrapped || previous.groupStep <= 0 && token.groupStep >= 0 { text += " " }
            }
            text += self.text(of: token)
            previous = token
        }
        return text
    }

    private func text(of token: Token) -> String { String(decoding: source[token.range], as: UTF8.self) }

    /// Whether nothing stands between two tokens.
    func isAdjacent(_ token: Token, to previous: Token) -> Bool { token.range.lowerBound == previous.range.upperBound }
}

extension Token {
    /// One for a mark that opens a group, minus one for a mark that closes it.
    var groupStep: Int {
        switch kind {
        case .mark("("), .mark("["), .mark("{"): 1
        case .mark(")"), .mark("]"), .mark("}"): -1
        default: 0
        }
    }
}
