/// Finds imports and declarations of types at the top of a file.
///
/// An import is valid at file scope alone, so that what stands within parentheses, brackets or braces is passed over.
struct SourceReader {
    private var lexer: Lexer
    private var lookahead: Token?
    private var conditionDepth = 0
    private var attributes: Set<String> = []
    private var accessLevel: String?

    init(_ source: [UInt8]) {
        lexer = Lexer(source)
        lookahead = lexer.next()
    }

    /// Reads the whole file.
    mutating func read() -> (imports: [ImportDeclaration], types: [TypeDeclaration]) {
        var imports: [ImportDeclaration] = []
        var types: [TypeDeclaration] = []
        while let token = pop() {
            switch token.kind {
            case .mark("@"): readAttribute()
            case .mark("("), .mark("["), .mark("{"):
                skipRestOfGroup()
                forgetModifiers()
            case .mark("."):
                // A member, whatever its name, unless the point ends a range.
                if lookahead?.word != nil, lookahead?.location == token.location.next { _ = pop() }
            case .directive(let word): follow(directive: word)
            case .word("import"):
                if let found = readImport() { imports.append(found) }
                forgetModifiers()
            case .word(let word) where Self.accessLevels.contains(word): readAccessLevel(word)
            case .word(let word):
                if let kind = TypeDeclaration.Kind(rawValue: word), let found = readType(kind) { types.append(found) }
                if !Self.otherModifiers.contains(word) { forgetModifiers() }
            case .quotedWord, .literal, .mark: forgetModifiers()
            }
        }
        return (imports, types)
    }

    private static let accessLevels: Set = ["public", "package", "internal", "fileprivate", "private", "open"]
    private static let otherModifiers: Set = ["final", "indirect", "distributed", "nonisolated"]
    private static let importKinds: Set = [
        "typealias", "struct", "class", "enum", "protocol", "let", "var", "func", "actor",
    ]

    private mutating func pop() -> Token? {
        let token = lookahead
        lookahead = lexer.next()
        return token
    }

    private mutating func forgetModifiers() {
        attributes = []
        accessLevel = nil
    }

    /// Skips to the end of a group whose opening mark was read.
    ///
    /// A branch of `#if` that the compiler does not even parse may open and close what it likes: each ends as deep as it
    /// began, and a group ends with the branch in which it began.
    private mutating func skipRestOfGroup() {
        var depth = 1
        var depthsOfConditions: [Int] = []
        while depth > 0, let token = lookahead {
            switch token.kind {
            case .directive("if"): depthsOfConditions.append(depth)
            case .directive("else"), .directive("elseif"), .directive("endif"):
                guard let outer = depthsOfConditions.last else { return }
                depth = outer
                if token.kind == .directive("endif") { depthsOfConditions.removeLast() }
            default: depth += token.groupStep
            }
            _ = pop()
        }
    }

    private mutating func follow(directive: String) {
        switch directive {
        case "if": conditionDepth += 1
        case "endif": conditionDepth = max(0, conditionDepth - 1)
        default: break
        }
    }

    private mutating func readAttribute() {
        guard let name = pop()?.word else { return }
        attributes.insert(name)
        skipArguments()
    }

    /// Reads `public`, and `public` of `public(set)`.
    private mutating func readAccessLevel(_ word: String) {
        accessLevel = word
        skipArguments()
    }

    private mutating func skipArguments() {
        guard let token = lookahead, token.isMark("(") else { return }
        _ = pop()
        skipRestOfGroup()
    }

    /// Reads what follows `import`: a kind, and the path whose first name is the module's.
    private mutating func readImport() -> ImportDeclaration? {
        guard var first = pop() else { return nil }
        if case .word(let word) = first.kind, Self.importKinds.contains(word), lookahead?.word != nil, let name = pop()
        {
            first = name
        }
        guard let module = first.word else { return nil }
        while let token = lookahead, token.isMark(".") {
            _ = pop()
            _ = pop()
        }
        return ImportDeclaration(
            module: module, location: first.location, attributes: attributes, accessLevel: accessLevel,
            isConditional: conditionDepth > 0)
    }
}

// MARK: - Types

extension SourceReader {
    /// Reads what follows `class`, `struct` … up to the end of its body; nil when it declares no type.
    private mutating func readType(_ kind: TypeDeclaration.Kind) -> TypeDeclaration? {
        guard let first = lookahead, var name = first.word else { return nil }
        // `class func` and `class var` begin no type.
        if first.isWord("func") || first.isWord("var") { return nil }
        _ = pop()
        while let token = lookahead, token.isMark(".") {
            _ = pop()
            name += "." + (pop()?.word ?? "")
        }
        let inherited = readInheritance()
        var properties: [TypeDeclaration.Property] = []
        if lookahead?.isMark("{") == true {
            _ = pop()
            if kind == .protocol { properties = readProperties() } else { skipRestOfGroup() }
        }
        return TypeDeclaration(
            kind: kind, name: name, location: first.location, accessLevel: accessLevel, inherited: inherited,
            properties: properties)
    }

    /// Reads generic parameters, the list behind the colon, and a `where` clause, up to the body.
    private mutating func readInheritance() -> [String] {
        var names: [String] = []
        var (isListed, isConstraint, angles) = (false, false, 0)
        var previous: Token?
        while let token = lookahead, !token.isMark("{"), !token.isWord("import") {
            switch token.kind {
            case .mark("<"): angles += 1
            case .mark(">") where previous?.isMark("-") != true: angles -= 1
            case _ where angles > 0: break
            case .word("where"): isConstraint = true
            case _ where isConstraint: break
            case .mark(":"), .mark(","), .mark("&"):
                isListed = isListed || token.isMark(":")
                if isListed { names.append("") }
            case .word, .quotedWord:
                guard isListed, let word = token.word, let last = names.indices.last else { break }
                // The last word is the name; before it stand `any`, `nonisolated` and the names of attributes.
                names[last] = previous?.isMark(".") == true ? "\(names[last]).\(word)" : word
            default: break
            }
            previous = pop()
        }
        return names
    }

    /// Reads the variables of a protocol's body, and what is left of it.
    private mutating func readProperties() -> [TypeDeclaration.Property] {
        var properties: [TypeDeclaration.Property] = []
        while let token = pop(), !token.isMark("}") {
            if token.isWord("var"), let name = lookahead?.word {
                _ = pop()
                var words: [String] = []
                while let token = lookahead, !token.isMark("{"), !token.isMark("}") {
                    if let word = token.word { words.append(word) }
                    _ = pop()
                }
                properties.append(TypeDeclaration.Property(name: name, typeWords: words))
            } else if token.groupStep > 0 {
                skipRestOfGroup()
            }
        }
        return properties
    }
}

extension Token {
    /// One for a mark that opens a group, minus one for a mark that closes it.
    fileprivate var groupStep: Int {
        switch kind {
        case .mark("("), .mark("["), .mark("{"): 1
        case .mark(")"), .mark("]"), .mark("}"): -1
        default: 0
        }
    }
}
