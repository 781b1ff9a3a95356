import Foundation

/// The characters of an encoding with many, by row and cell; what WHATWG Encoding calls an index (section 5).
///
/// Foundation has the tables; what it says otherwise than the standard is corrected here.
struct CharacterTable: Sendable {
    /// No character.
    static let none: UInt32 = 0

    private let number: UInt32
    private let cells: Int
    private let bytes: @Sendable (_ row: Int, _ cell: Int) -> [UInt8]
    private let fixes: [Int: UInt32]
    private let keepsPrivateUse: Bool

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - number: The encoding in Core Foundation's `CFStringEncodings`.
    ///   - cells: How many characters a row has.
    ///   - fixes: Where the standard differs, by the number of the character in the table.
    ///   - keepsPrivateUse: Whether characters for private use belong to the table.
    ///   - bytes: How a character is written; Foundation's answer for other bytes than these does not matter.
    init(
        number: UInt32, cells: Int, fixes: [Int: UInt32] = [:], keepsPrivateUse: Bool = false,
        bytes: @escaping @Sendable (_ row: Int, _ cell: Int) -> [UInt8]
    ) {
        self.number = number
        self.cells = cells
        self.fixes = fixes
        self.keepsPrivateUse = keepsPrivateUse
        self.bytes = bytes
    }

    /// The characters of a row, each ``none`` where there is none.
    func row(_ row: Int) -> [UInt32] {
        read(row, 0..<cells).enumerated().map { cell, code in
            fixes[row * cells + cell] ?? (isWanted(code) ? code : Self.none)
        }
    }

    private func isWanted(_ code: UInt32) -> Bool {
        code != 0xFFFD && (keepsPrivateUse || !(0xE000...0xF8FF).contains(code))
    }

    /// Asks for many characters at once: Foundation refuses a text for one that it does not know, so that then each half
    /// is asked for by itself.
    private func read(_ row: Int, _ range: Range<Int>) -> [UInt32] {
        let text = range.flatMap { bytes(row, $0) }
        if let characters = Self.characters(of: text, number: number), characters.count == range.count {
            return characters
        }
        guard range.count > 1 else { return [Self.none] }
        let middle = range.lowerBound + range.count / 2
        return read(row, range.lowerBound..<middle) + read(row, middle..<range.upperBound)
    }

    /// What Foundation takes the bytes for, or nil when it knows no meaning.
    static func characters(of bytes: [UInt8], number: UInt32) -> [UInt32]? {
        String(data: Data(bytes), encoding: String.Encoding(rawValue: 0x8000_0000 | UInt(number)))?
            .unicodeScalars.map(\.value)
    }
}

/// A decoder's view of a table: the rows that it has seen, each read when it is asked for first.
struct CharacterRows {
    private let table: CharacterTable
    private let cells: Int
    private var rows: [[UInt32]?]

    init(_ table: CharacterTable, rows: Int, cells: Int) {
        self.table = table
        self.cells = cells
        self.rows = Array(repeating: nil, count: rows)
    }

    /// The character of that number in the table; nil for none.
    mutating func character(_ pointer: Int) -> UInt32? {
        let (row, cell) = pointer.quotientAndRemainder(dividingBy: cells)
        guard rows.indices.contains(row) else { return nil }
        let characters = rows[row] ?? table.row(row)
        rows[row] = characters
        return characters[cell] == CharacterTable.none ? nil : characters[cell]
    }
}
