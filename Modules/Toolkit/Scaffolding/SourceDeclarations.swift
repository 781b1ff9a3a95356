import SwiftSource

/// A declaration at file scope or in the body of a type, with the comments before it.
struct Declaration {
    /// The keyword, such as `struct`, `func` or `import`. For a directive, the keyword is `#`.
    let keyword: String
    /// The name after the keyword, or an empty string if there is none.
    let name: String
    /// The words before the keyword, such as `public` and `final`.
    let modifiers: [String]
    /// The tokens from the first attribute or modifier to the end of the body.
    let tokens: ArraySlice<Token>
    /// The position of the keyword in ``tokens``.
    let keywordIndex: Int
    /// The range of bytes from the first comment to the end of the last line.
    let range: Range<Int>

    var isPublic: Bool { modifiers.contains("public") || modifiers.contains("open") }
    var isType: Bool { Self.typeKeywords.contains(keyword) }

    /// The words of the declaration, excluding comments and literals.
    var words: Set<String> { Set(tokens.compactMap(\.word)) }

    /// The tokens between the braces, or an empty slice if there are none.
    var body: ArraySlice<Token> {
        guard let open = bodyIndex, let close = tokens.lastIndex(where: { $0.isPunctuation("}") })
        else {
            return []
        }
        return tokens[(open + 1)..<max(open + 1, close)]
    }

    /// The position of the brace that opens the body, or `nil` if there is no body.
    var bodyIndex: Int? {
        var depth = 0
        for index in tokens.indices {
            if depth == 0, tokens[index].isPunctuation("{") {
                return index
            }
            depth += tokens[index].nestingChange
        }
        return nil
    }

    private static let typeKeywords: Set = [
        "struct", "class", "enum", "actor", "protocol", "typealias",
    ]
}

extension Declaration {
    /// Returns the declarations in a list of tokens, excluding nested declarations.
    static func list(
        in tokens: ArraySlice<Token>,
        of bytes: [UInt8],
        from start: Int
    ) -> [Declaration] {
        let starts = Self.starts(in: tokens)
        var declarations: [Declaration] = []
        var beginning = start
        for (position, index) in starts.enumerated() {
            let end = position + 1 < starts.count ? starts[position + 1] : tokens.endIndex
            let last = tokens[end - 1].range.upperBound
            let lineEnd = bytes[last...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            declarations.append(Declaration(tokens[index..<end], range: beginning..<lineEnd))
            beginning = lineEnd
        }
        return declarations
    }

    private init(_ tokens: ArraySlice<Token>, range: Range<Int>) {
        self.tokens = tokens
        self.range = range
        var modifiers: [String] = []
        var index = tokens.startIndex
        while index < tokens.endIndex {
            let token = tokens[index]
            if token.isPunctuation("@") {
                index += 2
            } else if token.isPunctuation("(") {
                index = tokens.endOfGroup(at: index).map { $0 + 1 } ?? tokens.endIndex
            } else if let word = token.word, Self.isModifier(word, at: index, in: tokens) {
                modifiers.append(word)
                index += 1
            } else {
                break
            }
        }
        self.modifiers = modifiers
        keywordIndex = min(index, tokens.endIndex - 1)
        if case .directive = tokens[keywordIndex].kind {
            keyword = "#"
        } else {
            keyword = tokens[keywordIndex].word ?? ""
        }
        name = tokens[keywordIndex...].dropFirst().first?.word ?? ""
    }

    /// Returns the positions of the first tokens of the declarations.
    private static func starts(in tokens: ArraySlice<Token>) -> [Int] {
        var starts: [Int] = []
        var depth = 0
        var isComplete = true
        for index in tokens.indices {
            let token = tokens[index]
            if depth == 0 {
                let isFirstInLine =
                    index == tokens.startIndex
                    || tokens[index - 1].location.line < token.location.line
                if isFirstInLine, isComplete, mayStart(token) {
                    starts.append(index)
                    isComplete = false
                }
                if case .directive = token.kind {
                    isComplete = true
                }
                if let word = token.word, keywords.contains(word) {
                    isComplete = true
                }
            }
            depth += token.nestingChange
        }
        return starts
    }

    private static func mayStart(_ token: Token) -> Bool {
        switch token.kind {
        case .directive, .punctuation("@"): true
        case .word(let word): keywords.contains(word) || modifiers.contains(word)
        case .quotedWord, .literal, .punctuation: false
        }
    }

    private static func isModifier(
        _ word: String,
        at index: Int,
        in tokens: ArraySlice<Token>
    ) -> Bool {
        if modifiers.contains(word) {
            return true
        }
        // In `class func` and `class var`, the word `class` is a modifier.
        let next = index + 1 < tokens.endIndex ? tokens[index + 1].word : nil
        return word == "class" && (next == "func" || next == "var")
    }

    private static let modifiers: Set = [
        "public", "package", "internal", "fileprivate", "private", "open", "final", "static",
        "mutating", "nonmutating", "nonisolated", "override", "lazy", "weak", "unowned", "indirect",
        "distributed", "required", "convenience", "dynamic", "isolated", "borrowing", "consuming",
        "prefix", "postfix", "infix", "unsafe",
    ]
    private static let keywords: Set = [
        "import", "struct", "class", "enum", "actor", "protocol", "extension", "typealias",
        "associatedtype", "func", "var", "let", "init", "deinit", "subscript", "case", "macro",
        "operator", "precedencegroup",
    ]
}

extension Declaration {
    /// The name, with the argument labels of a function, such as `example(_:)`.
    var fullName: String {
        guard let parameters else { return name }
        let labels = parameters.map { "\($0.compactMap(\.word).first ?? "_"):" }
        return "\(name.isEmpty ? keyword : name)(\(labels.joined()))"
    }

    /// The name and the parameters with their types, without spaces, which differs for each
    /// overload.
    var typedName: String {
        let texts = (parameters ?? []).map { $0.compactMap(\.text).joined() }
        return "\(fullName)\(texts)"
    }

    /// The names of the generic parameters.
    var genericParameters: [String] {
        guard let start = startOfParameters, start > keywordIndex + 2 else { return [] }
        let clause = tokens[(keywordIndex + 2)..<start].dropFirst().dropLast()
        return clause.elements.compactMap(\.first?.word)
    }

    /// The tokens of each parameter, or `nil` if the declaration is not a function.
    var parameters: [ArraySlice<Token>]? {
        guard let start = startOfParameters, let end = endOfParameters else { return nil }
        return tokens[(start + 1)..<end].elements
    }

    private var startOfParameters: Int? {
        guard ["func", "init", "subscript"].contains(keyword) else { return nil }
        return tokens[keywordIndex...].firstIndex { $0.isPunctuation("(") }
    }

    var endOfParameters: Int? { startOfParameters.flatMap(tokens.endOfGroup) }
}

extension RandomAccessCollection<Token> where Index == Int {
    /// Whether the tokens from an index are the given words and punctuation marks.
    func has(_ texts: String..., at index: Int) -> Bool {
        texts.enumerated().allSatisfy { self[safe: index + $0.offset]?.text == $0.element }
    }

    /// Returns the words that follow a punctuation mark.
    func words(after mark: String) -> [String] {
        indices.filter { has(mark, at: $0 - 1) }.compactMap { self[$0].word }
    }
}

extension ArraySlice<Token> {
    /// The elements of a comma-separated list.
    var elements: [ArraySlice<Token>] {
        var parts: [ArraySlice<Token>] = []
        var start = startIndex
        var depth = 0
        var angles = 0
        for (index, token) in zip(indices, self) {
            depth += token.nestingChange
            if token.isPunctuation("<") {
                angles += 1
            }
            let isArrow = index > startIndex && self[index - 1].isPunctuation("-")
            if token.isPunctuation(">"), !isArrow {
                angles -= 1
            }
            guard depth == 0, angles == 0, token.isPunctuation(",") else { continue }
            parts.append(self[start..<index])
            start = index + 1
        }
        return start < endIndex ? parts + [self[start...]] : parts
    }
}

/// The text of a source file, as bytes and as tokens.
struct SourceText {
    let path: String
    let bytes: [UInt8]
    let tokens: [Token]

    init(_ text: String, path: String = "") {
        self.path = path
        bytes = Array(text.utf8)
        tokens = Token.list(of: bytes)
    }

    /// The variables at file scope, and the properties of the types and the extensions there.
    var properties: [Declaration] {
        let all = declarations + declarations.flatMap(members)
        return all.filter { $0.keyword == "var" || $0.keyword == "let" }
    }

    /// Returns the place of the keyword of a declaration.
    func place(of declaration: Declaration) -> String {
        place(of: declaration.tokens[declaration.keywordIndex])
    }

    /// Returns the place of a token, such as `Modules/Core/Note.swift:4`.
    func place(of token: Token) -> String {
        "\(path):\(token.location.line)"
    }

    var declarations: [Declaration] { Declaration.list(in: tokens[...], of: bytes, from: 0) }

    /// Returns the members of a type or an extension.
    func members(of declaration: Declaration) -> [Declaration] {
        guard let open = declaration.bodyIndex else { return [] }
        return Declaration.list(
            in: declaration.body,
            of: bytes,
            from: tokens[open].range.upperBound
        )
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// Returns the text of tokens, including the whitespace between them.
    func text(_ tokens: ArraySlice<Token>) -> String {
        guard let first = tokens.first, let last = tokens.last else {
            return ""
        }
        return text(first.range.lowerBound..<last.range.upperBound)
    }

    /// Returns the comments before a declaration, including a trailing line break.
    func comments(of declaration: Declaration) -> String {
        guard let first = declaration.tokens.first else { return "" }
        let lines = text(declaration.range.lowerBound..<first.range.lowerBound).split(
            separator: "\n"
        )
        let comments = lines.map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("//") }
        return comments.map { "\($0)\n" }.joined()
    }

    /// Returns the whole text with some tokens replaced.
    func text(replacing replacements: [Replacement]) -> String {
        text(bytes.indices, replacing: replacements)
    }

    /// Returns the text of a range with some tokens replaced.
    func text(_ range: Range<Int>, replacing replacements: [Replacement]) -> String {
        var result = bytes[range]
        // The order places an insertion before a replacement at the same position. The last
        // replacement is made first, so that the others keep their positions.
        let ordered = replacements.filter { range.contains($0.range) }.sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
        for replacement in ordered.reversed() {
            result.replaceSubrange(replacement.range, with: replacement.text.utf8)
        }
        return String(decoding: result, as: UTF8.self)
    }
}

/// A replacement for the text in a range of bytes.
struct Replacement {
    let range: Range<Int>
    let text: String
}

extension String {
    /// Replaces a range of bytes.
    mutating func replace(bytes range: Range<Int>, with replacement: String) {
        var bytes = Array(utf8)
        bytes.replaceSubrange(range, with: Array(replacement.utf8))
        self = String(decoding: bytes, as: UTF8.self)
    }

    /// Adds an import in alphabetical order, unless the text already imports the module.
    mutating func addImport(_ keywords: String, of module: String) {
        let imports = SourceFile(path: "", text: self).imports
        guard !imports.contains(where: { $0.module == module }) else {
            return
        }
        let next =
            imports.first { $0.module > module }?.location.line
            ?? (imports.last?.location.line ?? 0) + 1
        var lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines.insert("\(keywords) \(module)", at: next - 1)
        if imports.isEmpty, lines[next...].first?.isEmpty == false {
            lines.insert("", at: next)
        }
        self = lines.joined(separator: "\n")
    }

    /// Adds the imports and the members of an extension in another file to the extension of the
    /// same type, or adds the extension if the text does not declare one.
    mutating func addExtension(_ other: SourceText) {
        guard let new = other.declarations.first(where: { $0.keyword == "extension" }) else {
            return
        }
        let own = SourceText(self).declarations
            .first { $0.keyword == "extension" && $0.name == new.name }
        if let end = own?.tokens.last?.range.lowerBound, let open = new.bodyIndex,
            let close = new.tokens.last
        {
            let body = other.tokens[open].range.upperBound..<close.range.lowerBound
            replace(bytes: end..<end, with: other.text(body))
        } else {
            self += "\n" + other.text(new.tokens) + "\n"
        }
        for declaration in other.declarations where declaration.keyword == "import" {
            let access = declaration.modifiers.map { "\($0) " }.joined()
            addImport("\(access)import", of: declaration.name)
        }
    }

    /// Removes the imports of a module.
    mutating func removeImport(of module: String) {
        var lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for line in SourceFile(path: "", text: self).imports.reversed() where line.module == module
        {
            lines.remove(at: line.location.line - 1)
        }
        self = lines.joined(separator: "\n")
    }
}
