extension String {
    /// The text by which a search finds a URL: the URL as it is stored and, if that differs, its readable form.
    ///
    /// The readable form has no Punycode in its host, and nothing percent-encoded that is UTF-8. It is not for display: it may mean something else to a server,
    /// and may look like another URL. The time is linear in the length.
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

    /// Whether the URL contains a `%` or the `--` of `xn--`. Most URLs do not, and an import has very many of them.
    private var mayContainEncodedText: Bool {
        var last: UInt8 = 0
        for byte in utf8 {
            if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "-") && last == byte { return true }
            last = byte
        }
        return false
    }
}

extension Substring {
    /// The text with percent-encoded characters decoded; control characters and bytes that are not UTF-8 stay encoded.
    fileprivate var readable: String {
        let bytes = Array(utf8)[...]
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let start = index
            var run: [UInt8] = []
            while index < bytes.count, let byte = bytes.percentEncodedByte(at: index), byte >= 0x80 {
                run.append(byte)
                index += 3
            }
            if !run.isEmpty {
                decoded += String(validating: run, as: UTF8.self) == nil ? Array(bytes[start..<index]) : run
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
