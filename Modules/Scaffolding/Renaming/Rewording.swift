import SwiftSource

/// Puts new names in the place of old ones in texts and paths.
struct Rewording {
    private let names: NewNames
    private let small: String

    init(_ names: NewNames) {
        self.names = names
        small = names.old.name.asProperty
    }

    /// The text with its new names.
    func reworded(_ text: TextFile) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.bytes.count)
        let scope = scope(of: text.path)
        // A byte order mark is no part of the first word.
        let mark = Array("\u{FEFF}".utf8)
        let bytes = text.bytes.starts(with: mark) ? text.bytes[mark.count...] : text.bytes[...]
        if text.isSwift {
            appendSource(Array(bytes), scope, to: &result)
        } else {
            appendProse(bytes, scope, to: &result)
        }
        return text.bytes.prefix(upTo: bytes.startIndex) + result
    }

    /// The path with its new names.
    func reworded(path: String) -> String {
        var result: [UInt8] = []
        for (word, rest) in Words(Array(path.utf8)[...]) {
            let text = String(decoding: word, as: UTF8.self)
            let isWhole = [nil, UInt8(ascii: "/")].contains(result.last) && rest.first != UInt8(ascii: "+")
            let isMeant = names.old.owns(path) || text != names.old.name || isWhole && scope(of: path) == .module
            result += text != small && isMeant ? names.names[text].map { Array($0.utf8) } ?? Array(word) : Array(word)
            result += rest
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// What the word alone means in a file.
    private enum Scope {
        /// The module, wherever it stands.
        case module
        /// The module in imports and where it is written as the name of one, and else something other.
        case other
        /// Likewise, in a manifest.
        case otherInManifest
    }

    private func scope(of path: String) -> Scope {
        if names.isCommon { return path == "Package.swift" ? .otherInManifest : .other }
        return !names.old.owns(path) && names.otherPlaces.contains { path.hasPrefix($0) } ? .other : .module
    }
}

// MARK: - Sources

extension Rewording {
    private func appendSource(_ bytes: [UInt8], _ scope: Scope, to result: inout [UInt8]) {
        var position = 0
        let tokens = Token.list(of: bytes)
        for (index, token) in tokens.enumerated() {
            appendProse(bytes[position..<token.range.lowerBound], scope, to: &result)
            switch token.kind {
            case .word(let word):
                let isImported = tokens[max(0, index - 2)..<index].contains { $0.isWord("import") }
                result += Array(newWord(for: word, scope, isModule: isImported).utf8)
            case .quotedWord: appendProse(bytes[token.range], scope, to: &result)
            case .literal: appendLiteral(bytes, token.range, scope, to: &result)
            case .directive, .mark: result += bytes[token.range]
            }
            position = token.range.upperBound
        }
        appendProse(bytes[position...], scope, to: &result)
    }

    private func newWord(for word: String, _ scope: Scope, isModule: Bool) -> String {
        word == names.old.name && !isModule && scope != .module ? word : names.names[word] ?? word
    }

    /// A string is prose, with sources in its interpolations.
    private func appendLiteral(_ bytes: [UInt8], _ range: Range<Int>, _ scope: Scope, to result: inout [UInt8]) {
        var start = range.lowerBound
        var position = start
        let isRaw = bytes[start] == UInt8(ascii: "#")
        while position < range.upperBound {
            guard bytes[position] == UInt8(ascii: "\\") else {
                position += 1
                continue
            }
            appendProse(bytes[start..<position], scope, to: &result)
            start = position
            if let end = endOfInterpolation(bytes, position, range) {
                appendSource(Array(bytes[position..<end]), scope, to: &result)
                (start, position) = (end, end)
            } else {
                // The letter of an escape is not the first one of the word behind it.
                position = min(position + 2, range.upperBound)
                if isRaw { continue }
                result += bytes[start..<position]
                start = position
            }
        }
        appendProse(bytes[start..<range.upperBound], scope, to: &result)
    }

    /// Where the interpolation ends that begins at a backslash; nil where none does.
    private func endOfInterpolation(_ bytes: [UInt8], _ start: Int, _ range: Range<Int>) -> Int? {
        var position = start + 1
        while position < range.upperBound, bytes[position] == UInt8(ascii: "#") { position += 1 }
        guard position < range.upperBound, bytes[position] == UInt8(ascii: "(") else { return nil }
        // Parentheses in strings within it are not counted.
        var depth = 0
        for token in Token.list(of: Array(bytes[position..<range.upperBound])) {
            depth += token.isMark("(") ? 1 : token.isMark(")") ? -1 : 0
            if depth == 0 { return position + token.range.upperBound }
        }
        return nil
    }
}

// MARK: - Prose

extension Rewording {
    /// Text for people: comments, pages, what strings say. Addresses of the web stay as they are.
    private func appendProse(_ bytes: ArraySlice<UInt8>, _ scope: Scope, to result: inout [UInt8]) {
        var isAddress = false
        for (word, rest) in Words(bytes) {
            let text = String(decoding: word, as: UTF8.self)
            if !isAddress, let name = names.names[text], means(text, behind: result.suffix(16), rest, scope) {
                result += Array(name.utf8)
            } else {
                result += word
            }
            result += rest
            isAddress = rest.starts(with: "://".utf8) || isAddress && !rest.contains { " \n\"')>`]".utf8.contains($0) }
        }
    }

    /// Whether a word of prose means what is renamed.
    private func means(_ word: String, behind before: ArraySlice<UInt8>, _ rest: ArraySlice<UInt8>, _ scope: Scope)
        -> Bool
    {
        let (last, next) = (before.last, rest.first)
        if word == small { return last == UInt8(ascii: "`") || last == UInt8(ascii: ".") }
        guard word == names.old.name else { return true }
        let folders = names.old.kind == .feature ? "Features/" : "Services/"
        if scope == .module { return true }
        let quotes = scope == .otherInManifest ? "'`\"" : "'`"
        let isQuoted = last == next && quotes.utf8.contains { $0 == last }
        let marks = [folders, "import ", "\n# "]
        return isQuoted || marks.contains { before.reversed().starts(with: $0.utf8.reversed()) }
            || before.elementsEqual("# ".utf8)
    }
}

/// The words of a text, each with what stands between it and the next; the first may be empty.
private struct Words: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func next() -> (word: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
        guard !rest.isEmpty else { return nil }
        let word = rest.prefix(while: \.isPartOfWord)
        let between = rest[word.endIndex...].prefix { !$0.isPartOfWord }
        rest = rest[between.endIndex...]
        return (word, between)
    }
}
