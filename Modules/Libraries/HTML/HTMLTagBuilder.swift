/// A tag while its bytes come in.
struct HTMLTagBuilder: Sendable {
    private(set) var name: [UInt8] = []
    private(set) var isEndTag = false
    private(set) var line = 1
    private var attributes = HTMLAttributes()
    private var attributeName: [UInt8] = []
    private var attributeValue: [UInt8] = []
    private var isTooLong = false
    // Counted apart, so that a long value takes no room from the names that say what was left out.
    private var nameSize = 0
    private var valueSize = 0

    /// Begins another tag.
    mutating func begin(isEndTag: Bool, line: Int) {
        name.removeAll(keepingCapacity: true)
        attributes = HTMLAttributes()
        attributeName.removeAll(keepingCapacity: true)
        attributeValue.removeAll(keepingCapacity: true)
        isTooLong = false
        nameSize = 0
        valueSize = 0
        self.isEndTag = isEndTag
        self.line = line
    }

    mutating func appendToName(_ byte: UInt8, limit: Int) {
        if name.count < limit { name.append(byte.asciiLowercased) }
    }

    /// Begins another attribute of the tag.
    mutating func beginAttribute() {
        finishAttribute()
    }

    mutating func appendToAttributeName(_ byte: UInt8, limit: Int) {
        guard nameSize + attributeName.count < limit else { return isTooLong = true }
        attributeName.append(byte.asciiLowercased)
    }

    mutating func appendToAttributeValue(_ bytes: some Collection<UInt8>, limit: Int) {
        guard !isTooLong, valueSize + attributeValue.count + bytes.count <= limit else {
            isTooLong = true
            return attributeValue.removeAll(keepingCapacity: true)
        }
        attributeValue.append(contentsOf: bytes)
    }

    /// The whole tag.
    mutating func finish() -> HTMLToken {
        let name = String(decoding: name, as: UTF8.self)
        if isEndTag { return HTMLToken(.endTag(name: name), line: line) }
        finishAttribute()
        return HTMLToken(.startTag(name: name, attributes), line: line)
    }

    private mutating func finishAttribute() {
        defer {
            attributeName.removeAll(keepingCapacity: true)
            attributeValue.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        guard !attributeName.isEmpty, !isEndTag else { return }
        nameSize += attributeName.count
        valueSize += attributeValue.count
        attributes.append(
            name: String(decoding: attributeName, as: UTF8.self),
            value: HTMLCharacterReferences.decode(attributeValue, inAttribute: true), isTooLong: isTooLong)
    }
}
