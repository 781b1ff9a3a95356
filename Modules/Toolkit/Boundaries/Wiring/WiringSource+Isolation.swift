import SwiftSource

extension WiringSource {
    /// A type, a protocol or an extension, with its explicit isolation.
    struct TypeIsolation {
        let name: String
        let kind: String
        /// The attributes and modifiers, such as `public`, `nonisolated` and `MainActor`.
        let modifiers: Set<String>
        let isNested: Bool
        /// The attributes and modifiers of each initializer in the body of the declaration.
        var initializers: [Set<String>] = []
        /// The attributes and modifiers of each property that the protocol requires, by name.
        var requirements: [String: Set<String>] = [:]
    }

    static let accessLevels: Set = [
        "public", "open", "package", "internal", "fileprivate", "private",
    ]

    private static let otherModifiers: Set = [
        "class", "convenience", "final", "indirect", "lazy", "nonisolated", "override", "required",
        "static",
    ]

    /// Returns the attributes and modifiers before the keyword of a declaration.
    func modifiers(before keyword: Int) -> Set<String> {
        var modifiers: Set<String> = []
        var index = keyword - 1
        while true {
            if isMark(")", at: index) {
                index = start(of: index) - 1
            }
            guard let word = word(index) else { return modifiers }
            if isMark("@", at: index - 1) {
                modifiers.insert(word)
                index -= 2
            } else if Self.accessLevels.contains(word) || Self.otherModifiers.contains(word) {
                modifiers.insert(word)
                index -= 1
            } else {
                return modifiers
            }
        }
    }

    /// Returns the index of the bracket that matches the closing bracket at `close`, or the index
    /// of the first token if no bracket matches.
    private func start(of close: Int) -> Int {
        var depth = 0
        for index in tokens[...close].indices.reversed() {
            depth += tokens[index].nestingChange
            if depth == 0 {
                return index
            }
        }
        return 0
    }

    // MARK: - Factories

    /// Returns the types that the closure of a factory initializes directly.
    ///
    /// Nested closures are skipped, because they may run later and elsewhere. The closure of
    /// `assumeIsolated` is not skipped, because it runs immediately.
    func creations(in body: Range<Int>) -> Set<String> {
        var types: Set<String> = []
        for open in body where opensFactoryClosure(open) {
            let end = end(of: open)
            var index = open + 1
            while index < end {
                if isMark("{", at: index), word(index - 1) != "assumeIsolated" {
                    index = self.end(of: index)
                } else if let name = word(index), name.first?.isUppercase == true,
                    isMark("(", at: index + 1), !isMark(".", at: index - 1)
                {
                    types.insert(name)
                }
                index += 1
            }
        }
        return types
    }

    /// Whether a brace opens the closure of a factory, such as `self { … }`, `self(key: "a") { … }`
    /// or `Factory(self) { … }`.
    private func opensFactoryClosure(_ open: Int) -> Bool {
        guard isMark("{", at: open) else { return false }
        if isMark(")", at: open - 1), let callee = word(start(of: open - 1) - 1) {
            return callee == "self" || Self.factories.contains(callee)
        }
        return word(open - 1) == "self"
    }

    // MARK: - Uses

    /// Returns the factory of a shared container if an `await` covers only a call to this factory,
    /// as in `await AppContainer.shared.window()`.
    ///
    /// On the main actor, the compiler warns about such an `await`, so the code probably runs
    /// elsewhere.
    func awaitedUse(of name: String, at period: Int) -> Contents.Use? {
        guard word(period - 1) == "shared", isMark(".", at: period - 2),
            let owner = word(period - 3),
            word(period - 4) == "await",
            isMark("(", at: period + 2),
            endsExpression(end(of: period + 2))
        else { return nil }
        return .init(owner: owner, name: name, location: tokens[period - 4].location)
    }

    private func endsExpression(_ index: Int) -> Bool {
        guard let next = token(index + 1) else {
            return true
        }
        switch next.kind {
        case .punctuation(let mark):
            return [")", "]", "}", ",", ";", "@"].contains(mark)
        default:
            return next.location.line > tokens[index].location.line
        }
    }
}
