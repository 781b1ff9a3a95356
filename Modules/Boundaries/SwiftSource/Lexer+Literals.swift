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
