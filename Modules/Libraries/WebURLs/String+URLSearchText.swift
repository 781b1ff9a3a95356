extension String {
    /// The text by which searches find this URL.
    ///
    /// The text contains the URL as it is stored. If the readable form of the URL is different, the
    /// text also contains this form. In the readable form, Punycode in the host and percent-encoded
    /// UTF-8 are decoded. Do not display the readable form, because it may have a different meaning
    /// to a server and may look like a different URL.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the URL.
    public var urlSearchText: String {
        guard mayContainEncodedText else { return self }
        let start = firstRange(of: "://")?.upperBound ?? startIndex
        let end = self[start...].firstIndex { "/?#".contains($0) } ?? endIndex
        let host = self[start..<end].replacing(/\bxn--([a-z0-9-]+)/) { match in
            Punycode.decode(match.1) ?? String(match.0)
        }
        let readable = self[..<start] + host + self[end...].readable
        return readable == self ? self : "\(self) \(readable)"
    }

    /// Whether the URL contains a `%` or the `--` of `xn--`.
    ///
    /// Most URLs contain neither, so this check makes imports of many URLs faster.
    private var mayContainEncodedText: Bool {
        var last: UInt8 = 0
        for byte in utf8 {
            if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "-") && last == byte {
                return true
            }
            last = byte
        }
        return false
    }
}

extension Substring {
    /// The text after decoding its percent-encoded characters. Control characters and bytes that
    /// are not valid UTF-8 remain encoded.
    fileprivate var readable: String {
        let bytes = Array(utf8)[...]
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let start = index
            var run: [UInt8] = []
            while index < bytes.count {
                guard let byte = bytes.percentEncodedByte(at: index), byte >= 0x80 else {
                    break
                }
                run.append(byte)
                index += 3
            }
            if !run.isEmpty {
                let isUTF8 = String(validating: run, as: UTF8.self) != nil
                decoded += isUTF8 ? run[...] : bytes[start..<index]
            } else if let byte = bytes.percentEncodedByte(at: index), (0x20..<0x7F).contains(byte) {
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}
