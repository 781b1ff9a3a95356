/// The number of a host, version 6, as it stands between brackets.
struct IPv6Address {
    private var pieces: [UInt16] = []

    /// Reads eight hexadecimal pieces; `::` stands for all that are missing, and the last two may be a number of version 4.
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
                guard pieces.count <= 6, appendVersion4(piece + rest) else { return nil }
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

    /// Takes four decimal numbers, without needless zeros, as two pieces.
    private mutating func appendVersion4(_ bytes: ArraySlice<UInt8>) -> Bool {
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

    /// The pieces in lower case, with `::` for the longest run of zeros (RFC 5952).
    var text: String {
        let digits = pieces.map { String($0, radix: 16) }
        guard let zeros = longestZeros else { return digits.joined(separator: ":") }
        return digits[..<zeros.lowerBound].joined(separator: ":") + "::"
            + digits[zeros.upperBound...].joined(separator: ":")
    }

    /// The first of the longest runs of two zeros and more.
    private var longestZeros: Range<Int>? {
        var longest: Range<Int>?
        for start in pieces.indices {
            let end = pieces[start...].firstIndex { $0 != 0 } ?? pieces.endIndex
            if end - start > max(1, longest?.count ?? 0) { longest = start..<end }
        }
        return longest
    }
}
