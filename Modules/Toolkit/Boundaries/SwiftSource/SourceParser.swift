/// A parser for the imports of a file and the type declarations at file scope. It skips the
/// contents of parentheses, brackets and braces.
struct SourceParser {
    private var tokens: CompiledTokens
    private var lookahead: Token?
    private(set) var hasDeclarations = false
    private(set) var optionalModules: Set<String> = []
    private(set) var links: Set<SourceFile.Link> = []
    private(set) var typeNames: Set<String> = []
    /// For each open `#if`, the modules for which its conditions test with `canImport`.
    private var conditions: [Set<String>] = []
    private var attributes: Set<String> = []
    private var accessLevel: String?
    private var lastImportLine: Int?
    private var previousToken: Token?
    private var tokenBeforePrevious: Token?

    init(_ source: [UInt8], _ conditions: CompilationConditions) {
        tokens = CompiledTokens(source, conditions)
        lookahead = tokens.next()
    }

    mutating func parse() -> (imports: [ImportDeclaration], types: [TypeDeclaration]) {
        var imports: [ImportDeclaration] = []
        var types: [TypeDeclaration] = []
        while let token = pop() {
            switch token.kind {
            case .punctuation("@"): readAttribute()
            case .punctuation("("), .punctuation("["), .punctuation("{"):
                if token.isPunctuation("{") {
                    hasDeclarations = true
                }
                skipRestOfGroup()
                clearModifiers()
            case .punctuation("."):
                // The word after a period is the name of a member, unless the period belongs to a
                // range operator.
                if lookahead?.word != nil, lookahead?.range.lowerBound == token.range.upperBound {
                    _ = pop()
                }
            case .directive(let word): track(directive: word)
            case .word("import"):
                if let found = readImport() {
                    imports.append(found)
                }
                clearModifiers()
            case .word(let word) where Self.accessLevels.contains(word): readAccessLevel(word)
            case .word(let word):
                if Self.declarationKeywords.contains(word) {
                    hasDeclarations = true
                }
                if let kind = TypeDeclaration.Kind(rawValue: word), let found = readType(kind) {
                    types.append(found)
                }
                if !Self.otherModifiers.contains(word) {
                    clearModifiers()
                }
            case .quotedWord, .literal, .punctuation: clearModifiers()
            }
        }
        return (imports, types)
    }

    private static let accessLevels: Set = [
        "public", "package", "internal", "fileprivate", "private", "open",
    ]
    private static let otherModifiers: Set = ["final", "indirect", "distributed", "nonisolated"]
    private static let importKinds: Set = [
        "typealias", "struct", "class", "enum", "protocol", "let", "var", "func", "actor",
    ]

    private static let declarationKeywords: Set = [
        "actor", "class", "enum", "extension", "func", "let", "macro", "operator",
        "precedencegroup", "protocol", "struct", "typealias", "var",
    ]

    private mutating func pop() -> Token? {
        let token = lookahead
        lookahead = tokens.next()
        if let token {
            note(token)
        }
        return token
    }

    /// Records the connections to other modules that a token reveals. The token can be at any
    /// nesting level.
    private mutating func note(_ token: Token) {
        if let word = token.word {
            if let first = word.utf8.first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first {
                typeNames.insert(word)
            }
            let isAttribute = previousToken?.isPunctuation("@") == true
            if isAttribute, let link = Self.linkingAttributes[word] {
                links.insert(link)
            }
            if word == "dlsym" || word == "dlopen" {
                links.insert(.usesSymbol)
            }
            if tokenBeforePrevious?.isWord("canImport") == true,
                previousToken?.isPunctuation("(") == true
            {
                optionalModules.insert(word)
                if let last = conditions.indices.last {
                    conditions[last].insert(word)
                }
            }
        }
        tokenBeforePrevious = previousToken
        previousToken = token
    }

    private static let linkingAttributes: [String: SourceFile.Link] = [
        "_cdecl": .definesSymbol, "c": .definesSymbol, "cdecl": .definesSymbol,
        "_expose": .definesSymbol, "_section": .definesSymbol, "_used": .definesSymbol,
        "section": .definesSymbol, "used": .definesSymbol, "_silgen_name": .usesSymbol,
        "_extern": .usesSymbol, "Test": .definesTest, "Suite": .definesTest,
    ]

    private mutating func clearModifiers() {
        attributes = []
        accessLevel = nil
    }

    /// Skips to the end of a group after its opening parenthesis, bracket or brace.
    ///
    /// An inactive branch of `#if` may be unbalanced. For this reason, each branch of an `#if`
    /// starts at the same depth, and a group that began in a branch ends no later than the branch.
    private mutating func skipRestOfGroup() {
        var depth = 1
        var depthsOfConditions: [Int] = []
        while depth > 0, let token = lookahead {
            switch token.kind {
            case .directive("if"): depthsOfConditions.append(depth)
            case .directive("else"), .directive("elseif"), .directive("endif"):
                guard let outer = depthsOfConditions.last else { return }
                depth = outer
                if token.kind == .directive("endif") {
                    depthsOfConditions.removeLast()
                }
            default: depth += token.nestingChange
            }
            _ = pop()
        }
    }

    private mutating func track(directive: String) {
        switch directive {
        case "if": conditions.append([])
        case "endif": _ = conditions.popLast()
        default: break
        }
    }

    private mutating func readAttribute() {
        guard let name = pop()?.word else { return }
        attributes.insert(name)
        skipArguments()
    }

    private mutating func readAccessLevel(_ word: String) {
        accessLevel = word
        skipArguments()
    }

    private mutating func skipArguments() {
        guard let token = lookahead, token.isPunctuation("(") else {
            return
        }
        _ = pop()
        skipRestOfGroup()
    }

    /// Reads the rest of an import after the keyword: an optional kind, and a path that begins with
    /// the name of the module.
    private mutating func readImport() -> ImportDeclaration? {
        guard var first = pop() else { return nil }
        if case .word(let word) = first.kind, Self.importKinds.contains(word),
            lookahead?.word != nil, let name = pop()
        {
            first = name
        }
        guard let module = first.word else { return nil }
        var last = first
        while let token = lookahead, token.isPunctuation(".") {
            _ = pop()
            last = pop() ?? token
        }
        let isFirstInLine = last.location.line != lastImportLine
        lastImportLine = last.location.line
        return ImportDeclaration(
            module: module,
            location: first.location,
            attributes: attributes,
            isConditional: !conditions.isEmpty,
            optionalModules: Set(conditions.joined()),
            allowance: tokens.lexer.allowance(after: last, isFirstInLine: isFirstInLine)
        )
    }
}

extension Lexer {
    /// Returns the reason in a comment that allows an import. The comment must be directly after
    /// the last token of the import, or on the line before the import.
    fileprivate func allowance(after token: Token, isFirstInLine: Bool) -> String? {
        let rest = bytes[token.range.upperBound...].drop { $0 == " " || $0 == "\t" }
        if let reason = Self.allowance(in: rest) {
            return reason
        }
        // If a line contains several imports, a comment on the previous line applies only to the
        // first import.
        let before = bytes[..<(token.range.lowerBound - token.location.column + 1)]
        guard isFirstInLine, !before.isEmpty else { return nil }
        let end = before.lastIndex { !$0.endsLine } ?? 0
        let start = before[...end].lastIndex(where: \.endsLine).map { $0 + 1 } ?? 0
        return Self.allowance(in: before[start...].drop { $0 == " " || $0 == "\t" })
    }

    private static func allowance(in line: ArraySlice<UInt8>) -> String? {
        let mark = ImportDeclaration.allowanceMark.utf8
        guard line.starts(with: mark) else { return nil }
        let text = String(
            decoding: line.dropFirst(mark.count).prefix { !$0.endsLine },
            as: UTF8.self
        )
        return String(text.drop { !$0.isLetter && !$0.isNumber })
    }
}

// MARK: - Types

extension SourceParser {
    /// Reads the rest of a declaration, including its body, after a keyword such as `class` or
    /// `struct`.
    ///
    /// Returns `nil` if the declaration does not declare a type.
    private mutating func readType(_ kind: TypeDeclaration.Kind) -> TypeDeclaration? {
        guard let first = lookahead, var name = first.word else {
            return nil
        }
        // `class func` and `class var` do not declare a type.
        if first.isWord("func") || first.isWord("var") {
            return nil
        }
        _ = pop()
        while let token = lookahead, token.isPunctuation(".") {
            _ = pop()
            name += "." + (pop()?.word ?? "")
        }
        let inherited = readInheritance()
        var properties: [TypeDeclaration.Property] = []
        if lookahead?.isPunctuation("{") == true {
            _ = pop()
            if kind == .protocol {
                properties = readProperties()
            } else {
                skipRestOfGroup()
            }
        }
        return TypeDeclaration(
            kind: kind,
            name: name,
            location: first.location,
            accessLevel: accessLevel,
            inherited: inherited,
            properties: properties
        )
    }

    /// Reads everything between the name of a type and its body. Returns the names in the
    /// inheritance clause.
    private mutating func readInheritance() -> [String] {
        var names: [String] = []
        var isConstraint = false
        var angles = 0
        var previous: Token?
        while let token = lookahead, !token.isPunctuation("{"), !token.isWord("import") {
            switch token.kind {
            case .punctuation("<"): angles += 1
            case .punctuation(">") where previous?.isPunctuation("-") != true: angles -= 1
            case _ where angles > 0: break
            case .word("where"): isConstraint = true
            case _ where isConstraint: break
            case .punctuation(":"), .punctuation(","), .punctuation("&"):
                names.append("")
            case .word, .quotedWord:
                guard let word = token.word, let last = names.indices.last else { break }
                // The last word is the name. Words such as `any`, `nonisolated` and the names of
                // attributes precede it.
                names[last] = previous?.isPunctuation(".") == true ? "\(names[last]).\(word)" : word
            default: break
            }
            previous = pop()
        }
        return names
    }

    private mutating func readProperties() -> [TypeDeclaration.Property] {
        var properties: [TypeDeclaration.Property] = []
        while let token = pop(), !token.isPunctuation("}") {
            if token.isWord("var"), let name = lookahead?.word {
                _ = pop()
                var words: [String] = []
                while let token = lookahead, !token.isPunctuation("{"), !token.isPunctuation("}") {
                    if let word = token.word {
                        words.append(word)
                    }
                    _ = pop()
                }
                properties.append(TypeDeclaration.Property(name: name, typeWords: words))
            } else if token.nestingChange > 0 {
                skipRestOfGroup()
            }
        }
        return properties
    }
}
