import Core

extension String {
    /// The text without ASCII white space around it, or nil when nothing is left.
    var trimmedOrNil: String? {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = utf8.firstIndex(where: { !isSpace($0) }),
            let last = utf8.lastIndex(where: { !isSpace($0) })
        else { return nil }
        return String(self[first...last])
    }

    /// Appends a text, unless this one is longer than a limit in bytes already.
    mutating func append(_ text: String, upTo limit: Int) {
        if utf8.count <= limit { self += text }
    }
}

extension LinkTag {
    /// The tag of links that their owner has marked as not read yet.
    static let toRead = LinkTag("toread")
}
