/// The encoding through which EUC-JP is decoded, since Foundation on Linux does not know that one.
enum ShiftJIS {
    /// Code page 932 in Core Foundation's `CFStringEncodings`.
    static let number: UInt32 = 0x0420

    /// The same characters in Shift_JIS: both encode the table of JIS X 0208, by row and cell.
    ///
    /// JIS X 0212, which Shift_JIS cannot express, and bytes that are not EUC-JP become question marks.
    static func bytes(ofEUCJP bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            let lead = bytes[position]
            let trail = position + 1 < bytes.count && bytes[position + 1] >= 0xA1 ? bytes[position + 1] : nil
            position += 1
            switch (lead, trail) {
            case (..<0x80, _): result.append(lead)
            case (0x8E, let kana?):
                result.append(kana)
                position += 1
            case (0xA1...0xFE, let trail?):
                result += pair(row: lead - 0xA1, cell: trail - 0xA1)
                position += 1
            case (0x8F, _?):
                result.append(ASCII.questionMark)
                position += 2
            default: result.append(ASCII.questionMark)
            }
        }
        return result
    }

    /// The bytes of a character, from its row and cell counted from 0: two rows share a lead byte.
    private static func pair(row: UInt8, cell: UInt8) -> [UInt8] {
        let lead = row / 2 + (row < 62 ? 0x81 : 0xC1)
        if row.isMultiple(of: 2) { return [lead, cell + (cell < 63 ? 0x40 : 0x41)] }
        return [lead, cell + 0x9F]
    }
}
