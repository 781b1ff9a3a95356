/// The character sets of Japan, each of 94 rows and 94 cells; JIS X 0208 goes on with the rows that vendors added.
enum JISTables {
    /// The rows of JIS X 0208, and what Windows has after them.
    static let rows0208 = 120
    /// The rows of JIS X 0212.
    static let rows0212 = 94
    /// The cells of a row.
    static let cells = 94

    /// JIS X 0208, as code page 932 has it; two of its rows share a lead byte there.
    static let jis0208 = CharacterTable(number: 0x420, cells: cells) { row, cell in
        let lead = row / 2 + (row < 62 ? 0x81 : 0xC1)
        let trail = row.isMultiple(of: 2) ? cell + (cell < 63 ? 0x40 : 0x41) : cell + 0x9F
        return [UInt8(lead), UInt8(trail)]
    }

    /// JIS X 0212, as ISO-2022-JP-2 has it between two escape sequences.
    static let jis0212 = CharacterTable(number: 0x821, cells: cells, fixes: [116: 0xFF5E]) { row, cell in
        [0x1B, 0x24, 0x28, 0x44, UInt8(0x21 + row), UInt8(0x21 + cell), 0x1B, 0x28, 0x42]
    }
}
