/// A name in camel case, such as `WebPages`, as it stands in other names: `WebPagesError`, `StoredWebPages`, `webPages`.
struct CamelCaseName {
    /// The name.
    let text: String
    /// The name as a property begins with it.
    let lowered: String

    init(_ text: String) {
        self.text = text
        lowered = text.asProperty
    }

    /// Whether it is a word, or several, of an identifier.
    func isPart(of identifier: String) -> Bool { !places(in: Array(identifier.utf8)).isEmpty }

    /// An identifier with another name wherever this one is a part of it.
    func replaced(by other: CamelCaseName, in identifier: String) -> String {
        var bytes = Array(identifier.utf8)
        for (range, isLowered) in places(in: bytes).reversed() {
            bytes.replaceSubrange(range, with: Array((isLowered ? other.lowered : other.text).utf8))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func places(in bytes: [UInt8]) -> [(range: Range<Int>, isLowered: Bool)] {
        var places: [(Range<Int>, Bool)] = []
        let (upper, lower) = (Array(text.utf8), Array(lowered.utf8))
        var position = 0
        while position < bytes.count {
            let rest = bytes[position...]
            let isFirst = rest.startIndex == bytes.firstIndex { $0 != UInt8(ascii: "_") }
            if rest.starts(with: upper), begins(at: position, in: bytes), ends(at: position + upper.count, in: bytes) {
                places.append((position..<position + upper.count, false))
                position += upper.count
            } else if isFirst, rest.starts(with: lower), ends(at: position + lower.count, in: bytes) {
                places.append((position..<position + lower.count, true))
                position += lower.count
            } else {
                position += 1
            }
        }
        return places
    }

    /// Whether a word begins there: behind a capital only where the next letter is small, as in `HTTPPages`.
    private func begins(at position: Int, in bytes: [UInt8]) -> Bool {
        guard position > 0, bytes[position - 1].isCapital else { return true }
        return bytes[safe: position + 1]?.isSmall == true && bytes[position].isCapital && text.utf8.count > 1
    }

    /// Whether a word ends before the position; after a capital, another one must begin a word, as in `HTTPClient`.
    private func ends(at position: Int, in bytes: [UInt8]) -> Bool {
        guard let next = bytes[safe: position] else { return true }
        if next.isSmall { return false }
        if next.isDigit { return !bytes[position - 1].isDigit }
        return !(bytes[position - 1].isCapital && next.isCapital) || bytes[safe: position + 1]?.isSmall == true
    }
}

extension UInt8 {
    fileprivate var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    fileprivate var isSmall: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || self >= 0x80 }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether it is a part of words, as names are made of them.
    var isPartOfWord: Bool { isCapital || isSmall || isDigit || self == UInt8(ascii: "_") }
}
