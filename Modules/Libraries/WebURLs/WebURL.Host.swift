extension WebURL {
    enum Host {
        /// Returns the normal form of a host (URL Standard, section 3.5).
        ///
        /// The normal form of an empty host is empty.
        static func normalize(
            _ bytes: ArraySlice<UInt8>,
            isSpecial: Bool
        ) throws(WebURLError) -> [UInt8] {
            let normalized =
                if bytes.first == UInt8(ascii: "[") {
                    literal(bytes)
                } else if isSpecial {
                    nameOrIPv4(bytes)
                } else {
                    opaque(bytes)
                }
            guard let normalized else {
                throw .invalidHost(String(decoding: bytes, as: UTF8.self))
            }
            return normalized
        }

        private static func literal(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
            guard bytes.last == UInt8(ascii: "]"),
                let address = IPv6Address(bytes.dropFirst().dropLast())
            else {
                return nil
            }
            return Array("[\(address.text)]".utf8)
        }

        private static func nameOrIPv4(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
            guard let name = DomainName.ascii(bytes.percentDecoded), !name.isEmpty,
                !name.contains(where: ByteSet.forbiddenInDomain.contains)
            else {
                return nil
            }
            guard IPv4Address.isExpected(by: name) else {
                return name
            }
            return IPv4Address(name).map { Array($0.text.utf8) }
        }

        /// Returns the normal form of the host of a URL whose scheme is not special, or `nil` if
        /// the host is invalid.
        ///
        /// The meaning of such a host depends on the scheme.
        private static func opaque(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
            guard !bytes.contains(where: { $0 < 0x80 && ByteSet.forbiddenInHost.contains($0) })
            else {
                return nil
            }
            var host: [UInt8] = []
            host.append(bytes, encoding: .control)
            return host
        }
    }
}

/// An IPv4 address in any notation of the URL Standard, such as `127.1` or `0x7f000001`.
///
/// The functions expect names in lowercase.
private struct IPv4Address {
    private let number: UInt32

    /// Returns whether a name must be a valid IPv4 address because its last part is a number.
    static func isExpected(by name: [UInt8]) -> Bool {
        // Nearly all names end with a letter that cannot occur in a number, so this check is fast.
        guard let last = name.last,
            last == UInt8(ascii: ".") || last.hexDigit != nil || last == UInt8(ascii: "x"),
            let part = parts(of: name).last, !part.isEmpty
        else {
            return false
        }
        return part.allSatisfy(\.isDigit) || value(of: part) != nil
    }

    /// Creates an address from up to four parts in decimal, octal (`0…`) or hexadecimal (`0x…`).
    ///
    /// The last part fills the remaining bytes of the address.
    init?(_ name: [UInt8]) {
        let values = Self.parts(of: name).map(Self.value)
        guard (1...4).contains(values.count), let last = values.last, let rest = last,
            rest < 1 << ((5 - values.count) * 8)
        else {
            return nil
        }
        var number = rest
        for (index, value) in values.dropLast().enumerated() {
            guard let value, value < 256 else { return nil }
            number += value << ((3 - index) * 8)
        }
        self.number = UInt32(number)
    }

    var text: String {
        let bytes = [24, 16, 8, 0].map { String(number >> $0 & 0xFF) }
        return bytes.joined(separator: ".")
    }

    private static func parts(of name: [UInt8]) -> [ArraySlice<UInt8>] {
        let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count > 1 && parts.last?.isEmpty == true ? parts.dropLast() : parts
    }

    /// Returns the value of a part, or `nil` if the part is not a number. Values greater than 2³²
    /// are returned as 2³².
    private static func value(of part: ArraySlice<UInt8>) -> Int? {
        guard !part.isEmpty else { return nil }
        var digits = part
        var base: UInt8 = 10
        if part.starts(with: "0x".utf8) {
            digits = part.dropFirst(2)
            base = 16
        } else if part.first == UInt8(ascii: "0") {
            base = 8
        }
        var value = 0
        for byte in digits {
            guard let digit = byte.hexDigit, digit < base else {
                return nil
            }
            value = min(value * Int(base) + Int(digit), 1 << 32)
        }
        return value
    }
}

/// An IPv6 address, without its brackets.
private struct IPv6Address {
    private let pieces: [UInt16]

    /// Creates an address from eight hexadecimal pieces.
    ///
    /// A `::` can replace pieces that are zero, and an IPv4 address can replace the last two
    /// pieces.
    init?(_ bytes: ArraySlice<UInt8>) {
        let halves = String(decoding: bytes, as: UTF8.self).split(
            separator: "::",
            omittingEmptySubsequences: false
        )
        let hasGap = halves.count == 2
        guard halves.count <= 2, let start = Self.pieces(halves[0], isEnd: !hasGap),
            let end = Self.pieces(hasGap ? halves[1] : "", isEnd: true)
        else {
            return nil
        }
        let zeros = 8 - start.count - end.count
        guard hasGap ? zeros > 0 : zeros == 0 else {
            return nil
        }
        pieces = start + Array(repeating: 0, count: zeros) + end
    }

    /// Returns the pieces on one side of the `::`, or `nil` if a piece is invalid.
    ///
    /// If `isEnd` is true, an IPv4 address can replace the last two pieces.
    private static func pieces(_ text: Substring, isEnd: Bool) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var pieces: [UInt16] = []
        for (index, part) in parts.enumerated() {
            if isEnd, index == parts.count - 1, part.contains(".") {
                guard let numbers = ipv4(part) else { return nil }
                pieces += [numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3]]
            } else {
                guard part.utf8.count <= 4, part.utf8.allSatisfy({ $0.hexDigit != nil }),
                    let piece = UInt16(part, radix: 16)
                else {
                    return nil
                }
                pieces.append(piece)
            }
        }
        return pieces
    }

    /// Returns the four numbers of an IPv4 address, or `nil` if the text does not consist of four
    /// decimal numbers without leading zeros.
    private static func ipv4(_ text: Substring) -> [UInt16]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part -> UInt16? in
            guard part == "0" || part.first != "0", part.utf8.allSatisfy(\.isDigit) else {
                return nil
            }
            return UInt8(part).map(UInt16.init)
        }
        return parts.count == 4 && numbers.count == 4 ? numbers : nil
    }

    /// The pieces in lowercase, with `::` for the longest run of zeros (RFC 5952).
    var text: String {
        let digits = pieces.map { String($0, radix: 16) }
        guard let zeros = longestZeros else {
            return digits.joined(separator: ":")
        }
        let start = digits[..<zeros.lowerBound].joined(separator: ":")
        let end = digits[zeros.upperBound...].joined(separator: ":")
        return "\(start)::\(end)"
    }

    /// The longest run of at least two pieces that are zero. If several runs are equally long, this
    /// is the first of them.
    private var longestZeros: Range<Int>? {
        var longest: Range<Int>?
        for start in pieces.indices {
            let end = pieces[start...].firstIndex { $0 != 0 } ?? pieces.endIndex
            if end - start > max(1, longest?.count ?? 0) {
                longest = start..<end
            }
        }
        return longest
    }
}
