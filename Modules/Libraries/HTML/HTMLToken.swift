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

    fileprivate mutating func append(name: String, value: String, isTooLong: Bool = false) {
        attributes.append(Attribute(name: name, value: value, isTooLong: isTooLong))
    }
}

/// A builder that collects the bytes of a tag.
struct HTMLTagBuilder: Sendable {
    /// The maximum number of bytes. It applies separately to the name of the tag, to all attribute
    /// names together, and to all values together.
    let limit: Int
    let isEndTag: Bool
    let line: Int
    private var name: [UInt8] = []
    private var attributes = HTMLAttributes()
    private var attributeName: [UInt8] = []
    private var attributeValue: [UInt8] = []
    private var isTooLong = false
    // Names and values are counted separately, so that `tooLong` can still name an attribute whose
    // value is too long.
    private var nameSize = 0
    private var valueSize = 0

    init(limit: Int, isEndTag: Bool = false, line: Int = 1) {
        self.limit = limit
        self.isEndTag = isEndTag
        self.line = line
    }

    mutating func appendToName(_ byte: UInt8) {
        if name.count < limit {
            name.append(byte.asciiLowercased)
        }
    }

    mutating func appendToAttributeName(_ byte: UInt8) {
        guard nameSize + attributeName.count < limit else {
            return isTooLong = true
        }
        attributeName.append(byte.asciiLowercased)
    }

    mutating func appendToAttributeValue(_ bytes: some Collection<UInt8>) {
        guard !isTooLong, valueSize + attributeValue.count + bytes.count <= limit else {
            isTooLong = true
            return attributeValue.removeAll(keepingCapacity: true)
        }
        attributeValue.append(contentsOf: bytes)
    }

    mutating func finishAttribute() {
        if !attributeName.isEmpty, !isEndTag {
            nameSize += attributeName.count
            valueSize += attributeValue.count
            attributes.append(
                name: String(decoding: attributeName, as: UTF8.self),
                value: HTMLCharacterReferences.decode(attributeValue, inAttribute: true),
                isTooLong: isTooLong
            )
        }
        attributeName.removeAll(keepingCapacity: true)
        attributeValue.removeAll(keepingCapacity: true)
        isTooLong = false
    }

    mutating func finish() -> HTMLToken {
        finishAttribute()
        let name = String(decoding: name, as: UTF8.self)
        if isEndTag {
            return HTMLToken(.endTag(name: name), line: line)
        }
        return HTMLToken(.startTag(name: name, attributes), line: line)
    }
}
