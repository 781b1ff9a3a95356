import SwiftSource

/// A call in a manifest that has a list of dependencies, such as
/// `.target(name: "Home", dependencies: ["Core"])`.
///
/// All indices are indices of bytes in the text.
struct Declaration {
    let name: String
    /// The label of the list, such as `dependencies`.
    let label: String
    /// The index of the first argument, which is usually the name.
    let start: Int
    /// The index after the argument that a new list follows, which is usually the name.
    private(set) var argumentEnd: Int
    /// The index of the bracket that ends the call.
    private(set) var end = 0
    /// The ranges of the arguments from the name on.
    private(set) var arguments: [Range<Int>] = []
    /// The indices of the labels of the arguments after the name.
    private(set) var labels: [String: Int] = [:]
    /// The range of the list's argument with the comma before it, or `nil` if there is no such
    /// argument.
    private(set) var argument: Range<Int>?
    /// The range of the value of the list, or `nil` if there is no such argument.
    private(set) var dependencies: Range<Int>?
    /// The array literals in the value of the list, which is either a single array literal or a
    /// sum of arrays.
    private(set) var arrays: [ArrayLiteral] = []
    /// Whether an operator can follow the value without parentheses around the value.
    private(set) var isSimple = true

    /// An array literal.
    struct ArrayLiteral {
        /// The index after the opening bracket.
        let start: Int
        /// The index of the closing bracket, or of the end of the text if there is no such bracket.
        fileprivate(set) var end: Int
        fileprivate(set) var elements: [Range<Int>] = []
        /// The name of each element: the literal itself, or the argument `name:` of a call.
        fileprivate(set) var names: [String] = []
        /// The index of the comma after the last element, if there is one.
        fileprivate(set) var lastComma: Int?
        /// The range with the brackets.
        var range: Range<Int> { (start - 1)..<(end + 1) }
    }

    /// Reads the arguments of a call.
    ///
    /// - Parameters:
    ///   - name: The index of the token of the name.
    ///   - list: The label of the list of dependencies.
    ///   - labels: The labels of the arguments that precede the list.
    init(
        in text: [UInt8],
        _ tokens: [Token],
        name: Int,
        listing list: String = "dependencies",
        after labels: [String] = []
    ) {
        let first = name > 1 && tokens[name - 1].isPunctuation(":") ? name - 2 : name
        self.name = tokens[name].literal(in: text) ?? ""
        label = list
        start = tokens[first].range.lowerBound
        argumentEnd = tokens[name].range.upperBound
        arguments.append(start..<argumentEnd)
        var index = name + 1
        while index + 1 < tokens.count, tokens[index].isPunctuation(",") {
            let end = tokens.end(ofExpressionAt: index + 1)
            guard end > index + 1 else {
                index = end
                break
            }
            let upperBound = tokens[end - 1].range.upperBound
            let start = tokens[index + 1].range.lowerBound
            arguments.append(start..<upperBound)
            if let label = tokens[index + 1].word, index + 3 < end,
                tokens[index + 2].isPunctuation(":")
            {
                self.labels[label] = start
                if labels.contains(label) {
                    argumentEnd = upperBound
                }
                if label == list {
                    argument = tokens[index].range.lowerBound..<upperBound
                    dependencies = tokens[index + 3].range.lowerBound..<upperBound
                    readArrays(in: text, tokens, index + 3..<end)
                }
            }
            index = end
        }
        end = index < tokens.count ? tokens[index].range.lowerBound : text.count
    }

    /// Reads the array literals in `[…]`, `[…] + others` and `others + […]`, and whether an
    /// operator can follow the value without parentheses.
    private mutating func readArrays(in text: [UInt8], _ tokens: [Token], _ value: Range<Int>) {
        var depth = 0
        for index in value {
            let token = tokens[index]
            if depth == 0, token.isPunctuation("?") {
                arrays = []
                isSimple = false
                return
            }
            let isOperand = index == value.lowerBound || tokens[index - 1].isPunctuation("+")
            if depth == 0, isOperand, token.isPunctuation("[") {
                let (array, end) = ArrayLiteral.read(in: text, tokens, opening: index)
                if end + 1 >= value.upperBound || tokens[end + 1].isPunctuation("+") {
                    arrays.append(array)
                }
            }
            depth += token.nestingChange
        }
    }
}

extension Declaration.ArrayLiteral {
    /// Reads the array literal with an opening bracket, and returns it with the index of the token
    /// of the closing bracket.
    static func read(
        in text: [UInt8],
        _ tokens: [Token],
        opening: Int
    ) -> (array: Declaration.ArrayLiteral, end: Int) {
        var array = Declaration.ArrayLiteral(
            start: tokens[opening].range.upperBound,
            end: text.count
        )
        var index = opening + 1
        while true {
            let end = tokens.end(ofExpressionAt: index)
            if end > index {
                array.lastComma = nil
                array.elements.append(
                    tokens[index].range.lowerBound..<tokens[end - 1].range.upperBound
                )
                array.names.append(name(of: tokens[index..<end], in: text))
            }
            guard end < tokens.count else { return (array, end) }
            guard tokens[end].isPunctuation(",") else {
                array.end = tokens[end].range.lowerBound
                return (array, end)
            }
            array.lastComma = tokens[end].range.lowerBound
            index = end + 1
        }
    }

    private static func name(of tokens: ArraySlice<Token>, in text: [UInt8]) -> String {
        if tokens.count == 1, let first = tokens.first {
            return first.literal(in: text) ?? ""
        }
        for (label, value) in zip(tokens, tokens.dropFirst(2)) where label.isWord("name") {
            return value.literal(in: text) ?? ""
        }
        return ""
    }
}

extension [Token] {
    /// Returns the index of the comma or bracket that ends the expression at `start`.
    func end(ofExpressionAt start: Int) -> Int {
        var index = start
        var depth = 0
        while index < count {
            if depth == 0, self[index].isPunctuation(",") || self[index].nestingChange < 0 {
                break
            }
            depth += self[index].nestingChange
            index += 1
        }
        return index
    }

    /// Returns the index of an argument's label in a call whose arguments begin at `start`.
    func label(_ name: String, from start: Int) -> Int? {
        var index = start
        while index + 2 < count, self[index].word != nil, self[index + 1].isPunctuation(":") {
            if self[index].isWord(name) {
                return index
            }
            index = end(ofExpressionAt: index + 2) + 1
        }
        return nil
    }

    /// Returns the range of the text of the expression at `start`.
    func range(ofExpressionAt start: Int) -> Range<Int> {
        self[start].range.lowerBound..<self[end(ofExpressionAt: start) - 1].range.upperBound
    }
}
