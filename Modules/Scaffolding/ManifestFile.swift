import SwiftSource

/// The arrays of features and services in a manifest, edited as text. Order, comments and everything else stay as they are.
package struct ManifestFile {
    /// An array of the manifest.
    package enum List: String {
        case features, services

        /// The type of its elements.
        fileprivate var type: String { self == .features ? "Feature" : "Service" }
    }

    /// An element such as `Feature("Payments", uses: ["Library"])`.
    private struct Element {
        let name: String
        let line: Int
        let range: Range<Int>
        let comma: Range<Int>?
    }

    /// The text of the manifest.
    package private(set) var text: String
    private var bytes: [UInt8] { Array(text.utf8) }
    private var tokens: [Token] { Token.list(of: bytes) }

    /// Creates an editor of a manifest.
    package init(_ text: String) { self.text = text }

    /// The strings of the manifest: the names of modules and products, and paths.
    package var strings: [String] {
        let bytes = bytes
        return tokens.compactMap { Self.string($0, bytes) }
    }

    /// Returns the names of the elements of an array.
    package func names(in list: List) throws(ScaffoldingError) -> [String] {
        try elements(of: list).elements.map(\.name)
    }

    /// Returns the lines that name a module, without those of one element.
    package func uses(of modules: [String], outside name: String, of list: List) throws(ScaffoldingError) -> [String] {
        let own = try elements(of: list).elements.first { $0.name == name }?.range
        let bytes = bytes
        return tokens.compactMap { token in
            guard let module = Self.string(token, bytes), modules.contains(module) else { return nil }
            guard own?.contains(token.range.lowerBound) != true else { return nil }
            return "\(Workspace.manifest):\(token.location.line): names '\(module)'"
        }
    }

    /// Adds an element as the last one of an array.
    package mutating func add(_ element: String, to list: List) throws(ScaffoldingError) {
        let (brackets, elements) = try elements(of: list)
        guard let last = elements.last else { return replace(brackets, with: "\n    \(element)\n") }
        let start = startOfLine(brackets.upperBound)
        guard bytes[start..<brackets.upperBound].allSatisfy({ $0 == UInt8(ascii: " ") }) else {
            throw .manifestNotUnderstood(
                line: last.line, reason: "the bracket that closes '\(list.rawValue)' shares its line",
                remedy: "move it to a line of its own")
        }
        replace(start..<start, with: "    \(element),\n")
        if last.comma == nil { replace(last.range.upperBound..<last.range.upperBound, with: ",") }
    }

    /// Removes an element with its lines.
    package mutating func remove(_ name: String, from list: List) throws(ScaffoldingError) {
        let (brackets, elements) = try elements(of: list)
        guard let element = elements.first(where: { $0.name == name }) else { return }
        if elements.count == 1 {
            replace(brackets, with: "")
            // An empty array literal has no type of its own.
            return text.replace("let \(list.rawValue) = []", with: "let \(list.rawValue): [\(list.type)] = []")
        }
        let start = startOfLine(element.range.lowerBound)
        let end = bytes[element.range.upperBound...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
        let others = tokens.filter { (start..<end).contains($0.range.lowerBound) && $0.range != element.comma }
        guard others.allSatisfy({ element.range.contains($0.range.lowerBound) }) else {
            throw .manifestNotUnderstood(
                line: element.line, reason: "'\(name)' shares its line", remedy: "move it to a line of its own")
        }
        replace(start..<end, with: "")
        // The format of an array of one element has no comma.
        let rest = try self.elements(of: list).elements
        if rest.count == 1, let comma = rest[0].comma { replace(comma, with: "") }
    }

    /// Gives modules new names wherever the manifest names them.
    package mutating func rename(_ names: [String: String]) {
        let bytes = bytes
        for token in tokens.reversed() {
            if let new = Self.string(token, bytes).flatMap({ names[$0] }) { replace(token.range, with: "\"\(new)\"") }
        }
    }

    private mutating func replace(_ range: Range<Int>, with replacement: String) {
        var bytes = bytes
        bytes.replaceSubrange(range, with: Array(replacement.utf8))
        text = String(decoding: bytes, as: UTF8.self)
    }

    private func startOfLine(_ position: Int) -> Int {
        bytes[..<position].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    }

    private static func string(_ token: Token, _ bytes: [UInt8]) -> String? {
        guard token.kind == .literal, bytes[token.range.lowerBound] == UInt8(ascii: "\"") else { return nil }
        return String(decoding: bytes[token.range].dropFirst().dropLast(), as: UTF8.self)
    }

    /// Returns the bytes between the brackets of an array, and its elements.
    private func elements(of list: List) throws(ScaffoldingError) -> (brackets: Range<Int>, elements: [Element]) {
        let (tokens, bytes, array) = (tokens, bytes, list.rawValue)
        guard
            let start = tokens.indices.first(where: {
                tokens[$0].isWord("let") && tokens[safe: $0 + 1]?.isWord(array) == true
            }), let equals = tokens[start...].firstIndex(where: { $0.isMark("=") }),
            tokens[safe: equals + 1]?.isMark("[") == true
        else {
            throw .manifestNotUnderstood(
                line: nil, reason: "it does not declare 'let \(array): [\(list.type)] = [ … ]'",
                remedy: "declare it, as a new workspace does")
        }
        var elements: [Element] = []
        var index = equals + 2
        while let token = tokens[safe: index], !token.isMark("]") {
            var depth = 0
            let end = tokens.indices[(index + 1)...].first {
                depth += tokens[$0].depthStep
                return depth == 0
            }
            guard token.isWord(list.type), let end, tokens[end].isMark(")"),
                let name = tokens[safe: index + 2].flatMap({ Self.string($0, bytes) })
            else {
                throw .manifestNotUnderstood(
                    line: token.location.line, reason: "an element of '\(array)' does not begin with '\(list.type)(\"'",
                    remedy: "write it as '\(list.type)(\"Name\", …)'")
            }
            let comma = tokens[safe: end + 1].flatMap { $0.isMark(",") ? $0.range : nil }
            let range = token.range.lowerBound..<tokens[end].range.upperBound
            elements.append(Element(name: name, line: token.location.line, range: range, comma: comma))
            index = end + (comma == nil ? 1 : 2)
        }
        guard let close = tokens[safe: index] else {
            throw .manifestNotUnderstood(line: nil, reason: "'\(array)' does not end", remedy: "close it with ']'")
        }
        return (tokens[equals + 1].range.upperBound..<close.range.lowerBound, elements)
    }
}

extension Token {
    /// 1 for a mark that opens a group, -1 for a mark that closes one.
    var depthStep: Int {
        switch kind {
        case .mark("("), .mark("["), .mark("{"): 1
        case .mark(")"), .mark("]"), .mark("}"): -1
        default: 0
        }
    }
}
