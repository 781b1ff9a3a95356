import SwiftSource

/// Reads the list of targets of a manifest, as far as ``ManifestEditor`` needs it.
struct ManifestReader {
    let bytes: [UInt8]
    /// The names of the functions that the manifest declares.
    let functions: Set<String>
    private let tokens: [Token]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        tokens = Token.list(of: bytes)
        functions = Set(zip(tokens, tokens.dropFirst()).compactMap { $0.isWord("func") ? $1.word : nil })
    }

    /// Reads `targets: [ … ]` among the arguments of `Package( … )`.
    mutating func readTargets() throws(ScaffoldingError) -> (list: Range<Int>, entries: [ManifestEditor.Entry]) {
        guard let start = startOfTargets() else {
            throw failure("there is no list 'targets: [ … ]' in 'Package( … )'", at: nil)
        }
        position = start
        let begin = tokens[start - 1].range.upperBound
        var entries: [ManifestEditor.Entry] = []
        while let token = current, !token.isMark("]") {
            entries.append(try readEntry())
            if current?.isMark(",") == true { position += 1 }
        }
        guard let end = current else { throw failure("the list of targets does not end", at: nil) }
        // What follows the bracket is not looked at, but a list that goes on by an operator is not all there is.
        if let next = tokens[safe: position + 1], !next.isMark(","), !next.isMark(")") {
            throw failure("the list of targets is put together from parts", at: next)
        }
        return (begin..<end.range.lowerBound, entries)
    }

    private var current: Token? { tokens[safe: position] }

    /// The position behind the opening bracket.
    private func startOfTargets() -> Int? {
        guard let package = tokens.indices.first(where: { tokens[$0].isWord("Package") && isMark("(", at: $0 + 1) })
        else { return nil }
        var depth = 0
        for index in tokens[(package + 1)...].indices {
            depth += tokens[index].depthStep
            if depth == 0 { return nil }
            if depth == 1, tokens[index].isWord("targets"), isMark(":", at: index + 1), isMark("[", at: index + 2) {
                return index + 3
            }
        }
        return nil
    }

    private func isMark(_ mark: Unicode.Scalar, at index: Int) -> Bool { tokens[safe: index]?.isMark(mark) == true }

    /// Reads `.verb( … )`.
    private mutating func readEntry() throws(ScaffoldingError) -> ManifestEditor.Entry {
        guard let point = current, point.isMark("."), let verb = tokens[safe: position + 1]?.word,
            isMark("(", at: position + 2)
        else { throw failure("a target is not written as '.verb( … )'", at: current) }
        position += 3
        var arguments: [ManifestEditor.Argument] = []
        while let token = current, !token.isMark(")") {
            arguments.append(try readArgument())
            if current?.isMark(",") == true { position += 1 }
        }
        guard let end = current else { throw failure("'.\(verb)(' does not end", at: point) }
        position += 1
        if let next = current, !next.isMark(","), !next.isMark("]") {
            throw failure("something follows '.\(verb)( … )'", at: next)
        }
        return ManifestEditor.Entry(
            verb: verb, arguments: arguments, line: point.location.line,
            range: point.range.lowerBound..<end.range.upperBound)
    }

    /// Reads `label: value`; a value that is neither a string nor a list of strings has no strings.
    private mutating func readArgument() throws(ScaffoldingError) -> ManifestEditor.Argument {
        var label: String?
        if let word = current?.word, isMark(":", at: position + 1) {
            label = word
            position += 2
        }
        let start = position
        var depth = 0
        while let token = current, depth > 0 || !token.isMark(",") && !token.isMark(")") {
            if case .directive(let word) = token.kind {
                throw failure("'#\(word)' stands among the targets", at: token)
            }
            depth += token.depthStep
            position += 1
        }
        guard position > start else { throw failure("an argument has no value", at: current) }
        let value = tokens[start..<position]
        let range = value[start].range.lowerBound..<value[position - 1].range.upperBound
        let isList = value.count > 1 && value[start].isMark("[") && value[position - 1].isMark("]")
        let strings = (isList ? value.dropFirst().dropLast() : value).filter { !$0.isMark(",") }.map(string)
        let areStrings = !strings.contains { $0 == nil }
        return ManifestEditor.Argument(
            label: label, strings: areStrings ? strings.compactMap(\.self) : [], isList: isList && areStrings,
            range: range)
    }

    /// The string that a token is, if it has no escapes.
    private func string(_ token: Token) -> ManifestEditor.StringLiteral? {
        let text = String(decoding: bytes[token.range], as: UTF8.self)
        guard token.kind == .literal, text.hasPrefix("\""), !text.hasPrefix("\"\"\""), !text.contains("\\") else {
            return nil
        }
        return ManifestEditor.StringLiteral(value: String(text.dropFirst().dropLast()), range: token.range)
    }

    private func failure(_ reason: String, at token: Token?) -> ScaffoldingError {
        .manifestNotUnderstood(
            line: token?.location.line, reason: reason,
            remedy: "write the targets as one list of verbs, as in a workspace that 'bulkhead new' starts")
    }
}

extension Token {
    /// One for a mark that opens a group, minus one for a mark that closes it.
    var depthStep: Int {
        switch kind {
        case .mark("("), .mark("["), .mark("{"): 1
        case .mark(")"), .mark("]"), .mark("}"): -1
        default: 0
        }
    }
}

extension Array {
    /// The element at an index, or nil where there is none.
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
