/// Bytes that a page treats as its own characters (WHATWG Encoding, section 14.5).
struct UserDefinedDecoder: ByteDecoder {
    func take(_ byte: UInt8, _ output: inout DecodedText) {
        output.append(byte < 0x80 ? UInt32(byte) : 0xF700 + UInt32(byte))
    }
}

/// Encodings that are not safe to decode: whatever comes is one U+FFFD (WHATWG Encoding, section 14.1).
struct ReplacementDecoder: ByteDecoder {
    private var hasAnswered = false

    mutating func take(_ byte: UInt8, _ output: inout DecodedText) {
        if !hasAnswered { output.appendError() }
        hasAnswered = true
    }
}
