/// Big5 with the characters of Hong Kong (WHATWG Encoding, section 11.1.1).
struct Big5Decoder: ByteDecoder {
    private static let table = CharacterTable(number: 0xA06, cells: 157, fixes: Big5Fixes.byPointer) { row, cell in
        [UInt8(0x81 + row), UInt8(cell + (cell < 0x3F ? 0x40 : 0x62))]
    }
    /// Characters of two scalars, which no table can hold.
    private static let combined: [Int: [UInt32]] = [
        1_133: [0xCA, 0x304], 1_135: [0xCA, 0x30C], 1_164: [0xEA, 0x304], 1_166: [0xEA, 0x30C],
    ]

    private var characters = CharacterRows(Self.table, rows: 126, cells: 157)
    private var lead: UInt8?

    mutating func take(_ byte: UInt8, _ output: inout DecodedText) {
        guard let lead else {
            switch byte {
            case 0x00...0x7F: output.append(UInt32(byte))
            case 0x81...0xFE: lead = byte
            default: output.appendError()
            }
            return
        }
        self.lead = nil
        if (0x40...0x7E).contains(byte) || (0xA1...0xFE).contains(byte) {
            let pointer = (Int(lead) - 0x81) * 157 + Int(byte) - (byte < 0x7F ? 0x40 : 0x62)
            if let codes = Self.combined[pointer] { return codes.forEach { output.append($0) } }
            if let code = characters.character(pointer) { return output.append(code) }
        }
        output.appendError()
        if byte < 0x80 { take(byte, &output) }
    }

    mutating func finish(_ output: inout DecodedText) {
        if lead != nil { output.appendError() }
    }
}
