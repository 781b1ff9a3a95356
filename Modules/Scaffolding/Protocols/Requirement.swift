/// A method or a property that a protocol demands; each part in the words of the source, on one line.
public struct Requirement: Sendable, Hashable {
    /// What is demanded.
    public enum Kind: Sendable, Hashable {
        case method(Method)
        /// A property; `isSettable` says whether with `set`.
        case property(isSettable: Bool)
    }

    /// What a method has, and a property has not.
    public struct Method: Sendable, Hashable {
        /// Its parameters, in order.
        public var parameters: [Parameter] = []
        /// `<Result: Sendable>`, with the angle brackets.
        public var genericClause: String?
        /// `where Result: Sendable`.
        public var whereClause: String?
        /// Whether its result may be ignored.
        public var isDiscardable = false
        /// Whether a parameter is of a type that the caller chooses.
        public var isGeneric = false
    }

    /// A parameter of a method.
    public struct Parameter: Sendable, Hashable {
        /// The label before the argument; nil for `_`.
        public let label: String?
        /// The name inside the method; never a keyword without backticks.
        public let name: String
        /// Its type, with `inout`, `sending` and attributes.
        public let type: String

        /// Whether it is given by its address.
        public var isInout: Bool { type.hasPrefix("inout ") }
    }

    /// What is demanded.
    public let kind: Kind
    /// Its name, with backticks where the source has them.
    public let name: String
    /// Whether it is `async`.
    public let isAsync: Bool
    /// `throws` or `throws(E)`.
    public let throwing: String?
    /// The type of its result or its value; nil when it returns nothing.
    public let type: String?

    /// The method, if it is one.
    public var method: Method? {
        guard case .method(let method) = kind else { return nil }
        return method
    }

    /// What people call it: `notes(matching:)`.
    public var signature: String {
        guard let method else { return name }
        return "\(name)(\(method.parameters.map { "\($0.label ?? "_"):" }.joined()))"
    }

    /// The words of all of its types, in which names of types stand.
    var types: [String] {
        let parts = [method?.genericClause, method?.whereClause, throwing, type].compactMap(\.self)
        return (method?.parameters.map(\.type) ?? []) + parts
    }
}
