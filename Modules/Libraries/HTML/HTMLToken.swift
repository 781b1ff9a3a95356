/// One piece of an HTML document.
public struct HTMLToken: Sendable, Hashable {
    /// What it is; names are in lower case.
    public enum Content: Sendable, Hashable {
        /// The beginning of an element.
        case startTag(name: String, HTMLAttributes)
        /// The end of an element.
        case endTag(name: String)
        /// Text, its character references decoded; a long one comes in several pieces.
        case text(String)
    }

    /// What it is.
    public var content: Content
    /// The line on which it begins, counted from 1.
    public var line: Int

    /// Makes a token.
    public init(_ content: Content, line: Int) {
        self.content = content
        self.line = line
    }
}

/// The attributes of a tag, by name in lower case.
///
/// Looking up a name takes time linear in the number of attributes; to visit all of them, use ``all``.
public struct HTMLAttributes: Sendable, Hashable {
    private struct Attribute: Hashable {
        let name: String
        let value: String
        let isTooLong: Bool
    }

    private var attributes: [Attribute] = []

    /// Makes attributes; where a name comes twice, the first counts.
    public init(_ attributes: KeyValuePairs<String, String> = [:]) {
        for (name, value) in attributes { append(name: name, value: value) }
    }

    /// The value of an attribute, or nil when it is missing; empty when only its name is there.
    public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The names and values, in order; a repeated name comes with each of its values.
    public var all: some Sequence<(name: String, value: String)> {
        attributes.lazy.map { (name: $0.name, value: $0.value) }
    }

    /// The names of those that are empty because their value was too long to be kept, in order.
    public var tooLong: some Sequence<String> { attributes.lazy.filter(\.isTooLong).map(\.name) }

    mutating func append(name: String, value: String, isTooLong: Bool = false) {
        attributes.append(Attribute(name: name, value: value, isTooLong: isTooLong))
    }
}
