import BoundaryRules
import SwiftSource

/// The text of a manifest in which the dependencies of targets are edited.
///
/// A target can be edited if a call with a literal name declares it, such as `.target(name: "Home", dependencies: ["Core"])`. All other text stays as it
/// is, byte for byte.
public struct ManifestEdit: Sendable {
    public private(set) var text: [UInt8]

    public init(_ text: String) { self.text = Array(text.utf8) }

    /// The reason why a target cannot be edited.
    public enum Refusal: Error, Hashable, Sendable {
        /// No call with a literal name declares the target.
        case noDeclaration
        /// Several calls declare a target of this name.
        case ambiguous
        /// No array literal in the declaration contains such an element.
        case noElement
    }

    /// Adds an element, such as `"Core"` or `.product(name: "Logging", package: "swift-log")`, to the dependencies of a target.
    ///
    /// An element is added at its place in the alphabet if the others are sorted. Where the dependencies are not an array literal, as in
    /// `dependencies: shared`, an array literal is added to them.
    public mutating func add(_ element: String, to target: String) throws(Refusal) {
        let declaration = try declaration(of: target)
        guard let expression = declaration.dependencies else {
            return insert(", dependencies: [\(element)]", at: declaration.nameEnd)
        }
        guard let array = declaration.arrays.first else {
            let isSimple = declaration.isSimple
            insert((isSimple ? "" : ")") + " + [\(element)]", at: expression.upperBound)
            return isSimple ? () : insert("(", at: expression.lowerBound)
        }
        guard let last = array.elements.last else { return insert(element, at: array.start) }
        let names = array.elements.map { String(decoding: text[$0], as: UTF8.self) }
        let isSorted = zip(names, names.dropFirst()).allSatisfy { $0 <= $1 }
        if isSorted, let next = names.firstIndex(where: { $0 > element }) {
            let start = array.elements[next].lowerBound
            insert("\(element),\(space(before: start))", at: start)
        } else {
            insert(",\(space(before: last.lowerBound))\(element)", at: last.upperBound)
        }
    }

    /// Removes a dependency from a target.
    public mutating func remove(_ name: String, from target: String) throws(Refusal) {
        let arrays = try declaration(of: target).arrays
        guard let array = arrays.first(where: { $0.names.contains(name) }),
            let index = array.names.firstIndex(of: name)
        else { throw .noElement }
        let element = array.elements[index]
        var range = element
        if index + 1 < array.elements.count {
            range = element.lowerBound..<array.elements[index + 1].lowerBound
        } else if index > 0 {
            range = array.elements[index - 1].upperBound..<element.upperBound
        } else {
            // The only element, with a comma after it.
            let rest = text[element.upperBound..<array.end]
            if let comma = rest.firstIndex(of: UInt8(ascii: ",")) { range = element.lowerBound..<(comma + 1) }
        }
        text.removeSubrange(range)
    }

    /// Returns the source text of a dependency that any target declares, such as `.product(name: "Logging", package: "swift-log")`.
    public func element(named name: String) -> String? {
        for array in declarations().flatMap(\.arrays) {
            guard let index = array.names.firstIndex(of: name) else { continue }
            return String(decoding: text[array.elements[index]], as: UTF8.self)
        }
        return nil
    }

    private mutating func insert(_ addition: String, at index: Int) {
        text.insert(contentsOf: addition.utf8, at: index)
    }

    /// Returns the white space before an element: a line break and its indentation, or a space.
    private func space(before index: Int) -> String {
        var start = index
        while start > 0, [UInt8(ascii: " "), UInt8(ascii: "\t")].contains(text[start - 1]) { start -= 1 }
        guard start > 0, text[start - 1] == UInt8(ascii: "\n") else { return " " }
        return "\n" + String(decoding: text[start..<index], as: UTF8.self)
    }
}

// MARK: - Finding declarations

extension ManifestEdit {
    /// The places of a target's declaration in the text.
    private struct Declaration {
        let name: String
        let nameEnd: Int
        var labels: Set<String> = []
        /// The value of `dependencies:`, if there is one.
        var dependencies: Range<Int>?
        /// The array literals that the value consists of, or that are added to others in it.
        var arrays: [DependencyArray] = []
        /// Whether an operator can follow the value without parentheses.
        var isSimple = true
    }

    private struct DependencyArray {
        /// The index after the opening bracket.
        let start: Int
        var end = 0
        var elements: [Range<Int>] = []
        /// The name of each element: a literal, or the argument `name:` of a call.
        var names: [String] = []
    }

    private static let functions: Set = ["target", "testTarget", "executableTarget", "macro", "plugin"]

    private func declaration(of target: String) throws(Refusal) -> Declaration {
        let all = declarations().filter { $0.name == target }
        // A dependency in a variable, such as `.target(name: "Core", condition: …)`, has the same form.
        let certain = all.filter { !$0.labels.subtracting(["condition"]).isEmpty }
        let found = certain.isEmpty ? all : certain
        guard let first = found.first else { throw .noDeclaration }
        guard found.count == 1 else { throw .ambiguous }
        return first
    }

    private func declarations() -> [Declaration] {
        let tokens = Token.list(of: text)
        let declarations = tokens.indices.compactMap { index -> Declaration? in
            guard index + 5 < tokens.count, tokens[index].isPunctuation("."), let function = tokens[index + 1].word,
                Self.functions.contains(function), tokens[index + 2].isPunctuation("("),
                tokens[index + 3].isWord("name"),
                tokens[index + 4].isPunctuation(":"), let name = literal(tokens[index + 5])
            else { return nil }
            return declaration(of: name, tokens, from: index + 5)
        }
        let arrays = declarations.flatMap(\.arrays).map { $0.start..<$0.end }
        return declarations.filter { declaration in
            // A product and the use of a plugin.
            declaration.labels.isDisjoint(with: ["targets", "package"])
                && !arrays.contains { $0.contains(declaration.nameEnd) }
        }
    }

    /// Reads the arguments of a call after the token of its name.
    private func declaration(of name: String, _ tokens: [Token], from start: Int) -> Declaration {
        var declaration = Declaration(name: name, nameEnd: tokens[start].range.upperBound)
        var index = start + 1
        while index + 2 < tokens.count, tokens[index].isPunctuation(","), let label = tokens[index + 1].word,
            tokens[index + 2].isPunctuation(":")
        {
            declaration.labels.insert(label)
            let end = self.end(of: tokens, from: index + 3)
            if label == "dependencies", index + 3 < end {
                let value = index + 3..<end
                declaration.dependencies = tokens[index + 3].range.lowerBound..<tokens[end - 1].range.upperBound
                (declaration.arrays, declaration.isSimple) = arrays(tokens, in: value)
            }
            index = end
        }
        return declaration
    }

    /// Returns the index of the comma or bracket that ends an expression.
    private func end(of tokens: [Token], from start: Int) -> Int {
        var (index, depth) = (start, 0)
        while index < tokens.count {
            if depth == 0, tokens[index].isPunctuation(",") || tokens[index].nestingChange < 0 { break }
            depth += tokens[index].nestingChange
            index += 1
        }
        return index
    }

    /// Returns the array literals in `[…]`, `[…] + others` and `others + […]`, and whether the value is not a choice between several.
    private func arrays(_ tokens: [Token], in value: Range<Int>) -> (arrays: [DependencyArray], isSimple: Bool) {
        var arrays: [DependencyArray] = []
        var depth = 0
        for index in value {
            let token = tokens[index]
            if depth == 0, token.isPunctuation("?") { return ([], false) }
            let isOperand = index == value.lowerBound || tokens[index - 1].isPunctuation("+")
            if depth == 0, isOperand, token.isPunctuation("[") {
                let (array, end) = array(tokens, opening: index)
                if end + 1 >= value.upperBound || tokens[end + 1].isPunctuation("+") { arrays.append(array) }
            }
            depth += token.nestingChange
        }
        return (arrays, true)
    }

    private func array(_ tokens: [Token], opening: Int) -> (array: DependencyArray, end: Int) {
        var array = DependencyArray(start: tokens[opening].range.upperBound)
        var index = opening + 1
        while index < tokens.count {
            let end = self.end(of: tokens, from: index)
            if end > index {
                array.elements.append(tokens[index].range.lowerBound..<tokens[end - 1].range.upperBound)
                array.names.append(name(tokens[index..<end]))
            }
            guard end < tokens.count, tokens[end].isPunctuation(",") else {
                array.end = end < tokens.count ? tokens[end].range.lowerBound : text.count
                return (array, end)
            }
            index = end + 1
        }
        return (array, index)
    }

    private func name(_ tokens: ArraySlice<Token>) -> String {
        if tokens.count == 1, let first = tokens.first { return literal(first) ?? "" }
        for (label, value) in zip(tokens, tokens.dropFirst(2)) where label.isWord("name") {
            return literal(value) ?? ""
        }
        return ""
    }

    /// Returns the value of a string literal without escapes and interpolation.
    private func literal(_ token: Token) -> String? {
        guard token.kind == .literal else { return nil }
        let bytes = text[token.range]
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\""),
            !bytes.contains(UInt8(ascii: "\\"))
        else { return nil }
        return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    }
}
