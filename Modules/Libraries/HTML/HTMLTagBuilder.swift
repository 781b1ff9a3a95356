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
