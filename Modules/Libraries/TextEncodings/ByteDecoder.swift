/// A decoder for one encoding, as described by the WHATWG Encoding Standard.
protocol ByteDecoder: Sendable {
    /// Processes the next byte, and appends the characters that it completes.
    mutating func append(_ byte: UInt8, _ output: inout DecodedText)
    /// Appends an error for an incomplete character at the end of the input.
    mutating func finish(_ output: inout DecodedText)
}

extension ByteDecoder {
    mutating func finish(_ output: inout DecodedText) {}

    /// Appends an error for an invalid sequence. The sequence ends with the given byte. If the byte
    /// is ASCII, the sequence ends before it, and the byte is decoded as the next input.
    mutating func appendError(at byte: UInt8, _ output: inout DecodedText) {
        output.appendError()
        if byte < 0x80 {
            append(byte, &output)
        }
    }
}

/// The text that a decoder has produced, in UTF-8.
struct DecodedText {
    var utf8: [UInt8] = []

    mutating func append(_ code: UInt32) {
        if code < 0x80 {
            return utf8.append(UInt8(truncatingIfNeeded: code))
        }
        let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
        utf8 += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }

    mutating func appendError() {
        utf8 += UTF8.encodedReplacementCharacter
    }
}
