/// Addresses are kept in ASCII; people read and type them in their own script.
extension String {
    /// The address as a search sees it: as it is kept and, where that differs, as a person reads it.
    public var addressText: String {
        let readable = readableAddress
        return readable == self ? self : "\(self) \(readable)"
    }

    /// The address as a person reads it: its host without Punycode, and nothing percent-encoded that is UTF-8.
    ///
    /// For the search alone. What is decoded may mean something else to a server, and may look like another address to a person.
    /// Linear in the length.
    var readableAddress: String {
        guard mayHideText else { return self }
        let start = firstRange(of: "://")?.upperBound ?? startIndex
        let end = self[start...].firstIndex { "/?#".contains($0) } ?? endIndex
        let host = self[start..<end].replacing(/\bxn--([a-z0-9-]+)/) { match in
            Punycode.decode(match.1).map { String(String.UnicodeScalarView($0)) } ?? String(match.0)
        }
        return self[..<start] + host + self[end...].percentDecoded
    }

    /// Whether anything may be encoded; most addresses are what they look like, and an import has very many of them.
    private var mayHideText: Bool {
        var last: UInt8 = 0
        for byte in utf8 {
            // The second is the end of `xn--`.
            if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "-") && last == byte { return true }
            last = byte
        }
        return false
    }
}

extension Substring {
    /// The text with what is percent-encoded decoded; bytes that are no UTF-8, and control characters, stay as they are.
    fileprivate var percentDecoded: String {
        let bytes = Array(utf8)
        var (decoded, index): ([UInt8], Int) = ([], 0)
        while index < bytes.count {
            let start = index
            var run: [UInt8] = []
            while let byte = bytes.percentEncoded(at: index), byte >= 0x80 {
                run.append(byte)
                index += 3
            }
            if run.isEmpty {
                let ascii = bytes.percentEncoded(at: index)
                decoded.append(ascii ?? bytes[index])
                index += ascii == nil ? 1 : 3
            } else {
                decoded += String(validating: run, as: UTF8.self) == nil ? Array(bytes[start..<index]) : run
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}

extension [UInt8] {
    /// The byte that is percent-encoded at a place, if one is and it is no control character.
    fileprivate func percentEncoded(at index: Int) -> UInt8? {
        guard index + 2 < count, self[index] == UInt8(ascii: "%"), let high = self[index + 1].hexDigitValue,
            let low = self[index + 2].hexDigitValue, high > 1, high << 4 | low != 0x7F
        else { return nil }
        return high << 4 | low
    }
}

extension UInt8 {
    fileprivate var hexDigitValue: UInt8? { Character(Unicode.Scalar(self)).hexDigitValue.map { UInt8($0) } }
}
