import SwiftSource

/// The factories that a file declares, resolves and registers, as far as its text shows.
struct WiringSource {
    /// A declaration such as `var store: Factory<any Store> { self { FileStore() }.cached }`.
    struct Declaration {
        let container: String
        let name: String
        let type: String
        let location: SourceLocation
        let accessLevel: String?
        var scope = "unique"
        var isPromise = false
        var contents: Contents
        /// The attributes and modifiers of the property and of its enclosing type or extension.
        var modifiers: Set<String> = []
        /// The types that the closure initializes, excluding nested closures. The set is empty for
        /// an asynchronous factory, whose closure runs where its isolation requires.
        var creations: Set<String> = []
        /// Whether the factory resolves its instances without suspending.
        let isSynchronous: Bool
    }

    /// The factories that a closure or the body of a type resolves.
    struct Contents {
        /// A call such as `self.store()` or `AppContainer.shared.store()`, or a key path such as
        /// `\AppContainer.store`. The owner is `self`, the name of a type, or an empty string for a
        /// call such as `store()`.
        struct Use: Hashable {
            let owner: String
            let name: String
            let location: SourceLocation
        }

        var uses: [Use] = []
        /// The types that may be initialized: capitalized words before a parenthesis.
        var types: Set<String> = []
        /// The places where the container itself is passed as an argument.
        var escapes: [SourceLocation] = []
    }

    /// A call such as `container.store.register { … }`.
    struct Registration {
        let name: String
        let location: SourceLocation
        let contents: Contents
    }

    private(set) var declarations: [Declaration] = []
    private(set) var isolations: [TypeIsolation] = []
    /// The calls to factories of shared containers that are the only operand of an `await`.
    private(set) var awaited: [Contents.Use] = []
    private(set) var registrations: [Registration] = []
    /// The factories that the properties of each type resolve during initialization, for example
    /// with `@Injected(\.store)`.
    private(set) var injected: [String: [Contents.Use]] = [:]
    /// All words that follow a period. The file may resolve a factory whose name is one of these
    /// words.
    private(set) var members: Set<String> = []
    let tokens: [Token]
    private let text: [UInt8]

    init(_ source: [UInt8]) {
        text = source
        tokens = Token.list(of: source)
        parse()
    }

    private static let synchronousFactories: Set = ["Factory", "ParameterFactory"]
    static let factories = synchronousFactories.union(["AsyncFactory", "AsyncParameterFactory"])
    private static let scopes: Set = ["unique", "cached", "shared", "singleton", "graph"]
    private static let types: Set = ["class", "struct", "enum", "actor", "protocol", "extension"]

    // MARK: - Declarations

    private mutating func parse() {
        // Each scope contains the name of an enclosing type and the brace depth at which its body
        // begins. The type in `pending` has no depth, because its body is not yet open.
        var scopes: [(name: String, kind: String, depth: Int, type: Int)] = []
        var pending: (name: String, kind: String, type: Int)?
        var depth = 0
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            if token.isPunctuation("{") {
                depth += 1
                if let type = pending {
                    scopes.append((type.name, type.kind, depth, type.type))
                }
                pending = nil
            } else if token.isPunctuation("}") {
                if scopes.last?.depth == depth {
                    scopes.removeLast()
                }
                depth -= 1
            } else if case .word(let word) = token.kind, Self.types.contains(word),
                let name = typeName(after: index)
            {
                pending = (name, word, isolations.count)
                let type = TypeIsolation(
                    name: name,
                    kind: word,
                    modifiers: modifiers(before: index),
                    isNested: depth > 0
                )
                isolations.append(type)
            } else if let scope = scopes.last, depth == scope.depth, token.isWord("init"),
                !isMark(".", at: index - 1)
            {
                isolations[scope.type].initializers.append(modifiers(before: index))
            } else if let scope = scopes.last, depth == scope.depth, token.isWord("var"),
                scope.kind == "protocol", let name = word(index + 1)
            {
                isolations[scope.type].requirements[name] = modifiers(before: index)
            } else if token.isWord("var"), let scope = scopes.last, depth == scope.depth,
                let end = declare(at: index, in: scope.name, isolations[scope.type].modifiers)
            {
                index = end
            } else if token.isPunctuation("@"), let scope = scopes.last,
                word(index + 1) == "Injected"
            {
                inject(at: index, into: scope.name)
            } else if token.isPunctuation("."), let name = word(index + 1) {
                addMember(name, at: index)
            }
            index += 1
        }
    }

    func token(_ index: Int) -> Token? {
        tokens.indices.contains(index) ? tokens[index] : nil
    }
    func word(_ index: Int) -> String? {
        token(index)?.word
    }
    func isMark(_ mark: Unicode.Scalar, at index: Int) -> Bool {
        token(index)?.isPunctuation(mark) == true
    }

    /// Returns the unqualified name of the type that is declared at a keyword, or `nil` if the
    /// keyword does not declare a type, as in `class func`.
    private func typeName(after index: Int) -> String? {
        guard var name = word(index + 1), !["func", "var", "let", "subscript"].contains(name),
            !isMark(".", at: index - 1)
        else { return nil }
        var next = index + 2
        while isMark(".", at: next), let member = word(next + 1) {
            name = member
            next = next + 2
        }
        return name
    }

    /// Reads a declaration whose keyword `var` is at `index`, and returns the index of its last
    /// token. Returns `nil` if the declared property is not a factory.
    private mutating func declare(
        at index: Int,
        in container: String,
        _ outerModifiers: Set<String>
    ) -> Int? {
        guard let name = word(index + 1), isMark(":", at: index + 2) else {
            return nil
        }
        var type = index + 3
        while word(type) != nil, isMark(".", at: type + 1) {
            type += 2
        }
        guard let kind = word(type), Self.factories.contains(kind), isMark("<", at: type + 1),
            let open = tokens[type...].firstIndex(where: { $0.isPunctuation("{") })
        else { return nil }
        let close = end(of: open)
        let range = tokens[type].range.lowerBound..<tokens[open - 1].range.upperBound
        let ownModifiers = modifiers(before: index)
        let access = ownModifiers.first(where: Self.accessLevels.contains)
        var modifiers = ownModifiers.union(outerModifiers)
        // The getter may be written as `{ @MainActor get { … } }`. The attribute of the getter also
        // isolates the property.
        if isMark("@", at: open + 1), let attribute = word(open + 2) {
            modifiers.insert(attribute)
        }
        var declaration = Declaration(
            container: container,
            name: name,
            type: String(decoding: text[range], as: UTF8.self).split(whereSeparator: \.isWhitespace)
                .joined(
                    separator: " "
                ),
            location: tokens[index + 1].location,
            accessLevel: access,
            contents: contents(open..<close),
            modifiers: modifiers,
            isSynchronous: Self.synchronousFactories.contains(kind)
        )
        declaration.isPromise = tokens[open...close].contains { $0.isWord("promised") }
        declaration.scope = scope(open..<close)
        if declaration.isSynchronous {
            declaration.creations = creations(in: open..<close)
        }
        declarations.append(declaration)
        for index in open..<close {
            if isMark(".", at: index), let member = word(index + 1) {
                addMember(member, at: index)
            }
        }
        return close
    }

    /// Returns the index of the bracket that matches the opening bracket at `open`, or the index of
    /// the last token if no bracket matches.
    func end(of open: Int) -> Int {
        tokens.endOfGroup(at: open) ?? tokens.count - 1
    }

    /// Returns the scope set by the modifiers after a closure. If several modifiers set a scope,
    /// the last one takes precedence.
    private func scope(_ body: Range<Int>) -> String {
        var found = "unique"
        for index in body
        where isMark(".", at: index)
            && (isMark("}", at: index - 1) || isMark(")", at: index - 1) || isModifier(index - 1))
        {
            guard let name = word(index + 1) else { continue }
            if Self.scopes.contains(name) {
                found = name
            }
            if name == "scope", isMark("(", at: index + 2) {
                let range =
                    tokens[index + 2].range.upperBound..<tokens[end(of: index + 2)].range.lowerBound
                let scope = String(decoding: text[range], as: UTF8.self)
                found = String(scope.split(separator: ".").last ?? "unknown")
            }
        }
        return found
    }

    private func isModifier(_ index: Int) -> Bool {
        isMark(".", at: index - 1) && word(index).map(Self.scopes.contains) == true
    }

    // MARK: - Uses

    /// Records a word after a period. Unless the word is part of a registration, it may resolve a
    /// factory with that name.
    private mutating func addMember(_ name: String, at period: Int) {
        if name == "register" {
            register(at: period)
        }
        if let use = awaitedUse(of: name, at: period) {
            awaited.append(use)
        }
        if word(period + 3) != "register" || !isMark(".", at: period + 2) {
            members.insert(name)
        }
    }

    /// Returns the resolutions in a range of tokens.
    private func contents(_ range: Range<Int>) -> Contents {
        var contents = Contents()
        for index in range {
            guard let name = word(index) else {
                if let use = keyPath(at: index) {
                    contents.uses.append(use)
                }
                continue
            }
            let isMember = isMark(".", at: index - 1)
            if isMark("(", at: index + 1)
                || isMark(".", at: index + 1) && word(index + 2) == "resolve"
            {
                if isMember, let owner = owner(before: index - 1) {
                    contents.uses.append(
                        .init(owner: owner, name: name, location: tokens[index].location)
                    )
                } else if !isMember, name.first?.isUppercase == true {
                    contents.types.insert(name)
                } else if !isMember {
                    contents.uses.append(
                        .init(owner: "", name: name, location: tokens[index].location)
                    )
                }
            }
            // The container is an argument in `f(container: self)` and `f(self)`, but not in
            // `self.store()`, `self { … }` and `Factory(self) { … }`.
            let isArgument =
                isMark(":", at: index - 1) || isMark("(", at: index - 1)
                || isMark(",", at: index - 1)
            if name == "self", isArgument, isMark(",", at: index + 1) || isMark(")", at: index + 1),
                !Self.factories.contains(word(index - 2) ?? "")
            {
                contents.escapes.append(tokens[index].location)
            }
        }
        return contents
    }

    /// Returns `self` or the type whose shared container precedes a period. Returns `nil` for any
    /// other expression.
    private func owner(before period: Int) -> String? {
        if word(period - 1) == "self" {
            return "self"
        }
        guard word(period - 1) == "shared", isMark(".", at: period - 2) else {
            return nil
        }
        return word(period - 3)
    }

    /// Returns the factory that a key path such as `\.store` or `\AppContainer.store` refers to.
    private func keyPath(at index: Int) -> Contents.Use? {
        guard isMark("\\", at: index) else { return nil }
        if isMark(".", at: index + 1), let name = word(index + 2) {
            return .init(owner: "Container", name: name, location: tokens[index + 2].location)
        }
        guard let owner = word(index + 1), isMark(".", at: index + 2), let name = word(index + 3)
        else {
            return nil
        }
        return .init(owner: owner, name: name, location: tokens[index + 3].location)
    }

    /// Reads a wrapper such as `@Injected(\.store)`. Lazy wrappers are ignored, because they
    /// resolve only after initialization.
    private mutating func inject(at index: Int, into type: String) {
        guard isMark("(", at: index + 2), let use = keyPath(at: index + 3) else {
            return
        }
        injected[type, default: []].append(use)
    }

    /// Records a registration such as `store.register { … }`. `period` is the index of the period
    /// before `register`.
    private mutating func register(at period: Int) {
        guard let name = word(period - 1) else { return }
        var open = period + 2
        if isMark("(", at: open) {
            open = isMark("{", at: end(of: open) + 1) ? end(of: open) + 1 : open
        }
        guard isMark("{", at: open) || isMark("(", at: open) else {
            return
        }
        registrations.append(
            Registration(
                name: name,
                location: tokens[period - 1].location,
                contents: contents(open..<end(of: open))
            )
        )
    }
}
