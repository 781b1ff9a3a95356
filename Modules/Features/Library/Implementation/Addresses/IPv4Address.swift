/// The number of a host, version 4, in any way of writing that the URL Standard knows: `127.1` and `0x7f000001` too.
///
/// Names are in lower case.
struct IPv4Address {
    private let number: UInt32

    /// Whether a name is a number, if only a wrong one: it ends in a part of digits.
    static func isMeant(by name: [UInt8]) -> Bool {
        // Nearly all names end in a letter that no number has.
        guard let last = name.last,
            last == UInt8(ascii: ".") || last.hexDigit != nil || last | 0x20 == UInt8(ascii: "x"),
            let part = parts(of: name).last, !part.isEmpty
        else { return false }
        return part.allSatisfy(\.isDigit) || value(of: part) != nil
    }

    /// Reads up to four parts in decimal, octal (`0…`) or hexadecimal (`0x…`); the last one fills what is left.
    init?(_ name: [UInt8]) {
        let values = Self.parts(of: name).map(Self.value)
        guard (1...4).contains(values.count), let last = values.last, let rest = last,
            rest < 1 << ((5 - values.count) * 8)
        else { return nil }
        var number = rest
        for (index, value) in values.dropLast().enumerated() {
            guard let value, value < 256 else { return nil }
            number += value << ((3 - index) * 8)
        }
        self.number = UInt32(number)
    }

    /// Four decimal numbers.
    var text: String { stride(from: 24, through: 0, by: -8).map { String(number >> $0 & 0xFF) }.joined(separator: ".") }

    /// The parts between the dots; a dot at the end ends the last one.
    private static func parts(of name: [UInt8]) -> [ArraySlice<UInt8>] {
        let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count > 1 && parts.last?.isEmpty == true ? parts.dropLast() : parts
    }

    /// The value of a part, at most 2³²; nil when it is no number.
    private static func value(of part: ArraySlice<UInt8>) -> Int? {
        guard !part.isEmpty else { return nil }
        var digits = part
        var base: UInt8 = 10
        if part.starts(with: "0x".utf8) {
            (digits, base) = (part.dropFirst(2), 16)
        } else if part.count > 1, part.first == UInt8(ascii: "0") {
            (digits, base) = (part.dropFirst(), 8)
        }
        var value = 0
        for byte in digits {
            guard let digit = byte.hexDigit, digit < base else { return nil }
            value = min(value * Int(base) + Int(digit), 1 << 32)
        }
        return value
    }
}
