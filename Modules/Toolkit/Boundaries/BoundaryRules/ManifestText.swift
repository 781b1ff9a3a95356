import SwiftSource

struct Place {
    let path: String
    var location: SourceLocation?
}

/// The path and the contents of a manifest.
public struct ManifestText: Sendable {
    let path: String
    let text: String
    let mentions: [ManifestMention]
    /// The calls that declare targets by lists of modules.
    package let parts: [ManifestPart]
    private let tokens: [Token]
    /// The string literals and the indices of their tokens.
    private let names: [(text: String, index: Int)]
    var fileName: String { path.lastPart ?? "" }

    public init(path: String, text: String) {
        self.path = path
        self.text = text
        let source = Array(text.utf8)
        let tokens = Token.list(of: source)
        self.tokens = tokens
        names = tokens.indices.compactMap { index in
            tokens[index].literal(in: source).map { ($0, index) }
        }
        mentions = ManifestMention.list(in: source, tokens)
        parts = ManifestPart.list(in: source, tokens)
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
        let indices = names.filter { $0.text == target }.map(\.index)
        let prefixes = names.filter { name in
            !name.text.isEmpty && target.hasPrefix(name.text) && isFirstArgument(name.index)
        }
        let longest = prefixes.max { $0.text.count < $1.text.count }
        let declaration = indices.first(where: isDeclaration)
        if declaration == nil, let part = part(declaring: target) {
            return Place(path: path, location: part.location)
        }
        let index =
            declaration ?? indices.first(where: isFirstArgument)
            ?? indices.first ?? longest?.index
        return Place(path: path, location: index.map { tokens[$0].location })
    }

    /// Returns the call that declares a target by lists of modules, or `nil` if the target is
    /// declared otherwise.
    package func part(declaring target: String) -> ManifestPart? {
        let isDeclared = names.contains { $0.text == target && isDeclaration($0.index) }
        return isDeclared ? nil : parts.first { $0.list(for: target) != nil }
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
