/// A tag or a piece of text in an HTML document.
public struct HTMLToken: Sendable, Hashable {
    /// The content of a token. Names are in lower case.
    public enum Content: Sendable, Hashable {
        case startTag(name: String, HTMLAttributes)
        case endTag(name: String)
        /// Text with decoded character references. Long text is divided into several tokens.
        case text(String)
    }

    public var content: Content
    /// The line on which the token begins, counted from 1.
    public var line: Int

    public init(_ content: Content, line: Int) {
        self.content = content
        self.line = line
    }
}

/// The attributes of a tag by lowercase name.
///
/// A lookup takes time linear in the number of attributes. To visit all attributes, use ``all``.
public struct HTMLAttributes: Sendable, Hashable {
    private struct Attribute: Hashable {
        let name: String
        let value: String
        let isTooLong: Bool
    }

    private var attributes: [Attribute] = []

    /// Creates attributes. If a name is repeated, a lookup returns its first value.
    public init(_ attributes: KeyValuePairs<String, String> = [:]) {
        for (name, value) in attributes {
            append(name: name, value: value)
        }
    }

    /// The value of an attribute, or `nil` if the attribute is absent.
    ///
    /// The value is empty for an attribute without a value.
    public subscript(name: String) -> String? {
        attributes.first { $0.name == name }?.value
    }

    /// The names and values of all attributes in order, including repeated names.
    public var all: some Sequence<(name: String, value: String)> {
        attributes.lazy.map { (name: $0.name, value: $0.value) }
    }

    /// The names of the attributes whose value exceeded the tokenizer's limit, in order.
    ///
    /// These attributes have empty values.
    public var tooLong: some Sequence<String> {
        attributes.lazy.filter(\.isTooLong).map(\.name)
    }

    mutating func append(name: String, value: String, isTooLong: Bool = false) {
        attributes.append(Attribute(name: name, value: value, isTooLong: isTooLong))
    }
}
