/// UTF-16 in either order of bytes (WHATWG Encoding, section 14.2.1).
struct UTF16Decoder: ByteDecoder {
    private let isBigEndian: Bool
    private var first: UInt8?
    private var highSurrogate: UInt32?

    init(isBigEndian: Bool) {
        self.isBigEndian = isBigEndian
    }

    mutating func take(_ byte: UInt8, _ output: inout DecodedText) {
        guard let first else { return self.first = byte }
        self.first = nil
        let unit = isBigEndian ? UInt32(first) << 8 | UInt32(byte) : UInt32(byte) << 8 | UInt32(first)
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
        if first != nil || highSurrogate != nil { output.appendError() }
    }
}
