/// EUC-KR with the syllables of code page 949 (WHATWG Encoding, section 13.1.1).
struct EUCKRDecoder: ByteDecoder {
    private static let table = CharacterTable(number: 0x422, cells: 190) { row, cell in
        [UInt8(0x81 + row), UInt8(0x41 + cell)]
    }

    private var characters = CharacterRows(Self.table, rows: 126, cells: 190)
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
        if (0x41...0xFE).contains(byte),
            let code = characters.character((Int(lead) - 0x81) * 190 + Int(byte) - 0x41)
        {
            return output.append(code)
        }
        output.appendError()
        if byte < 0x80 { take(byte, &output) }
    }

    mutating func finish(_ output: inout DecodedText) {
        if lead != nil { output.appendError() }
    }
}
