/// A set of bytes to percent-encode in a part of a URL (URL Standard, section 1.3).
///
/// A set contains some ASCII characters and all non-ASCII bytes.
struct ByteSet {
    private let members: [Bool]

    private init(_ base: ByteSet?, _ characters: String) {
        var members = base?.members ?? (0...255).map { $0 >= 0x80 }
        for byte in characters.utf8 {
            members[Int(byte)] = true
        }
        self.members = members
    }

    func contains(_ byte: UInt8) -> Bool {
        members[Int(byte)]
    }

    private static let controlCharacters: [UInt8] = Array(0...0x1F) + [0x7F]

    static let control = ByteSet(nil, String(decoding: controlCharacters, as: UTF8.self))
    static let fragment = ByteSet(control, " \"<>`")
    static let query = ByteSet(control, " \"#<>")
    static let specialQuery = ByteSet(query, "'")
    static let path = ByteSet(query, "?^`{}")
    static let userInfo = ByteSet(path, "/:;=@[\\]|")

    /// The characters that must be percent-encoded in the host of a URL whose scheme is not
    /// special.
    static let forbiddenInHost = ByteSet(nil, "\u{0}\t\n\r #/:<>?@[\\]^|")
    /// The characters that a host name must not contain, even if they are percent-encoded.
    static let forbiddenInDomain = ByteSet(control, " #/:<>?@[\\]^|%")
}

extension [UInt8] {
    /// Appends bytes. The bytes in the set are percent-encoded, and bytes that are already encoded
    /// are normalized.
    ///
    /// A `%` that does not start an encoded byte is preserved. Encoded hexadecimal digits directly
    /// after such a `%` remain encoded, because the `%` would start an encoded byte if they were
    /// decoded.
    mutating func append(_ bytes: ArraySlice<UInt8>, encoding set: ByteSet) {
        // Most parts are already in normal form, and are copied as a whole.
        let firstChange = bytes.firstIndex { $0 == UInt8(ascii: "%") || set.contains($0) }
        var index = firstChange ?? bytes.endIndex
        append(contentsOf: bytes[..<index])
        // The output index of the last `%` that does not start an encoded byte.
        var strayPercent = Int.min / 2
        while index < bytes.endIndex {
            let byte = bytes[index]
            if let value = bytes.percentEncodedByte(at: index) {
                let completesStray = value.hexDigit != nil && count - strayPercent <= 2
                if value.isUnreserved, !completesStray {
                    append(value)
                } else {
                    appendPercentEncoded(value)
                }
                index += 3
                continue
            }
            if byte == UInt8(ascii: "%") {
                strayPercent = count
            }
            if set.contains(byte) {
                appendPercentEncoded(byte)
            } else {
                append(byte)
            }
            index += 1
        }
    }

    mutating func appendPercentEncoded(_ byte: UInt8) {
        func digit(_ value: UInt8) -> UInt8 {
            value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
        }
        append(UInt8(ascii: "%"))
        append(digit(byte >> 4))
        append(digit(byte & 0xF))
    }
}

extension ArraySlice<UInt8> {
    /// The bytes after percent-decoding. A `%` that does not start an encoded byte is preserved.
    var percentDecoded: [UInt8] {
        guard contains(UInt8(ascii: "%")) else {
            return Array(self)
        }
        var decoded: [UInt8] = []
        var index = startIndex
        while index < endIndex {
            let value = percentEncodedByte(at: index)
            decoded.append(value ?? self[index])
            index += value == nil ? 1 : 3
        }
        return decoded
    }

    /// Returns the byte that is percent-encoded at the index, or `nil` if the index is not the
    /// start of an encoded byte.
    func percentEncodedByte(at index: Int) -> UInt8? {
        guard self[index] == UInt8(ascii: "%"), index + 2 < endIndex,
            let high = self[index + 1].hexDigit,
            let low = self[index + 2].hexDigit
        else {
            return nil
        }
        return high << 4 | low
    }
}

extension UInt8 {
    var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }

    var isDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }

    /// The value of the byte as a hexadecimal digit, or `nil` if the byte is not a hexadecimal
    /// digit.
    var hexDigit: UInt8? {
        if isDigit {
            return self - UInt8(ascii: "0")
        }
        let digit = (self | 0x20) &- UInt8(ascii: "a") &+ 10
        return (10...15).contains(digit) ? digit : nil
    }

    var lowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }

    /// Whether the byte has the same meaning with and without percent-encoding (RFC 3986, section
    /// 2.3).
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default:
            isLetter || isDigit
        }
    }
}
