extension WebURL {
    /// The hosts of URLs: names and IP addresses.
    enum Host {
        /// Returns the normal form of a host (URL Standard, section 3.5). An empty host stays empty.
        static func normalize(_ bytes: ArraySlice<UInt8>, isSpecial: Bool) throws(WebURLError) -> [UInt8] {
            let isIPv6 = bytes.first == UInt8(ascii: "[")
            guard let normalized = isIPv6 ? literal(bytes) : isSpecial ? nameOrIPv4(bytes) : opaque(bytes) else {
                throw .invalidHost(String(decoding: bytes, as: UTF8.self))
            }
            return normalized
        }

        private static func literal(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
            guard bytes.count > 1, bytes.last == UInt8(ascii: "]"),
                let address = IPv6Address(bytes.dropFirst().dropLast())
            else { return nil }
            return Array("[\(address.text)]".utf8)
        }

        private static func nameOrIPv4(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
            guard let name = DomainName.ascii(bytes.percentDecoded), !name.isEmpty,
                !name.contains(where: ByteSet.forbiddenInDomain.contains)
            else { return nil }
            guard IPv4Address.isIntended(by: name) else { return name }
            return IPv4Address(name).map { Array($0.text.utf8) }
        }

        /// The host of a scheme that the URL Standard does not know; only the scheme can interpret it.
        private static func opaque(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
            guard !bytes.contains(where: { $0 < 0x80 && ByteSet.forbiddenInHost.contains($0) }) else { return nil }
            var host: [UInt8] = []
            host.append(bytes, encoding: .control)
            return host
        }
    }
}

/// An IPv4 address in any spelling of the URL Standard, such as `127.1` and `0x7f000001`.
///
/// Names are in lowercase.
private struct IPv4Address {
    private let number: UInt32

    /// Whether a name must be an IPv4 address, even an invalid one: its last part is a number.
    static func isIntended(by name: [UInt8]) -> Bool {
        // Nearly all names end in a letter that no number contains.
        guard let last = name.last, last == UInt8(ascii: ".") || last.hexDigit != nil || last == UInt8(ascii: "x"),
            let part = parts(of: name).last, !part.isEmpty
        else { return false }
        return part.allSatisfy(\.isDigit) || value(of: part) != nil
    }

    /// Parses up to four parts in decimal, octal (`0…`) or hexadecimal (`0x…`); the last part fills the remaining bytes.
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

    var text: String { stride(from: 24, through: 0, by: -8).map { String(number >> $0 & 0xFF) }.joined(separator: ".") }

    /// The parts between the dots; a trailing dot is ignored.
    private static func parts(of name: [UInt8]) -> [ArraySlice<UInt8>] {
        let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count > 1 && parts.last?.isEmpty == true ? parts.dropLast() : parts
    }

    /// The value of a part, at most 2³²; nil if it is not a number.
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

/// An IPv6 address, without its brackets.
private struct IPv6Address {
    private var pieces: [UInt16] = []

    /// Parses eight hexadecimal pieces, of which `::` replaces some zeros and an IPv4 address the last two.
    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        var gap: Int?
        if rest.starts(with: "::".utf8) {
            rest = rest.dropFirst(2)
            gap = 0
        }
        while !rest.isEmpty {
            guard pieces.count < 8 else { return nil }
            let piece = rest.prefix(while: { $0.hexDigit != nil })
            guard piece.count <= 4 else { return nil }
            rest = rest[piece.endIndex...]
            if rest.first == UInt8(ascii: ".") {
                guard pieces.count <= 6, appendIPv4(piece + rest) else { return nil }
                break
            }
            guard !piece.isEmpty else { return nil }
            pieces.append(piece.reduce(0) { $0 << 4 | UInt16($1.hexDigit ?? 0) })
            guard let colon = rest.first else { break }
            rest = rest.dropFirst()
            guard colon == UInt8(ascii: ":"), !rest.isEmpty else { return nil }
            if rest.first == UInt8(ascii: ":") {
                guard gap == nil else { return nil }
                gap = pieces.count
                rest = rest.dropFirst()
            }
        }
        if let gap, pieces.count < 8 {
            pieces.insert(contentsOf: repeatElement(0, count: 8 - pieces.count), at: gap)
        } else if gap != nil || pieces.count < 8 {
            return nil
        }
    }

    /// Appends four decimal numbers without leading zeros as two pieces.
    private mutating func appendIPv4(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part -> UInt16? in
            guard part.count == 1 || part.first != UInt8(ascii: "0"), part.count <= 3, part.allSatisfy(\.isDigit) else {
                return nil
            }
            return UInt8(String(decoding: part, as: UTF8.self)).map(UInt16.init)
        }
        guard parts.count == 4, numbers.count == 4 else { return false }
        pieces += [numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3]]
        return true
    }

    /// The pieces in lowercase, with `::` for the longest run of zeros (RFC 5952).
    var text: String {
        let digits = pieces.map { String($0, radix: 16) }
        guard let zeros = longestZeros else { return digits.joined(separator: ":") }
        return digits[..<zeros.lowerBound].joined(separator: ":") + "::"
            + digits[zeros.upperBound...].joined(separator: ":")
    }

    /// The first of the longest runs of at least two zeros.
    private var longestZeros: Range<Int>? {
        var longest: Range<Int>?
        for start in pieces.indices {
            let end = pieces[start...].firstIndex { $0 != 0 } ?? pieces.endIndex
            if end - start > max(1, longest?.count ?? 0) { longest = start..<end }
        }
        return longest
    }
}
