/// Shift_JIS as Windows has it (WHATWG Encoding, section 12.3.1).
struct ShiftJISDecoder: ByteDecoder {
    private var characters = CharacterRows(JISTables.jis0208, rows: JISTables.rows0208, cells: JISTables.cells)
    private var lead: UInt8?

    mutating func take(_ byte: UInt8, _ output: inout DecodedText) {
        guard let lead else {
            switch byte {
            case 0x00...0x80: output.append(UInt32(byte))
            case 0xA1...0xDF: output.append(0xFF61 + UInt32(byte) - 0xA1)
            case 0x81...0x9F, 0xE0...0xFC: lead = byte
            default: output.appendError()
            }
            return
        }
        self.lead = nil
        if (0x40...0x7E).contains(byte) || (0x80...0xFC).contains(byte) {
            let row = Int(lead) - (lead < 0xA0 ? 0x81 : 0xC1)
            let pointer = row * 188 + Int(byte) - (byte < 0x7F ? 0x40 : 0x41)
            // What vendors left to their users stays private.
            if (8_836...10_715).contains(pointer) { return output.append(0xE000 - 8_836 + UInt32(pointer)) }
            if let code = characters.character(pointer) { return output.append(code) }
        }
        output.appendError()
        if byte < 0x80 { take(byte, &output) }
    }

    mutating func finish(_ output: inout DecodedText) {
        if lead != nil { output.appendError() }
    }
}
