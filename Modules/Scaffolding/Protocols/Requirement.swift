/// A method or a property that a protocol demands; each part in the words of the source, on one line.
package struct Requirement: Sendable, Hashable {
    /// What is demanded.
    package enum Kind: Sendable, Hashable {
        case method(Method)
        /// A property; `isSettable` says whether with `set`.
        case property(isSettable: Bool)
    }

    /// What a method has, and a property has not.
    package struct Method: Sendable, Hashable {
        /// Its parameters, in order.
        package var parameters: [Parameter] = []
        /// `<Result: Sendable>`, with the angle brackets.
        package var genericClause: String?
        /// `where Result: Sendable`.
        package var whereClause: String?
        /// Whether its result may be ignored.
        package var isDiscardable = false
        /// Whether a parameter is of a type that the caller chooses.
        package var isGeneric = false

        /// The names of the generic clause: `Result`.
        var genericNames: Set<String> {
            var names: Set<String> = []
            var cursor = TokenCursor(genericClause ?? "")
            while cursor.take(mark: "<") || cursor.take(mark: ",") {
                _ = cursor.take(word: "let")
                if let name = cursor.takeName() { names.insert(name) }
                if cursor.take(mark: ":") { _ = cursor.takeType() }
            }
            return names
        }
    }

    /// A parameter of a method.
    package struct Parameter: Sendable, Hashable {
        /// The label before the argument; nil for `_`.
        package let label: String?
        /// The name inside the method; never a keyword without backticks.
        package let name: String
        /// Its type, with `inout`, `sending` and attributes.
        package let type: String

        /// Whether it is given by its address.
        package var isInout: Bool { type.hasPrefix("inout ") }
    }

    /// What is demanded.
    package let kind: Kind
    /// Its name, with backticks where the source has them.
    package let name: String
    /// Whether it is `async`.
    package let isAsync: Bool
    /// `throws` or `throws(E)`.
    package let throwing: String?
    /// The type of its result or its value; nil when it returns nothing.
    package let type: String?

    /// The method, if it is one.
    package var method: Method? {
        guard case .method(let method) = kind else { return nil }
        return method
    }

    /// What people call it: `notes(matching:)`.
    package var signature: String {
        let name = name.filter { $0 != "`" }
        guard let method else { return name }
        return "\(name)(\(method.parameters.map { "\($0.label ?? "_"):" }.joined()))"
    }

    /// The words of all of its types, in which names of types stand.
    var types: [String] {
        let parts = [method?.genericClause, method?.whereClause, throwing, type].compactMap(\.self)
        return (method?.parameters.map(\.type) ?? []) + parts
    }

    /// Why no code is written that a person must mark with `unsafe`; nil where none of its types asks for that.
    func unsafeReason(in name: String) -> String? {
        let type = types.lazy.flatMap(\.words).first(where: StandardLibrary.unsafeTypes.contains)
        return type.map {
            "'\(name).\(signature)' speaks of '\($0)', and whoever uses that has to answer for it with 'unsafe'"
        }
    }
}
