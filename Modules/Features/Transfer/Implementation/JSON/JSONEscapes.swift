/// Decodes what stands for a character in JSON, such as `\n` and `\u00e9` (RFC 8259, section 7).
enum JSONEscapes {
    /// The text of UTF-8 bytes; a surrogate that stands alone becomes U+FFFD, and an unknown escape is its letter.
    static func decode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            text.append(contentsOf: rest[..<backslash])
            rest = rest[backslash...].dropFirst()
            guard let letter = rest.popFirst() else { break }
            switch letter {
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "u"): text.append(contentsOf: Array(String(scalar(&rest)).utf8))
            default: text.append(letter)
            }
        }
        text.append(contentsOf: rest)
        return String(decoding: text, as: UTF8.self)
    }

    /// The character of four digits, or of the two halves of a pair of surrogates.
    private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar {
        guard let unit = unit(rest) else { return "\u{FFFD}" }
        rest = rest.dropFirst(4)
        guard (0xD800...0xDBFF).contains(unit), rest.starts(with: "\\u".utf8), let low = self.unit(rest.dropFirst(2)),
            (0xDC00...0xDFFF).contains(low)
        else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        rest = rest.dropFirst(6)
        return Unicode.Scalar(0x1_0000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
    }

    private static func unit(_ digits: ArraySlice<UInt8>) -> UInt32? {
        guard digits.count >= 4 else { return nil }
        return UInt32(String(decoding: digits.prefix(4), as: UTF8.self), radix: 16)
    }
}
