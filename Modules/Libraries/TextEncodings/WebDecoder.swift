/// A decoder that converts text from an encoding to UTF-8, in pieces of any size.
///
/// The decoder follows the WHATWG Encoding Standard. Each invalid sequence becomes one U+FFFD. An
/// invalid sequence never includes an ASCII byte. Input in UTF-8 is returned unchanged, except that
/// a byte order mark is removed, as it is in UTF-16.
///
///     var decoder = WebDecoder(encoding)
///     text += decoder.decode(piece)
///     text += decoder.finish()
///
/// - Complexity: Time is linear in the input. Memory use is limited to the character tables.
public struct WebDecoder: Sendable {
    /// The first bytes of the input while they may be the beginning of a byte order mark, otherwise
    /// `nil`.
    private var beginning: [UInt8]?
    private let mark: [UInt8]
    private var decoder: (any ByteDecoder)?

    /// Creates a decoder for one document in the encoding.
    public init(_ encoding: WebEncoding) {
        decoder = encoding.makeDecoder()
        mark = encoding.byteOrderMark
        beginning = mark.isEmpty ? nil : []
    }

    /// Decodes the bytes, and returns the complete characters in UTF-8.
    public mutating func decode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var input = Array(bytes)
        if let beginning {
            input = beginning + input
            guard input.count >= mark.count || !mark.starts(with: input) else {
                self.beginning = input
                return []
            }
            self.beginning = nil
            if input.starts(with: mark) {
                input.removeFirst(mark.count)
            }
        }
        return transformed(input)
    }

    /// Returns the rest of the text in UTF-8. An incomplete character at the end becomes U+FFFD.
    public mutating func finish() -> [UInt8] {
        let rest = transformed(beginning ?? [])
        beginning = nil
        var output = DecodedText()
        decoder?.finish(&output)
        return rest + output.utf8
    }

    private mutating func transformed(_ input: [UInt8]) -> [UInt8] {
        guard var decoder else { return input }
        var output = DecodedText()
        output.utf8.reserveCapacity(input.count)
        for byte in input {
            decoder.append(byte, &output)
        }
        self.decoder = decoder
        return output.utf8
    }
}

extension WebEncoding {
    /// The byte order mark of the encoding, or an empty array.
    fileprivate var byteOrderMark: [UInt8] {
        switch scheme {
        case .utf8: [0xEF, 0xBB, 0xBF]
        case .utf16(isBigEndian: true): [0xFE, 0xFF]
        case .utf16(isBigEndian: false): [0xFF, 0xFE]
        default: []
        }
    }

    /// Returns a decoder, or `nil` for UTF-8, which requires none.
    fileprivate func makeDecoder() -> (any ByteDecoder)? {
        switch scheme {
        case .utf8: nil
        case .utf16(let isBigEndian): UTF16Decoder(isBigEndian: isBigEndian)
        case .singleByte: SingleByteDecoder(self)
        case .gb18030: GB18030Decoder()
        case .big5: PairDecoder(.big5)
        case .eucJP: EUCJPDecoder()
        case .iso2022JP: ISO2022JPDecoder()
        case .shiftJIS: PairDecoder(.shiftJIS)
        case .eucKR: PairDecoder(.eucKR)
        case .userDefined: UserDefinedDecoder()
        case .replacement: ReplacementDecoder()
        }
    }
}

// MARK: - Decoders without multi-byte tables

/// A decoder for UTF-16 in either byte order (section 14.2.1).
private struct UTF16Decoder: ByteDecoder {
    let isBigEndian: Bool
    private var first: UInt8?
    private var highSurrogate: UInt32?

    init(isBigEndian: Bool) {
        self.isBigEndian = isBigEndian
    }

    mutating func append(_ byte: UInt8, _ output: inout DecodedText) {
        guard let first else { return self.first = byte }
        self.first = nil
        let high = isBigEndian ? first : byte
        let low = isBigEndian ? byte : first
        appendUnit(UInt32(high) << 8 | UInt32(low), &output)
    }

    private mutating func appendUnit(_ unit: UInt32, _ output: inout DecodedText) {
        if let high = highSurrogate {
            highSurrogate = nil
            if (0xDC00...0xDFFF).contains(unit) {
                return output.append(0x1_0000 + (high - 0xD800) << 10 + (unit - 0xDC00))
            }
            output.appendError()
        }
        switch unit {
        case 0xD800...0xDBFF: highSurrogate = unit
        case 0xDC00...0xDFFF: output.appendError()
        default: output.append(unit)
        }
    }

    mutating func finish(_ output: inout DecodedText) {
        if first != nil || highSurrogate != nil {
            output.appendError()
        }
    }
}

/// A decoder for an encoding in which each byte is a character (section 9).
private struct SingleByteDecoder: ByteDecoder {
    /// The characters of the bytes from 0x80 to 0xFF.
    private let table: [UInt32]

    init(_ encoding: WebEncoding) {
        table = (UInt8(0x80)...0xFF).map { Self.character(of: $0, in: encoding) }
    }

    private static func character(of byte: UInt8, in encoding: WebEncoding) -> UInt32 {
        if let correction = corrections["\(encoding.name) \(String(byte, radix: 16))"] {
            return correction
        }
        let characters = encoding.number.flatMap { number in
            CharacterTable.characters(of: [byte], number: number)
        }
        guard let code = characters?.first, code != 0 else {
            // The standard maps unassigned bytes to C1 control characters, but Foundation does not.
            return byte < 0xA0 ? UInt32(byte) : CharacterTable.none
        }
        return privateUse.contains(code) ? CharacterTable.none : code
    }

    func append(_ byte: UInt8, _ output: inout DecodedText) {
        if byte < 0x80 {
            return output.append(UInt32(byte))
        }
        let code = table[Int(byte) - 0x80]
        if code == CharacterTable.none {
            output.appendError()
        } else {
            output.append(code)
        }
    }

    /// The private use characters that Apple assigned to unused bytes of Thai encodings.
    private static let privateUse: ClosedRange<UInt32> = 0xF8C1...0xF8C8

    /// The standard's characters for bytes that Foundation decodes differently, by the name of the
    /// encoding and the byte in hexadecimal.
    private static let corrections: [String: UInt32] = [
        "koi8-u ae": 0x45E,
        "koi8-u be": 0x40E,
        "windows-1253 aa": CharacterTable.none,
        "windows-1255 ca": 0x5BA,
    ]
}

/// A decoder for `x-user-defined`, which maps bytes to private use characters (section 14.5).
private struct UserDefinedDecoder: ByteDecoder {
    func append(_ byte: UInt8, _ output: inout DecodedText) {
        output.append(byte < 0x80 ? UInt32(byte) : 0xF700 + UInt32(byte))
    }
}

/// A decoder for encodings that are not safe to decode (section 14.1).
///
/// The whole input becomes one U+FFFD.
private struct ReplacementDecoder: ByteDecoder {
    private var isEmpty = true

    mutating func append(_ byte: UInt8, _ output: inout DecodedText) {
        if isEmpty {
            output.appendError()
        }
        isEmpty = false
    }
}
