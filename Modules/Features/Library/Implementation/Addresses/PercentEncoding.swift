extension [UInt8] {
    /// Appends a part of an address: bytes of the set are percent-encoded, and those that are already get their one form.
    ///
    /// A `%` that encodes nothing stays as it is, and what follows it stays encoded where it would make it mean something.
    mutating func append(_ bytes: ArraySlice<UInt8>, encoding set: ByteSet) {
        // Most parts are in their normal form.
        var index = bytes.firstIndex { $0 == UInt8(ascii: "%") || set.contains($0) } ?? bytes.endIndex
        append(contentsOf: bytes[..<index])
        var strayPercent = Int.min / 2
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%") {
                if let value = bytes.percentEncoded(at: index) {
                    let completesStray = value.hexDigit != nil && count - strayPercent <= 2
                    if value.isUnreserved, !completesStray { append(value) } else { appendPercentEncoded(value) }
                    index += 3
                    continue
                }
                strayPercent = count
                append(byte)
            } else if set.contains(byte) {
                appendPercentEncoded(byte)
            } else {
                append(byte)
            }
            index += 1
        }
    }

    mutating func appendPercentEncoded(_ byte: UInt8) {
        append(UInt8(ascii: "%"))
        append(.hexDigit(byte >> 4))
        append(.hexDigit(byte & 0xF))
    }
}

extension ArraySlice<UInt8> {
    /// The bytes that these stand for; a `%` that encodes nothing stays.
    var percentDecoded: [UInt8] {
        guard contains(UInt8(ascii: "%")) else { return Array(self) }
        var decoded: [UInt8] = []
        var index = startIndex
        while index < endIndex {
            if let value = percentEncoded(at: index) {
                decoded.append(value)
                index += 3
            } else {
                decoded.append(self[index])
                index += 1
            }
        }
        return decoded
    }

    /// The byte that is percent-encoded at a place, if one is.
    fileprivate func percentEncoded(at index: Int) -> UInt8? {
        guard self[index] == UInt8(ascii: "%"), index + 2 < endIndex, let high = self[index + 1].hexDigit,
            let low = self[index + 2].hexDigit
        else { return nil }
        return high << 4 | low
    }
}
