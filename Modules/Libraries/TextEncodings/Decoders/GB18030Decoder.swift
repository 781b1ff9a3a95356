/// GB 18030, and GBK, which the Web decodes the same way (WHATWG Encoding, section 10.2.1).
struct GB18030Decoder: ByteDecoder {
    /// The characters of two bytes.
    private static let pairs = CharacterTable(number: 0x632, cells: 190, keepsPrivateUse: true) { row, cell in
        [UInt8(0x81 + row), UInt8(cell + (cell < 0x3F ? 0x40 : 0x41))]
    }
    /// The characters of four bytes up to U+FFFF; the last byte is a cell.
    private static let quartets = CharacterTable(number: 0x632, cells: 10, keepsPrivateUse: true) { row, cell in
        [UInt8(0x81 + row / 1_260), UInt8(0x30 + row / 126 % 10), UInt8(0x81 + row % 126), UInt8(0x30 + cell)]
    }

    private var pairs = CharacterRows(Self.pairs, rows: 126, cells: 190)
    private var quartets = CharacterRows(Self.quartets, rows: 3_942, cells: 10)
    /// The bytes of a character that is not whole.
    private var pending: [UInt8] = []

    mutating func take(_ byte: UInt8, _ output: inout DecodedText) {
        switch pending.count {
        case 0: takeFirst(byte, &output)
        case 1 where byte.isASCIIDigit, 2 where (0x81...0xFE).contains(byte): pending.append(byte)
        case 1: takePair(pending[0], byte, &output)
        case 3 where byte.isASCIIDigit: takeQuartet(byte, &output)
        default: restart(with: byte, &output)
        }
    }

    mutating func finish(_ output: inout DecodedText) {
        if !pending.isEmpty { output.appendError() }
    }

    private mutating func takeFirst(_ byte: UInt8, _ output: inout DecodedText) {
        switch byte {
        case 0x00...0x7F: output.append(UInt32(byte))
        case 0x80: output.append(0x20AC)
        case 0x81...0xFE: pending = [byte]
        default: output.appendError()
        }
    }

    private mutating func takePair(_ lead: UInt8, _ byte: UInt8, _ output: inout DecodedText) {
        pending = []
        if (0x40...0x7E).contains(byte) || (0x80...0xFE).contains(byte) {
            let pointer = (Int(lead) - 0x81) * 190 + Int(byte) - (byte < 0x7F ? 0x40 : 0x41)
            if let code = pairs.character(pointer) { return output.append(code) }
        }
        output.appendError()
        if byte < 0x80 { take(byte, &output) }
    }

    private mutating func takeQuartet(_ byte: UInt8, _ output: inout DecodedText) {
        let pointer =
            ((Int(pending[0]) - 0x81) * 10 + Int(pending[1]) - 0x30) * 1_260 + (Int(pending[2]) - 0x81) * 10
            + Int(byte) - 0x30
        pending = []
        let code = pointer >= 189_000 ? UInt32(pointer - 189_000 + 0x1_0000) : quartets.character(pointer)
        if let code, code <= 0x10_FFFF { output.append(code) } else { output.appendError() }
    }

    /// Gives up the first of the pending bytes, and takes the others and this one once more.
    private mutating func restart(with byte: UInt8, _ output: inout DecodedText) {
        let rest = pending.dropFirst() + [byte]
        pending = []
        output.appendError()
        for byte in rest { take(byte, &output) }
    }
}
