/// A pattern for paths. `*` matches any part of one path component, and `**` matches any number of
/// components.
public struct PathPattern: Sendable, Hashable {
    /// The pattern as written, such as `Modules/Features/*/Interface`.
    public let text: String
    public init(_ text: String) {
        self.text = text
    }

    var isLiteral: Bool { !text.contains("*") }

    public func matches(_ path: String) -> Bool {
        Self.matches(text.split(separator: "/")[...], path.split(separator: "/")[...])
    }

    private static func matches(
        _ pattern: ArraySlice<Substring>,
        _ path: ArraySlice<Substring>
    ) -> Bool {
        guard let first = pattern.first else { return path.isEmpty }
        if first == "**" {
            return matches(pattern.dropFirst(), path)
                || !path.isEmpty && matches(pattern, path.dropFirst())
        }
        guard let name = path.first, matches(first[...], name: name[...]) else {
            return false
        }
        return matches(pattern.dropFirst(), path.dropFirst())
    }

    private static func matches(_ pattern: Substring, name: Substring) -> Bool {
        guard let first = pattern.first else { return name.isEmpty }
        if first == "*" {
            return matches(pattern.dropFirst(), name: name)
                || !name.isEmpty && matches(pattern, name: name.dropFirst())
        }
        return name.first == first && matches(pattern.dropFirst(), name: name.dropFirst())
    }
}
