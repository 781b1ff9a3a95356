import SwiftSource

/// The places of the values in a JSON file. The decoder of JSON does not report them.
struct JSONPlaces: Sendable, Hashable {
    private var places: [String: SourceLocation] = [:]
    private var tokens: ArraySlice<Token>
    private let text: [UInt8]

    /// Reads the places of the values.
    ///
    /// - Throws: An error with a place if the text is not JSON, or if an object has a key twice, of
    ///   which the decoder would ignore one.
    init(_ text: [UInt8]) throws(LayerRulesError) {
        self.text = text
        tokens = Token.list(of: text)[...]
        try readValue(at: "", depth: 0)
        if let token = tokens.first {
            throw unexpected(token)
        }
    }

    /// Returns the place of the value with a path, such as `layers[0].name`, or of the nearest
    /// value that contains it.
    subscript(path: String) -> SourceLocation? {
        var path = path[...]
        while places[String(path)] == nil, let end = path.lastIndex(where: { ".[".contains($0) }) {
            path = path[..<end]
        }
        return places[String(path)] ?? places[""]
    }

    private mutating func readValue(at path: String, depth: Int) throws(LayerRulesError) {
        let token = try next()
        places[path] = token.location
        switch token.kind {
        // The decoder has the same limit.
        case .punctuation("{") where depth < 512:
            try readObject(at: path, depth: depth)
        case .punctuation("[") where depth < 512:
            try readArray(at: path, depth: depth)
        case .punctuation("-"): _ = try next()
        case .literal, .word("true"), .word("false"), .word("null"): break
        default: throw unexpected(token)
        }
    }

    private mutating func readObject(at path: String, depth: Int) throws(LayerRulesError) {
        var keys: Set<String> = []
        if skip("}") {
            return
        }
        while true {
            let token = try next()
            guard let key = token.literal(in: text) else { throw unexpected(token) }
            guard keys.insert(key).inserted else {
                let message = "duplicate key '\(key)'; remove one of the values"
                throw LayerRulesError(message, at: token.location)
            }
            try expect(":")
            try readValue(at: path.isEmpty ? key : "\(path).\(key)", depth: depth + 1)
            if skip("}") {
                return
            }
            try expect(",")
        }
    }

    private mutating func readArray(at path: String, depth: Int) throws(LayerRulesError) {
        var count = 0
        if skip("]") {
            return
        }
        while true {
            try readValue(at: "\(path)[\(count)]", depth: depth + 1)
            count += 1
            if skip("]") {
                return
            }
            try expect(",")
        }
    }

    private mutating func next() throws(LayerRulesError) -> Token {
        guard let token = tokens.popFirst() else {
            throw LayerRulesError("not valid JSON: the file is not complete", at: end)
        }
        return token
    }

    private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        guard tokens.first?.isPunctuation(mark) == true else { return false }
        tokens.removeFirst()
        return true
    }

    private mutating func expect(_ mark: Unicode.Scalar) throws(LayerRulesError) {
        let token = try next()
        guard token.isPunctuation(mark) else { throw unexpected(token) }
    }

    private func unexpected(_ token: Token) -> LayerRulesError {
        let word = String(decoding: text[token.range], as: UTF8.self)
        return LayerRulesError("not valid JSON: unexpected \(word)", at: token.location)
    }

    /// The end of the file.
    private var end: SourceLocation {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return SourceLocation(line: lines.count, column: (lines.last?.count ?? 0) + 1)
    }
}
