import Foundation

/// The characters of a multi-byte encoding by row and cell.
///
/// A table corresponds to an index of the WHATWG Encoding Standard (section 5). Its characters come
/// from Foundation, with corrections.
struct CharacterTable: Sendable {
    static let none: UInt32 = 0
    /// The number of the encoding in Core Foundation's `CFStringEncodings`.
    private let number: UInt32
    let rows: Int
    let cells: Int
    /// The characters that Foundation lacks or maps differently from the standard, by the indices
    /// of their cells in the whole table.
    private var corrections: [Int: UInt32] = [:]
    private var allowsPrivateUse = false
    private let bytes: @Sendable (_ row: Int, _ cell: Int) -> [UInt8]

    /// Returns the characters of a row, with ``none`` for cells without a character.
    func row(_ row: Int) -> [UInt32] {
        var characters = read(row, 0..<cells)
        for cell in characters.indices {
            if let correction = corrections[row * cells + cell] {
                characters[cell] = correction
            } else if !isValid(characters[cell]) {
                characters[cell] = Self.none
            }
        }
        return characters
    }

    private func isValid(_ code: UInt32) -> Bool {
        let isPrivateUse = (0xE000...0xF8FF).contains(code)
        return code != 0xFFFD && (allowsPrivateUse || !isPrivateUse)
    }

    /// Returns the characters of a range of cells.
    ///
    /// Foundation converts the whole range at once. If it rejects the range because of an unknown
    /// character, this function converts the halves of the range separately.
    private func read(_ row: Int, _ range: Range<Int>) -> [UInt32] {
        let characters = Self.characters(of: range.flatMap { bytes(row, $0) }, number: number)
        if let characters, characters.count == range.count {
            return characters
        }
        guard range.count > 1 else {
            return [Self.none]
        }
        let middle = range.lowerBound + range.count / 2
        return read(row, range.lowerBound..<middle) + read(row, middle..<range.upperBound)
    }

    /// Returns the characters that the bytes represent in the encoding with the given number, or
    /// `nil` if Foundation cannot decode the bytes.
    static func characters(of bytes: [UInt8], number: UInt32) -> [UInt32]? {
        let encoding = String.Encoding(rawValue: 0x8000_0000 | UInt(number))
        let text = String(data: Data(bytes), encoding: encoding)
        return text?.unicodeScalars.map(\.value)
    }
}

/// The rows of a table, each of which is created on first use.
struct CharacterRows {
    private let table: CharacterTable
    private var rows: [[UInt32]?]

    init(_ table: CharacterTable) {
        self.table = table
        rows = Array(repeating: nil, count: table.rows)
    }

    subscript(pointer: Int) -> UInt32? {
        mutating get {
            let (row, cell) = pointer.quotientAndRemainder(dividingBy: table.cells)
            guard rows.indices.contains(row) else { return nil }
            let characters = rows[row] ?? table.row(row)
            rows[row] = characters
            return characters[cell] == CharacterTable.none ? nil : characters[cell]
        }
    }
}

extension CharacterTable {
    static let eucKR = CharacterTable(number: 0x422, rows: 126, cells: 190) { row, cell in
        [UInt8(0x81 + row), UInt8(0x41 + cell)]
    }

    /// The two-byte characters of GB 18030.
    static let gb18030Pairs = CharacterTable(
        number: 0x632,
        rows: 126,
        cells: 190,
        allowsPrivateUse: true
    ) { row, cell in
        [UInt8(0x81 + row), UInt8(cell + (cell < 0x3F ? 0x40 : 0x41))]
    }

    /// The four-byte characters of GB 18030 up to U+FFFF. The last byte selects the cell.
    static let gb18030Quartets = CharacterTable(
        number: 0x632,
        rows: 3_942,
        cells: 10,
        allowsPrivateUse: true
    ) { row, cell in
        [
            UInt8(0x81 + row / 1_260),
            UInt8(0x30 + row / 126 % 10),
            UInt8(0x81 + row % 126),
            UInt8(0x30 + cell),
        ]
    }

    /// The characters of JIS X 0208 and of the rows that vendors added, as in code page 932. Two
    /// consecutive rows share a lead byte.
    static let jis0208 = CharacterTable(number: 0x420, rows: 120, cells: 94) { row, cell in
        let lead = row / 2 + (row < 62 ? 0x81 : 0xC1)
        let trail = row.isMultiple(of: 2) ? cell + (cell < 63 ? 0x40 : 0x41) : cell + 0x9F
        return [UInt8(lead), UInt8(trail)]
    }

    /// The characters of JIS X 0212. Foundation decodes each character from ISO-2022-JP-2, in which
    /// two escape sequences enclose the character.
    static let jis0212 = CharacterTable(
        number: 0x821,
        rows: 94,
        cells: 94,
        corrections: [116: 0xFF5E]
    ) { row, cell in
        [0x1B, 0x24, 0x28, 0x44, UInt8(0x21 + row), UInt8(0x21 + cell), 0x1B, 0x28, 0x42]
    }

    static let big5 = CharacterTable(
        number: 0xA06,
        rows: 126,
        cells: 157,
        corrections: big5Overrides
    ) { row, cell in
        [UInt8(0x81 + row), UInt8(cell + (cell < 0x3F ? 0x40 : 0x62))]
    }

    private static let big5Overrides: [Int: UInt32] = {
        var corrections: [Int: UInt32] = [:]
        for entry in big5Corrections.split(whereSeparator: \.isWhitespace) {
            let parts = entry.split(separator: ":").map { UInt32($0, radix: 16) ?? 0 }
            let lead = Int(parts[0] >> 8)
            let trail = Int(parts[0] & 0xFF)
            let cell = trail - (trail < 0x7F ? 0x40 : 0x62)
            corrections[(lead - 0x81) * 157 + cell] = parts[1]
        }
        return corrections
    }()

    /// The bytes and the character of each correction.
    private static let big5Corrections = """
        87A4:9F97 87AC:9F96 8840:31C0 8841:31C1 8842:31C2 8843:31C3 8844:31C4 8846:31C5 8849:31C6 884A:31C7 884D:31C8
        884F:31C9 8850:31CA 8851:31CB 8852:31CC 8854:31CD 8855:31CE 88A9:23DA 88AA:23DB 8C43:9FA6 8C6D:9FA7 8C74:9FA8
        8CB7:9FA9 8CB9:9FAA 8CBB:9FAB 8CC0:9FAC 8CD7:9FAD 8CD8:9FAE 8CDA:9FAF 8CED:9FB2 8D48:9FB3 8E69:7BB8 8E6F:7C06
        8E7E:7CCE 8EAB:7DD2 8EB4:7E1D 8ECD:8005 8ED0:8028 8F57:83C1 8F69:84A8 8F6E:840F 8FCB:89A6 8FCC:89A9 8FFE:8D77
        906D:90FD 907A:92B9 90DC:975C 90F1:97FF 91BF:9F16 9244:8503 92AF:5159 92B0:515B 92B1:515D 92B2:515E 92C8:936E
        92D1:7479 9447:6D67 94CA:799B 95D9:9097 9644:975D 96ED:701E 96FC:5B28 9B76:7201 9B78:77D7 9B7B:7E87 9BC6:99D6
        9BDE:91D4 9BEC:60DE 9BF6:6FB6 9C42:8F36 9C53:4FBB 9C62:71DF 9C68:9104 9C6B:9DF0 9C77:83CF 9CBC:5C10 9CBD:79E3
        9CD0:5A67 9D57:8F0B 9D5A:7B51 9DC4:62D0 9EA9:6062 9EEF:75F9 9EFD:6C4A 9F60:9B2E 9F66:9F17 9FCB:50ED 9FD8:5F0C
        A063:880F A077:62CE A0D5:7468 A0DF:7162 A0E4:7250 A3C0:2400 A3C1:2401 A3C2:2402 A3C3:2403 A3C4:2404 A3C5:2405
        A3C6:2406 A3C7:2407 A3C8:2408 A3C9:2409 A3CA:240A A3CB:240B A3CC:240C A3CD:240D A3CE:240E A3CF:240F A3D0:2410
        A3D1:2411 A3D2:2412 A3D3:2413 A3D4:2414 A3D5:2415 A3D6:2416 A3D7:2417 A3D8:2418 A3D9:2419 A3DA:241A A3DB:241B
        A3DC:241C A3DD:241D A3DE:241E A3DF:241F A3E0:2421 C6CF:5EF4 C6D3:65E0 C6D5:7676 C6D7:96B6 C6DE:3003 C6DF:4EDD
        C879:31CF C8A1:9FB0 C8A3:9FB1 FA5F:5029 FA66:507D FABD:5305 FAC5:5344 FAD5:537F FB48:5605 FBB8:5A77 FBF3:5E75
        FBF9:5ED0 FC4F:5F58 FC6C:60A4 FCB9:6490 FCE2:6674 FCF1:675E FDB7:6C9C FDB8:6E1D FDBB:6E2F FDF1:716E FE52:732A
        FE6F:745C FEAA:74E9 FEDD:7809
        """
}
