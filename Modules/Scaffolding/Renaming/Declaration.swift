import SwiftSource

/// A name that a source file declares, wherever in it.
struct Declaration: Hashable {
    enum Kind {
        case type, function, variable, enumCase
    }

    let kind: Kind
    let name: String
    /// The line, from 1.
    let line: Int
    /// Whether it stands within the body of a function, and so means nothing elsewhere.
    let isLocal: Bool
    /// Whether a class that it inherits from gives it its name.
    let isOverride: Bool

    /// Reads the declarations of a source file.
    static func list(in source: [UInt8]) -> [Declaration] {
        var reader = DeclarationReader(source)
        reader.read()
        return reader.declarations
    }
}

/// Finds names behind the keywords that declare them; parameters and their labels are left out.
private struct DeclarationReader {
    private(set) var declarations: [Declaration] = []
    private let tokens: [Token]
    /// For each brace that is open, whether it opens the body of a type.
    private var braces: [Bool] = []
    private var isBodyOfType = false

    private static let types: Set = [
        "struct", "class", "enum", "actor", "protocol", "typealias", "associatedtype", "extension",
    ]

    init(_ source: [UInt8]) { tokens = Token.list(of: source) }

    mutating func read() {
        for (index, token) in tokens.enumerated() {
            switch token.kind {
            case .mark("{"):
                braces.append(isBodyOfType)
                isBodyOfType = false
            case .mark("}"): _ = braces.popLast()
            case .word(let word) where tokens[safe: index - 1]?.isMark(".") != true: read(word, at: index)
            default: break
            }
        }
    }

    private mutating func read(_ word: String, at index: Int) {
        switch word {
        case _ where Self.types.contains(word):
            guard tokens[safe: index - 1]?.isWord("import") != true, let next = tokens[safe: index + 1],
                case .word(let name) = next.kind, name != "func", name != "var", name != "let"
            else { return }
            isBodyOfType = word != "typealias" && word != "associatedtype"
            if word != "extension" { add(.type, at: index + 1) }
        case "func":
            isBodyOfType = false
            add(.function, at: index + 1)
        case "let", "var": addVariables(at: index + 1)
        case "case" where braces.last == true: addCases(at: index + 1)
        default: break
        }
    }

    private mutating func add(_ kind: Declaration.Kind, at index: Int) {
        guard let token = tokens[safe: index], case .word(let name) = token.kind else { return }
        let modifiers = tokens[max(0, index - 5)..<index].reversed().prefix { $0.word != nil }
        declarations.append(
            Declaration(
                kind: kind, name: name, line: token.location.line, isLocal: braces.contains(false),
                isOverride: modifiers.contains { $0.isWord("override") }))
    }

    /// One name, or those of a tuple.
    private mutating func addVariables(at start: Int) {
        guard tokens[safe: start]?.isMark("(") == true else { return add(.variable, at: start) }
        var index = start + 1
        while let token = tokens[safe: index], !token.isMark(")") {
            add(.variable, at: index)
            index += 1
        }
    }

    /// `one, two(Int), three = 3`.
    private mutating func addCases(at start: Int) {
        var index = start
        while tokens[safe: index]?.word != nil {
            add(.enumCase, at: index)
            index += 1
            var depth = 0
            while let token = tokens[safe: index], depth > 0 || token.isMark("(") || token.isMark("=") {
                depth += token.depthStep
                index += token.isMark("=") ? 2 : 1
            }
            guard tokens[safe: index]?.isMark(",") == true else { return }
            index += 1
        }
    }
}
