/// A decoder for the character references of HTML, such as `&amp;` and `&#8212;` (WHATWG HTML,
/// section 13.2.5.72).
enum HTMLCharacterReferences {
    /// The length in bytes of the longest reference, including the ampersand.
    static let maximumLength = 33

    /// Decodes UTF-8 bytes and the character references that they contain.
    ///
    /// In an attribute, a name without a semicolon, such as `&copy`, is not a reference if `=`, a
    /// letter or a digit follows it. Invalid bytes become U+FFFD.
    static func decode(_ bytes: [UInt8], inAttribute: Bool) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += rest[..<ampersand]
            rest = rest[(ampersand + 1)...]
            if let (text, end) = reference(rest, inAttribute: inAttribute) {
                result += text.utf8
                rest = rest[end...]
            } else {
                result.append(UInt8(ascii: "&"))
            }
        }
        return String(decoding: result + rest, as: UTF8.self)
    }

    /// Returns the text of the reference at the beginning of the bytes, and the index after the
    /// reference. Returns `nil` if the bytes do not begin with a reference. The bytes begin after
    /// the ampersand.
    private static func reference(_ bytes: ArraySlice<UInt8>, inAttribute: Bool) -> (String, Int)? {
        if bytes.first == UInt8(ascii: "#") {
            return numeric(bytes.dropFirst())
        }
        let run = bytes.prefix(maximumLength).prefix(while: \.isASCIIAlphanumeric)
        if bytes[run.endIndex...].first == UInt8(ascii: ";"), let (text, _) = named(run) {
            return (text, run.endIndex + 1)
        }
        for length in legacyLengths.reversed() where length <= run.count {
            let name = run.prefix(length)
            guard let (text, isLegacy) = named(name), isLegacy else {
                continue
            }
            let next = bytes[name.endIndex...].first
            let continues = next == UInt8(ascii: "=") || next?.isASCIIAlphanumeric == true
            return inAttribute && continues ? nil : (text, name.endIndex)
        }
        return nil
    }

    private static func numeric(_ bytes: ArraySlice<UInt8>) -> (String, Int)? {
        let isHexadecimal = bytes.first.map { $0 | 0x20 } == UInt8(ascii: "x")
        let digits = bytes.dropFirst(isHexadecimal ? 1 : 0).prefix {
            (0x30...0x39).contains($0) || (isHexadecimal && (0x61...0x66).contains($0 | 0x20))
        }
        guard !digits.isEmpty else { return nil }
        let number = String(decoding: digits, as: UTF8.self)
        let code = UInt32(number, radix: isHexadecimal ? 16 : 10) ?? .max
        let hasSemicolon = bytes[digits.endIndex...].first == UInt8(ascii: ";")
        let end = digits.endIndex + (hasSemicolon ? 1 : 0)
        return (String(Character(scalar(code))), end)
    }

    /// Returns the character for a numeric reference (section 13.2.5.80).
    ///
    /// The numbers of C1 control characters are decoded as windows-1252.
    private static func scalar(_ code: UInt32) -> Unicode.Scalar {
        switch code {
        case 0:
            "\u{FFFD}"
        case 0x80...0x9F:
            Unicode.Scalar(windows1252[Int(code) - 0x80]) ?? "\u{FFFD}"
        default:
            Unicode.Scalar(code) ?? "\u{FFFD}"
        }
    }

    /// The characters of windows-1252 from 0x80 to 0x9F.
    private static let windows1252: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
    ]

    // MARK: Names

    /// The lengths of the names whose semicolon is optional.
    private static let legacyLengths = 2...6

    private static func named(_ name: ArraySlice<UInt8>) -> (text: String, isLegacy: Bool)? {
        names[String(decoding: name, as: UTF8.self)]
    }

    /// The text for each name, and whether the semicolon of the name is optional.
    private static let names: [String: (text: String, isLegacy: Bool)] = {
        var names: [String: (text: String, isLegacy: Bool)] = [:]
        for entry in namedCharacters.utf8.split(whereSeparator: \.isHTMLSpace) {
            let name = entry.prefix(while: \.isASCIIAlphanumeric)
            var text = String.UnicodeScalarView()
            for code in entry[name.endIndex...].dropFirst().split(separator: UInt8(ascii: "+")) {
                let value = UInt32(String(decoding: code, as: UTF8.self), radix: 16)
                text.append(value.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
            }
            let isLegacy = entry[name.endIndex] == UInt8(ascii: "=")
            names[String(decoding: name, as: UTF8.self)] = (String(text), isLegacy)
        }
        return names
    }()
}

extension UInt8 {
    /// Whether the byte is ASCII white space as HTML defines it.
    var isHTMLSpace: Bool {
        self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
    }

    var isASCIILetter: Bool {
        (0x61...0x7A).contains(self | 0x20)
    }

    var isASCIIAlphanumeric: Bool {
        isASCIILetter || (0x30...0x39).contains(self)
    }

    var asciiLowercased: UInt8 {
        (0x41...0x5A).contains(self) ? self | 0x20 : self
    }
}
