/// A pattern for paths. `*` matches any part of one path component, and `**` matches any number of
/// components. Parentheses capture the text that matches a part of one component, as in
/// `Features/(*)/**`.
public struct PathPattern: Sendable, Hashable {
    /// The pattern as written, such as `Modules/Features/*/Interface`.
    public let text: String
    private let parts: [Substring]
    public init(_ text: String) {
        self.text = text
        parts = text.split(separator: "/")
    }

    var isLiteral: Bool { !text.contains("*") }

    /// Whether each parenthesis has a counterpart in the same component.
    var isBalanced: Bool {
        !text.replacing(#/\([^()/]*\)/#, with: "").contains { $0 == "(" || $0 == ")" }
    }

    public func matches(_ path: String) -> Bool {
        captures(in: path) != nil
    }

    /// Returns the captured parts of a path, or `nil` if the pattern does not match the path.
    func captures(in path: String) -> [String]? {
        Self.captures(parts[...], path.split(separator: "/")[...])
    }

    private static func captures(
        _ pattern: ArraySlice<Substring>,
        _ path: ArraySlice<Substring>
    ) -> [String]? {
        guard let first = pattern.first else { return path.isEmpty ? [] : nil }
        if first == "**" {
            return captures(pattern.dropFirst(), path)
                ?? (path.isEmpty ? nil : captures(pattern, path.dropFirst()))
        }
        guard let name = path.first,
            let found = first == name && !first.contains("(") ? [] : captures(first, name),
            let rest = captures(pattern.dropFirst(), path.dropFirst())
        else { return nil }
        return found + rest
    }

    /// Returns the captured parts of a component.
    ///
    /// - Parameter part: The text that the enclosing parentheses have matched so far, or `nil`
    ///   outside parentheses.
    private static func captures(
        _ pattern: Substring,
        _ name: Substring,
        part: String? = nil
    ) -> [String]? {
        guard let first = pattern.first else { return name.isEmpty ? [] : nil }
        let rest = pattern.dropFirst()
        switch first {
        case "(": return captures(rest, name, part: "")
        case ")": return captures(rest, name).map { [part ?? ""] + $0 }
        case "*":
            if let found = captures(rest, name, part: part) {
                return found
            }
            guard let next = name.first else { return nil }
            return captures(pattern, name.dropFirst(), part: part.map { $0 + String(next) })
        default:
            guard name.first == first else { return nil }
            return captures(rest, name.dropFirst(), part: part.map { $0 + String(first) })
        }
    }
}

extension String {
    /// The part after the last slash, or `nil` if the string is empty.
    public var lastPart: String? { split(separator: "/").last.map(String.init) }
}
