/// Decodes what stands for a character in HTML, such as `&amp;` and `&#8212;` (WHATWG HTML, section 13.2.5.72).
enum HTMLCharacterReferences {
    /// The longest reference that can mean something, the ampersand included.
    static let maximumLength = 33

    /// The text of UTF-8 bytes; invalid bytes become U+FFFD, references the characters they stand for.
    ///
    /// - Parameter inAttribute: Whether the bytes are the value of an attribute, where `&copy=` is no reference.
    static func decode(_ bytes: [UInt8], inAttribute: Bool) -> String {
        guard let first = bytes.firstIndex(of: ASCII.ampersand) else { return String(decoding: bytes, as: UTF8.self) }
        var result = Array(bytes[..<first])
        result.reserveCapacity(bytes.count)
        var position = first
        while position < bytes.count {
            if bytes[position] == ASCII.ampersand,
                let (text, end) = reference(at: position + 1, in: bytes, inAttribute: inAttribute)
            {
                result.append(contentsOf: text.utf8)
                position = end
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The text of the reference whose first byte after the ampersand is at `start`, and where it ends.
    private static func reference(at start: Int, in bytes: [UInt8], inAttribute: Bool) -> (String, Int)? {
        guard start < bytes.count else { return nil }
        if bytes[start] == ASCII.numberSign { return numeric(at: start + 1, in: bytes) }
        guard bytes[start].isASCIIAlphanumeric else { return nil }
        return named(at: start, in: bytes, inAttribute: inAttribute)
    }

    private static func named(at start: Int, in bytes: [UInt8], inAttribute: Bool) -> (String, Int)? {
        let run = bytes[start...].prefix(maximumLength).prefix(while: \.isASCIIAlphanumeric)
        if run.endIndex < bytes.count, bytes[run.endIndex] == ASCII.semicolon,
            let text = HTMLNamedCharacters.complete[String(decoding: run, as: UTF8.self)]
        {
            return (text, run.endIndex + 1)
        }
        for length in HTMLNamedCharacters.legacyLengths.reversed() where length <= run.count {
            let name = run.prefix(length)
            guard let text = HTMLNamedCharacters.legacy[String(decoding: name, as: UTF8.self)] else { continue }
            if inAttribute, name.endIndex < bytes.count,
                bytes[name.endIndex] == ASCII.equals || bytes[name.endIndex].isASCIIAlphanumeric
            {
                return nil
            }
            return (text, name.endIndex)
        }
        return nil
    }

    private static func numeric(at start: Int, in bytes: [UInt8]) -> (String, Int)? {
        let isHexadecimal = start < bytes.count && bytes[start] | 0x20 == UInt8(ascii: "x")
        let radix: UInt32 = isHexadecimal ? 16 : 10
        var end = isHexadecimal ? start + 1 : start
        let digits = end
        var code: UInt32 = 0
        while end < bytes.count, let digit = digit(bytes[end]), digit < radix {
            code = min(code * radix + digit, 0x11_0000)
            end += 1
        }
        guard end > digits else { return nil }
        if end < bytes.count, bytes[end] == ASCII.semicolon { end += 1 }
        return (String(Character(scalar(code))), end)
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46, 0x61...0x66: UInt32((byte | 0x20) - 0x61) + 10
        default: nil
        }
    }

    /// The character of a number (WHATWG HTML, section 13.2.5.80); those of the C1 controls mean windows-1252.
    private static func scalar(_ code: UInt32) -> Unicode.Scalar {
        switch code {
        case 0: "\u{FFFD}"
        case 0x80...0x9F: Windows1252.scalar(UInt8(code))
        default: Unicode.Scalar(code) ?? "\u{FFFD}"
        }
    }
}
