/// EUC-JP (WHATWG Encoding, section 12.1.1).
struct EUCJPDecoder: ByteDecoder {
    private var jis0208 = CharacterRows(JISTables.jis0208, rows: JISTables.rows0212, cells: JISTables.cells)
    private var jis0212 = CharacterRows(JISTables.jis0212, rows: JISTables.rows0212, cells: JISTables.cells)
    private var lead: UInt8?
    /// Whether the character is one of three bytes, of JIS X 0212.
    private var isSupplementary = false

    mutating func take(_ byte: UInt8, _ output: inout DecodedText) {
        guard let lead else {
            switch byte {
            case 0x00...0x7F: output.append(UInt32(byte))
            case 0x8E, 0x8F, 0xA1...0xFE: lead = byte
            default: output.appendError()
            }
            return
        }
        switch (lead, byte) {
        case (0x8F, 0xA1...0xFE):
            isSupplementary = true
            self.lead = byte
        case (0x8E, 0xA1...0xDF):
            self.lead = nil
            output.append(0xFF61 + UInt32(byte) - 0xA1)
        default: takeTrail(lead, byte, &output)
        }
    }

    mutating func finish(_ output: inout DecodedText) {
        if lead != nil { output.appendError() }
    }

    private mutating func takeTrail(_ lead: UInt8, _ byte: UInt8, _ output: inout DecodedText) {
        defer { isSupplementary = false }
        self.lead = nil
        if (0xA1...0xFE).contains(lead), (0xA1...0xFE).contains(byte) {
            let pointer = (Int(lead) - 0xA1) * 94 + Int(byte) - 0xA1
            let code = isSupplementary ? jis0212.character(pointer) : jis0208.character(pointer)
            if let code { return output.append(code) }
        }
        output.appendError()
        if byte < 0x80 { take(byte, &output) }
    }
}
