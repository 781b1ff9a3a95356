import SwiftSource

/// The rules that every implementation of a role is held against: an enumeration with a method `check(_:)`.
package struct Contract: Sendable, Hashable {
    /// Its name.
    package let name: String
    /// `try await `, as a call of `check(_:)` needs.
    package let marks: String
    /// Whether a check needs nothing but the implementation.
    package let takesImplementationAlone: Bool
    /// Whether it has `static func mock()`, for rules that ask more of an implementation than to be new.
    package let makesMock: Bool
}

extension Contract {
    /// Finds the contract of a role in one file; nil where it declares none.
    init?(of role: String, in text: String) {
        var cursor = TokenCursor(text)
        var (name, check, makesMock) = ("", nil as (marks: String, isAlone: Bool)?, false)
        while let token = cursor.current {
            cursor.advance()
            if token.isWord("enum") || token.isWord("extension"), check == nil, let type = cursor.takeName() {
                name = type
            } else if token.isWord("static"), cursor.take(word: "func"), cursor.take(word: "mock") {
                makesMock = cursor.take(mark: "(") && cursor.take(mark: ")")
            } else if token.isWord("func"), check == nil, cursor.take(word: "check") {
                check = cursor.takeCheck(of: role)
            }
        }
        guard let check else { return nil }
        self.init(name: name, marks: check.marks, takesImplementationAlone: check.isAlone, makesMock: makesMock)
    }
}

extension TokenCursor {
    /// Reads what follows `check`; nil where it takes something else first.
    fileprivate mutating func takeCheck(of role: String) -> (marks: String, isAlone: Bool)? {
        guard take(mark: "("), takeName() == "_", takeName() != nil, take(mark: ":"), takeType() == "any \(role)" else {
            return nil
        }
        _ = take(mark: ",")
        guard let isAlone = skipParameters() else { return nil }
        let isAsync = take(word: "async")
        return ((take(word: "throws") ? "try " : "") + (isAsync ? "await " : ""), isAlone)
    }
}

extension Workspace {
    /// The contract of a role, beside its mocks; nil where there is none.
    package func contract(of role: Role) throws(ScaffoldingError) -> Contract? {
        let sources = try sources(in: role.home.testingFolder).sorted { $0.key < $1.key }
        return sources.lazy.compactMap { Contract(of: role.name, in: $0.value) }.first
    }
}
