/// Turns bytes of an encoding into UTF-8, in any number of pieces.
///
/// It follows the decoders of WHATWG Encoding: each sequence that means nothing becomes one U+FFFD, and no ASCII byte is
/// ever swallowed with it. Bytes of UTF-8 pass as they are. A byte order mark of the encoding is left out. Time is linear
/// in the input; memory is that of the tables.
///
///     var decoder = WebDecoder(encoding)
///     text += decoder.decode(piece)
///     text += decoder.finish()
public struct WebDecoder: Sendable {
    /// As many bytes of the beginning as may be a byte order mark; nil once that is known.
    private var beginning: [UInt8]?
    private let mark: [UInt8]
    private var decoder: (any ByteDecoder)?

    /// Makes a decoder for one document in that encoding.
    public init(_ encoding: WebEncoding) {
        decoder = encoding.makeDecoder()
        mark =
            switch encoding.scheme {
            case .utf8: [0xEF, 0xBB, 0xBF]
            case .utf16(isBigEndian: true): [0xFE, 0xFF]
            case .utf16(isBigEndian: false): [0xFF, 0xFE]
            default: []
            }
        beginning = mark.isEmpty ? nil : []
    }

    /// UTF-8 of the characters that the bytes complete.
    public mutating func decode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var input = Array(bytes)
        if let beginning {
            input = beginning + input
            guard input.count >= mark.count || !mark.starts(with: input) else {
                self.beginning = input
                return []
            }
            self.beginning = nil
            if input.starts(with: mark) { input.removeFirst(mark.count) }
        }
        return transformed(input)
    }

    /// UTF-8 of what is left, once all bytes are in.
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
        for byte in input { decoder.take(byte, &output) }
        self.decoder = decoder
        return output.utf8
    }
}

/// The state of a decoder between two bytes, as WHATWG Encoding describes it for each encoding.
protocol ByteDecoder: Sendable {
    /// Takes the next byte, and writes what it completes.
    mutating func take(_ byte: UInt8, _ output: inout DecodedText)

    /// Writes what the end of the input leaves incomplete.
    mutating func finish(_ output: inout DecodedText)
}

extension ByteDecoder {
    mutating func finish(_ output: inout DecodedText) {}
}

/// What a decoder has written.
struct DecodedText {
    /// The text in UTF-8.
    var utf8: [UInt8] = []

    /// Adds a character; U+FFFD for a number that is none.
    mutating func append(_ code: UInt32) {
        if code < 0x80 { return utf8.append(UInt8(truncatingIfNeeded: code)) }
        utf8.append(contentsOf: UTF8.encode(Unicode.Scalar(code) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
    }

    /// Adds U+FFFD for what cannot be decoded.
    mutating func appendError() {
        utf8.append(contentsOf: UTF8.encodedReplacementCharacter)
    }
}

extension WebEncoding {
    /// The decoder that the standard describes; nil for UTF-8, which stays as it is.
    fileprivate func makeDecoder() -> (any ByteDecoder)? {
        switch scheme {
        case .utf8: nil
        case .utf16(let isBigEndian): UTF16Decoder(isBigEndian: isBigEndian)
        case .singleByte: SingleByteDecoder(SingleByteTable.table(of: self))
        case .gb18030: GB18030Decoder()
        case .big5: Big5Decoder()
        case .eucJP: EUCJPDecoder()
        case .iso2022JP: ISO2022JPDecoder()
        case .shiftJIS: ShiftJISDecoder()
        case .eucKR: EUCKRDecoder()
        case .userDefined: UserDefinedDecoder()
        case .replacement: ReplacementDecoder()
        }
    }
}
