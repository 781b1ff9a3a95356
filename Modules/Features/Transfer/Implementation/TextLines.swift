import TransferInterface

/// A splitter of a text into lines, which end with LF, CR or both. The input is UTF-8 in pieces of
/// any size.
struct TextLines {
    struct Line {
        /// The number of the line, counted from 1.
        var number: Int
        var text: String
    }

    private static let limit = 1 << 20

    private var number = 1
    private var bytes: [UInt8] = []
    private var isAfterCarriageReturn = false

    /// Returns the lines that the bytes complete.
    mutating func read(_ input: [UInt8]) throws(InvalidEntry) -> [Line] {
        var lines: [Line] = []
        for byte in input {
            let isSecondHalf = isAfterCarriageReturn && byte == 0x0A
            isAfterCarriageReturn = byte == 0x0D
            if isSecondHalf {
                continue
            }
            if byte == 0x0A || byte == 0x0D {
                lines.append(finish())
                bytes.removeAll(keepingCapacity: true)
                number += 1
            } else if bytes.count < Self.limit {
                bytes.append(byte)
            } else {
                throw InvalidEntry(line: number, reason: "the line is longer than 1 MiB")
            }
        }
        return lines
    }

    /// Returns the last line, which can be empty.
    func finish() -> Line {
        Line(number: number, text: String(decoding: bytes, as: UTF8.self))
    }
}
