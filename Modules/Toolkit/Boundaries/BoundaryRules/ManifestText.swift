import SwiftSource

struct Place {
    let path: String
    var location: SourceLocation?
}

/// The path and the contents of a manifest.
public struct ManifestText: Sendable {
    let path: String
    let text: String
    /// The calls that declare targets by lists of modules.
    package let parts: [ManifestPart]
    private let tokens: [Token]
    /// The indices of the tokens of each string literal.
    private let names: [String: [Int]]
    /// The calls by the targets that they declare.
    private let partsByTarget: [String: ManifestPart]
    var fileName: String { path.lastPart ?? "" }

    public init(path: String, text: String) {
        self.path = path
        self.text = text
        let source = Array(text.utf8)
        let tokens = Token.list(of: source)
        self.tokens = tokens
        let literals = tokens.indices.compactMap { index in
            tokens[index].literal(in: source).map { (text: $0, index: index) }
        }
        names = Dictionary(grouping: literals, by: \.text).mapValues { $0.map(\.index) }
        parts = ManifestPart.list(in: source, tokens)
        let targets = parts.flatMap { part in part.targets(of: .exposes).map { ($0, part) } }
        partsByTarget = Dictionary(firstOf: targets)
    }

    /// Returns the place of a target in the manifest, which is the first of these that exists:
    ///
    /// - the declaration of the target
    /// - the call that declares the target by lists of modules
    /// - a call whose first argument is the name of the target
    /// - the first occurrence of the name in quotes
    /// - a call whose first argument is the longest possible prefix of the name, such as
    ///   `Feature("Home")` for `HomeTests`
    /// - the whole file
    func place(of target: String) -> Place {
        let indices = names[target] ?? []
        let declaration = indices.first(where: isDeclaration)
        if let part = part(declaring: target) {
            return Place(path: path, location: part.location)
        }
        let prefixes = target.indices.dropFirst().reversed().lazy.map { String(target[..<$0]) }
        let index =
            declaration ?? indices.first(where: isFirstArgument) ?? indices.first
            ?? prefixes.compactMap { names[$0]?.first(where: isFirstArgument) }.first
        return Place(path: path, location: index.map { tokens[$0].location })
    }

    /// Returns the call that declares a target by lists of modules, or `nil` if the target is
    /// declared otherwise.
    package func part(declaring target: String) -> ManifestPart? {
        let isDeclared = names[target]?.contains(where: isDeclaration) == true
        return isDeclared ? nil : partsByTarget[target]
    }

    /// Whether a name belongs to the declaration of a target, not of a product or a dependency.
    private func isDeclaration(_ name: Int) -> Bool {
        guard name > 3, name + 2 < tokens.count, let function = tokens[name - 4].word,
            function.hasSuffix("arget") || ["macro", "systemLibrary"].contains(function)
        else { return false }
        return tokens[name - 2].isWord("name") && tokens[name + 1].isPunctuation(",")
            && !tokens[name + 2].isWord("condition")
    }

    /// Whether a name follows an opening parenthesis, as in `.app("Shop", …)`. The function that is
    /// called may create the target.
    private func isFirstArgument(_ name: Int) -> Bool {
        name > 0 && tokens[name - 1].isPunctuation("(")
    }
}
