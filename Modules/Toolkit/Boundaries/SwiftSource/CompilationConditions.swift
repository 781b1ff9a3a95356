/// The values of names in the conditions of `#if`, such as `DEBUG`.
///
/// A condition is true, false or unknown. The branch of an unknown condition counts as code,
/// because some builds compile it.
public struct CompilationConditions: Sendable, Hashable, Codable {
    /// The values by name. All other names are unknown.
    public var values: [String: Bool]

    /// The names whose values are the same in every package: SwiftPM defines `SWIFT_PACKAGE`, and
    /// only CocoaPods defines `COCOAPODS`.
    public static let package = Self(values: ["SWIFT_PACKAGE": true, "COCOAPODS": false])

    /// Returns these conditions with other values for some names.
    public func merging(_ others: [String: Bool]) -> Self {
        Self(values: values.merging(others) { $1 })
    }

    /// Returns the value of a condition, or `nil` if the value is unknown. The tokens are those
    /// after `#if` or `#elseif`.
    func value(of tokens: [Token], in source: [UInt8]) -> Bool? {
        var reader = ConditionReader(tokens: tokens[...], source: source, values: values)
        return reader.readAlternatives()
    }
}

/// A reader for the condition of an `#if`, which consists of names, platform conditions, `!`, `&&`,
/// `||` and parentheses.
private struct ConditionReader {
    var tokens: ArraySlice<Token>
    let source: [UInt8]
    let values: [String: Bool]

    mutating func readAlternatives() -> Bool? {
        var result = readConjunction()
        while skip("|") {
            let next = readConjunction()
            result = result == true || next == true ? true : (result == nil ? nil : next)
        }
        return result
    }

    private mutating func readConjunction() -> Bool? {
        var result = readTerm()
        while skip("&") {
            let next = readTerm()
            result = result == false || next == false ? false : (result == nil ? nil : next)
        }
        return result
    }

    private mutating func readTerm() -> Bool? {
        guard let token = tokens.popFirst() else { return nil }
        if token.isPunctuation("!") {
            return readTerm().map { !$0 }
        }
        if token.isPunctuation("(") {
            defer {
                skipGroup()
            }
            return readAlternatives()
        }
        guard let name = token.word else {
            return String(decoding: source[token.range], as: UTF8.self) == "0" ? false : nil
        }
        // The values of platform conditions, such as `os(Linux)`, are unknown.
        if tokens.first?.isPunctuation("(") == true {
            tokens.removeFirst()
            skipGroup()
            return nil
        }
        return Bool(name) ?? values[name]
    }

    /// Skips an operator of two equal characters.
    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard tokens.prefix(2).count == 2,
            tokens.prefix(2).allSatisfy({ $0.isPunctuation(character) })
        else { return false }
        tokens.removeFirst(2)
        return true
    }

    /// Skips the rest of a group after its opening parenthesis.
    private mutating func skipGroup() {
        var depth = 1
        while depth > 0, let token = tokens.popFirst() {
            depth += token.nestingChange
        }
    }
}

// MARK: - Tokens that are compiled

/// The tokens of a source file without the branches of `#if` that are never compiled.
///
/// The directives themselves remain, unless they are in such a branch.
struct CompiledTokens {
    /// An open `#if`.
    private struct Block {
        /// Whether the condition of a branch so far is true, so that no later branch is compiled.
        var isDecided = false
        /// Whether the current branch may be compiled.
        var isCompiled = true
    }

    private(set) var lexer: Lexer
    private let conditions: CompilationConditions
    private var blocks: [Block] = []
    /// The tokens of a condition that were read to find its value, and the token after them.
    private var pending: ArraySlice<Token> = []

    init(_ source: [UInt8], _ conditions: CompilationConditions) {
        lexer = Lexer(source)
        self.conditions = conditions
    }

    mutating func next() -> Token? {
        while let token = read() {
            guard case .directive(let word) = token.kind,
                ["if", "elseif", "else", "endif"].contains(word)
            else {
                if blocks.allSatisfy(\.isCompiled) {
                    return token
                }
                continue
            }
            let isVisible = blocks.dropLast(word == "if" ? 0 : 1).allSatisfy(\.isCompiled)
            follow(word, at: token)
            if isVisible {
                return token
            }
        }
        return nil
    }

    private mutating func read() -> Token? {
        pending.isEmpty ? lexer.next() : pending.removeFirst()
    }

    private mutating func follow(_ directive: String, at token: Token) {
        switch directive {
        case "if":
            blocks.append(Block())
            enterBranch(readCondition(after: token))
        case "elseif": enterBranch(readCondition(after: token))
        case "else": enterBranch(true)
        default: _ = blocks.popLast()
        }
    }

    private mutating func enterBranch(_ condition: Bool?) {
        guard let last = blocks.indices.last else { return }
        blocks[last].isCompiled = !blocks[last].isDecided && condition != false
        if condition == true {
            blocks[last].isDecided = true
        }
    }

    /// Reads the condition on the line of a directive without consuming it. A condition in
    /// parentheses can extend beyond the line.
    private mutating func readCondition(after directive: Token) -> Bool? {
        var condition: [Token] = []
        var rest: [Token] = []
        var depth = 0
        while let token = read() {
            guard depth > 0 || token.location.line == directive.location.line else {
                rest.append(token)
                break
            }
            depth += token.nestingChange
            condition.append(token)
        }
        pending = (condition + rest)[...] + pending
        return conditions.value(of: condition, in: lexer.bytes)
    }
}
