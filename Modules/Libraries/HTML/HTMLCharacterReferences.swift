/// Decodes the character references of HTML, such as `&amp;` and `&#8212;` (WHATWG HTML, section 13.2.5.72).
enum HTMLCharacterReferences {
    /// The length in bytes of the longest reference, including the ampersand.
    static let maximumLength = 33

    /// Returns the text of UTF-8 bytes with decoded references. Invalid bytes become U+FFFD.
    ///
    /// - Parameter inAttribute: Whether the bytes are the value of an attribute, where `&copy=` is not a reference.
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

    /// Returns the text and the end of the reference whose first byte after the ampersand is at `start`.
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

    /// Returns the character of a numeric reference (section 13.2.5.80). C1 controls mean windows-1252.
    private static func scalar(_ code: UInt32) -> Unicode.Scalar {
        switch code {
        case 0: "\u{FFFD}"
        case 0x80...0x9F: Unicode.Scalar(windows1252[Int(code) - 0x80]) ?? "\u{FFFD}"
        default: Unicode.Scalar(code) ?? "\u{FFFD}"
        }
    }

    /// The characters of windows-1252 from 0x80 to 0x9F.
    private static let windows1252: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D,
        0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x009D, 0x017E, 0x0178,
    ]
}

/// The ASCII characters of markup.
enum ASCII {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let formFeed: UInt8 = 0x0C
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let exclamationMark = UInt8(ascii: "!")
    static let doubleQuote = UInt8(ascii: "\"")
    static let numberSign = UInt8(ascii: "#")
    static let ampersand = UInt8(ascii: "&")
    static let singleQuote = UInt8(ascii: "'")
    static let hyphen = UInt8(ascii: "-")
    static let slash = UInt8(ascii: "/")
    static let semicolon = UInt8(ascii: ";")
    static let lessThan = UInt8(ascii: "<")
    static let equals = UInt8(ascii: "=")
    static let greaterThan = UInt8(ascii: ">")
    static let questionMark = UInt8(ascii: "?")
    static let openingBracket = UInt8(ascii: "[")
    static let closingBracket = UInt8(ascii: "]")
}

extension UInt8 {
    /// Whether the byte is ASCII white space as HTML defines it.
    var isHTMLSpace: Bool {
        self == ASCII.space || self == ASCII.lineFeed || self == ASCII.tab || self == ASCII.carriageReturn
            || self == ASCII.formFeed
    }

    var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }

    var isASCIIAlphanumeric: Bool { isASCIILetter || (0x30...0x39).contains(self) }

    var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

    var isUTF8Continuation: Bool { self & 0xC0 == 0x80 }
}
