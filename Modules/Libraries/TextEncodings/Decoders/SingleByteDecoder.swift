/// The encodings in which each byte is a character (WHATWG Encoding, section 9).
struct SingleByteDecoder: ByteDecoder {
    private let table: [UInt32]

    /// Makes a decoder from the characters of the bytes from 0x80 on; 0 for none.
    init(_ table: [UInt32]) {
        self.table = table
    }

    func take(_ byte: UInt8, _ output: inout DecodedText) {
        if byte < 0x80 { return output.append(UInt32(byte)) }
        let code = table[Int(byte) - 0x80]
        if code == 0 { output.appendError() } else { output.append(code) }
    }
}

/// The characters of the upper half of each encoding, as Foundation knows them and the standard wants them.
enum SingleByteTable {
    /// The characters of the bytes from 0x80 on; 0 for none.
    static func table(of encoding: WebEncoding) -> [UInt32] {
        (UInt8(0x80)...0xFF).map { byte in
            if let fixed = fixes["\(encoding.name) \(String(byte, radix: 16))"] { return fixed }
            let code = encoding.number.flatMap { CharacterTable.characters(of: [byte], number: $0) }?.first ?? 0
            if applesOwn.contains(code) { return CharacterTable.none }
            // Bytes that a code page leaves open are control characters to the Web; Foundation calls them unknown.
            return code == 0 && byte < 0xA0 ? UInt32(byte) : code
        }
    }

    /// Characters for private use that Apple has put into the gaps of Thai.
    private static let applesOwn: ClosedRange<UInt32> = 0xF8C1...0xF8C8

    /// Where the standard and Foundation differ.
    private static let fixes: [String: UInt32] = [
        "koi8-u ae": 0x45E, "koi8-u be": 0x40E, "windows-1253 aa": 0, "windows-1255 ca": 0x5BA,
    ]
}
