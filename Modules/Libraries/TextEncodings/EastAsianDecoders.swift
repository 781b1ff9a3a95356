// The decoders for multi-byte encodings. The names follow the WHATWG Encoding Standard, in which a
// pointer is the index of a character in a table.

/// A decoder for Big5 with the Hong Kong characters (section 11.1.1), for EUC-KR as in code page
/// 949 (section 13.1.1), and for Shift_JIS as in Windows (section 12.3.1).
struct PairDecoder: ByteDecoder {
    enum Encoding { case big5, eucKR, shiftJIS }

    /// The Big5 characters that consist of two scalars, keyed by pointer. A ``CharacterTable``
    /// cannot contain these characters.
    private static let combined: [Int: [UInt32]] = [
        1_133: [0xCA, 0x304], 1_135: [0xCA, 0x30C], 1_164: [0xEA, 0x304], 1_166: [0xEA, 0x30C],
    ]

    private let encoding: Encoding
    private var characters: CharacterRows
    private var lead: UInt8?

    init(_ encoding: Encoding) {
        self.encoding = encoding
        let table: CharacterTable =
            switch encoding {
            case .big5: .big5
            case .eucKR: .eucKR
            case .shiftJIS: .jis0208
            }
        characters = CharacterRows(table)
    }

    mutating func append(_ byte: UInt8, _ output: inout DecodedText) {
        guard let lead else { return appendFirst(byte, &output) }
        self.lead = nil
        guard let pointer = pointer(lead, byte) else {
            return appendError(at: byte, &output)
        }
        switch encoding {
        // The rows for user-defined characters map to the private use area.
        case .shiftJIS where (8_836...10_715).contains(pointer):
            output.append(0xE000 - 8_836 + UInt32(pointer))
        case .big5 where Self.combined[pointer] != nil:
            Self.combined[pointer]?.forEach { output.append($0) }
        default:
            if let code = characters[pointer] {
                output.append(code)
            } else {
                appendError(at: byte, &output)
            }
        }
    }

    mutating func finish(_ output: inout DecodedText) {
        if lead != nil {
            output.appendError()
        }
    }

    private mutating func appendFirst(_ byte: UInt8, _ output: inout DecodedText) {
        switch (encoding, byte) {
        case (_, 0x00...0x7F), (.shiftJIS, 0x80):
            output.append(UInt32(byte))
        case (.shiftJIS, 0xA1...0xDF):
            output.append(0xFF61 + UInt32(byte) - 0xA1)
        case (.shiftJIS, 0x81...0x9F), (.shiftJIS, 0xE0...0xFC):
            lead = byte
        case (.big5, 0x81...0xFE), (.eucKR, 0x81...0xFE):
            lead = byte
        default:
            output.appendError()
        }
    }

    /// Returns the pointer of a character, or `nil` if the second byte is invalid.
    private func pointer(_ lead: UInt8, _ trail: UInt8) -> Int? {
        let row = Int(lead) - 0x81
        let cell = Int(trail)
        let rowOfShiftJIS = lead < 0xA0 ? row : row - 0x40
        return switch (encoding, trail) {
        case (.big5, 0x40...0x7E): row * 157 + cell - 0x40
        case (.big5, 0xA1...0xFE): row * 157 + cell - 0x62
        case (.eucKR, 0x41...0xFE): row * 190 + cell - 0x41
        case (.shiftJIS, 0x40...0x7E): rowOfShiftJIS * 188 + cell - 0x40
        case (.shiftJIS, 0x80...0xFC): rowOfShiftJIS * 188 + cell - 0x41
        default: nil
        }
    }
}

/// A decoder for EUC-JP (section 12.1.1).
struct EUCJPDecoder: ByteDecoder {
    private var jis0208 = CharacterRows(.jis0208)
    private var jis0212 = CharacterRows(.jis0212)
    private var lead: UInt8?
    /// Whether the pending character has three bytes and belongs to JIS X 0212.
    private var isSupplementary = false

    mutating func append(_ byte: UInt8, _ output: inout DecodedText) {
        guard let lead else {
            switch byte {
            case 0x00...0x7F: output.append(UInt32(byte))
            case 0x8E, 0x8F, 0xA1...0xFE: lead = byte
            default: output.appendError()
            }
            return
        }
        self.lead = nil
        switch (lead, byte) {
        case (0x8F, 0xA1...0xFE):
            isSupplementary = true
            self.lead = byte
            return
        case (0x8E, 0xA1...0xDF):
            output.append(0xFF61 + UInt32(byte) - 0xA1)
        case (0xA1...0xFE, 0xA1...0xFE):
            let pointer = (Int(lead) - 0xA1) * 94 + Int(byte) - 0xA1
            let code = isSupplementary ? jis0212[pointer] : jis0208[pointer]
            if let code {
                output.append(code)
            } else {
                appendError(at: byte, &output)
            }
        default:
            appendError(at: byte, &output)
        }
        isSupplementary = false
    }

    mutating func finish(_ output: inout DecodedText) {
        if lead != nil {
            output.appendError()
        }
    }
}

/// A decoder for GB 18030 and for GBK, which the standard decodes in the same way (section 10.2.1).
struct GB18030Decoder: ByteDecoder {
    private var pairs = CharacterRows(.gb18030Pairs)
    private var quartets = CharacterRows(.gb18030Quartets)
    private var pending: [UInt8] = []

    mutating func append(_ byte: UInt8, _ output: inout DecodedText) {
        switch (pending.count, byte) {
        case (0, 0x00...0x7F):
            output.append(UInt32(byte))
        case (0, 0x80):
            output.append(0x20AC)
        case (0, 0xFF):
            output.appendError()
        case (0, _), (1, 0x30...0x39), (2, 0x81...0xFE):
            pending.append(byte)
        case (1, _):
            appendPair(pending[0], byte, &output)
        case (3, 0x30...0x39):
            appendQuartet(byte, &output)
        default:
            restart(with: byte, &output)
        }
    }

    mutating func finish(_ output: inout DecodedText) {
        if !pending.isEmpty {
            output.appendError()
        }
    }

    private mutating func appendPair(_ lead: UInt8, _ byte: UInt8, _ output: inout DecodedText) {
        pending = []
        if (0x40...0x7E).contains(byte) || (0x80...0xFE).contains(byte) {
            let pointer = (Int(lead) - 0x81) * 190 + Int(byte) - (byte < 0x7F ? 0x40 : 0x41)
            if let code = pairs[pointer] {
                return output.append(code)
            }
        }
        appendError(at: byte, &output)
    }

    private mutating func appendQuartet(_ byte: UInt8, _ output: inout DecodedText) {
        var pointer = Int(pending[0]) - 0x81
        pointer = pointer * 10 + Int(pending[1]) - 0x30
        pointer = pointer * 126 + Int(pending[2]) - 0x81
        pointer = pointer * 10 + Int(byte) - 0x30
        pending = []
        let code = pointer >= 189_000 ? UInt32(pointer - 189_000 + 0x1_0000) : quartets[pointer]
        if let code, code <= 0x10_FFFF {
            output.append(code)
        } else {
            output.appendError()
        }
    }

    /// Discards the first pending byte, and processes the other pending bytes and the given byte
    /// again.
    private mutating func restart(with byte: UInt8, _ output: inout DecodedText) {
        let rest = pending.dropFirst() + [byte]
        pending = []
        output.appendError()
        for byte in rest {
            append(byte, &output)
        }
    }
}

/// A decoder for ISO-2022-JP, in which escape sequences select character sets (section 12.2.1).
struct ISO2022JPDecoder: ByteDecoder {
    private enum CharacterSet { case ascii, roman, katakana, jis0208 }
    private enum State { case character, trail(lead: UInt8), escapeStart, escape(UInt8) }

    private var characters = CharacterRows(.jis0208)
    private var state = State.character
    private var set = CharacterSet.ascii
    /// Whether the last input was an escape sequence. Two consecutive escape sequences are an
    /// error.
    private var isAfterEscape = false

    mutating func append(_ byte: UInt8, _ output: inout DecodedText) {
        switch state {
        case .character where byte == 0x1B:
            state = .escapeStart
        case .character:
            appendCharacter(byte, &output)
        case .trail(let lead):
            appendTrail(lead, byte, &output)
        case .escapeStart where byte == 0x24 || byte == 0x28:
            state = .escape(byte)
        case .escapeStart:
            abandonEscape([byte], &output)
        case .escape(let first):
            finishEscape(first, byte, &output)
        }
    }

    mutating func finish(_ output: inout DecodedText) {
        switch state {
        case .character:
            break
        case .trail, .escapeStart:
            output.appendError()
        case .escape(let first):
            abandonEscape([first], &output)
        }
    }

    private mutating func appendCharacter(_ byte: UInt8, _ output: inout DecodedText) {
        isAfterEscape = false
        switch (set, byte) {
        case (.jis0208, 0x21...0x7E):
            state = .trail(lead: byte)
        case (.katakana, 0x21...0x5F):
            output.append(0xFF61 + UInt32(byte) - 0x21)
        case (.roman, 0x5C):
            output.append(0xA5)
        case (.roman, 0x7E):
            output.append(0x203E)
        case (_, 0x0E), (_, 0x0F):
            output.appendError()
        case (.ascii, 0x00...0x7F), (.roman, 0x00...0x7F):
            output.append(UInt32(byte))
        default:
            output.appendError()
        }
    }

    private mutating func appendTrail(_ lead: UInt8, _ byte: UInt8, _ output: inout DecodedText) {
        state = byte == 0x1B ? .escapeStart : .character
        guard (0x21...0x7E).contains(byte),
            let code = characters[(Int(lead) - 0x21) * 94 + Int(byte) - 0x21]
        else {
            return output.appendError()
        }
        output.append(code)
    }

    private mutating func finishEscape(_ first: UInt8, _ byte: UInt8, _ output: inout DecodedText) {
        switch (first, byte) {
        case (0x28, 0x42): set = .ascii
        case (0x28, 0x4A): set = .roman
        case (0x28, 0x49): set = .katakana
        case (0x24, 0x40), (0x24, 0x42):
            set = .jis0208
        default: return abandonEscape([first, byte], &output)
        }
        state = .character
        if isAfterEscape {
            output.appendError()
        }
        isAfterEscape = true
    }

    /// Appends an error for an invalid escape sequence, and processes the bytes after the escape
    /// character as text.
    private mutating func abandonEscape(_ bytes: [UInt8], _ output: inout DecodedText) {
        state = .character
        isAfterEscape = false
        output.appendError()
        for byte in bytes {
            append(byte, &output)
        }
    }
}
