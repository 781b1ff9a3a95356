import SwiftSource

// Types, as far as it takes to find their end (The Swift Programming Language, "Types").

extension TokenCursor {
    private static let prefixes: Set = [
        "any", "some", "inout", "sending", "borrowing", "consuming", "isolated", "repeat", "each",
    ]

    /// The text of the type that begins here, and goes past it; nil where none does.
    mutating func takeType() -> String? {
        let start = index
        return skipType() ? text(from: start) : nil
    }

    private mutating func skipType() -> Bool {
        guard skipPrefixes(), let current else { return false }
        if current.isMark("(") || current.isMark("[") {
            guard skipGroup() else { return false }
        } else if takeName() == nil {
            return false
        }
        while true {
            switch skipSuffix() {
            case true?: continue
            case false?: return false
            case nil: return true
            }
        }
    }

    private mutating func skipPrefixes() -> Bool {
        while let current {
            if case .word(let word) = current.kind, Self.prefixes.contains(word) {
                advance()
            } else if current.isWord("nonisolated"), next?.isMark("(") == true {
                advance()
                guard skipGroup() else { return false }
            } else if current.isMark("@") {
                guard skipAttribute() != nil else { return false }
            } else if !take(mark: "~") {
                return true
            }
        }
        return false
    }

    /// The name of the attribute that begins here, past which and whose arguments it goes.
    mutating func skipAttribute() -> String? {
        guard take(mark: "@"), let word = current, let name = takeName() else { return nil }
        if let current, current.isMark("("), isAdjacent(current, to: word), !skipGroup() { return nil }
        return name
    }

    /// Goes past what continues a type; nil where nothing does, false where it is no type.
    private mutating func skipSuffix() -> Bool? {
        guard let current else { return nil }
        switch current.kind {
        case .mark("<"): return skipAngles()
        case .mark("?"), .mark("!"): advance()
        case .mark("."):
            // Three points are a parameter's.
            guard next?.isMark(".") != true else { return nil }
            advance()
            return takeName() != nil
        case .mark("&"):
            advance()
            return skipType()
        case .mark("-"): return takeArrow() ? skipType() : nil
        case .word("async"), .word("throws"), .word("rethrows"):
            advance()
            if let next = self.current, next.isMark("("), isAdjacent(next, to: current) { return skipGroup() }
        default: return nil
        }
        return true
    }

    /// Goes past parameters up to the parenthesis that ends them; whether each has a default, or nil where they have no end.
    mutating func skipParameters() -> Bool? {
        var (isOpen, hasDefault, areOptional) = (false, false, true)
        while let token = current {
            if token.isMark(")") || token.isMark(",") {
                areOptional = areOptional && (hasDefault || !isOpen)
                (isOpen, hasDefault) = (false, false)
                advance()
                if token.isMark(")") { return areOptional }
                continue
            }
            isOpen = true
            if token.isMark("=") { hasDefault = true }
            if token.groupStep > 0 {
                guard skipGroup() else { return nil }
            } else if token.isMark("<"), !hasDefault {
                guard skipAngles() else { return nil }
            } else {
                advance()
            }
        }
        return nil
    }
}
