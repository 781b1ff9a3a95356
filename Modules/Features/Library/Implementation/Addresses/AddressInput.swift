/// The bytes of an address as the URL Standard reads them: no control characters or spaces around, no tabs or line breaks.
struct AddressInput {
    let bytes: [UInt8]

    init(_ text: some StringProtocol) {
        var bytes = Array(text.utf8)
        if let last = bytes.lastIndex(where: { $0 > UInt8(ascii: " ") }) {
            bytes.removeSubrange((last + 1)...)
        } else {
            bytes = []
        }
        if let first = bytes.first, first <= UInt8(ascii: " ") {
            bytes.removeFirst(bytes.prefix { $0 <= UInt8(ascii: " ") }.count)
        }
        if bytes.contains(where: \.isTabOrLineBreak) { bytes.removeAll(where: \.isTabOrLineBreak) }
        self.bytes = bytes
    }
}

extension UInt8 {
    fileprivate var isTabOrLineBreak: Bool { self == 0x09 || self == 0x0A || self == 0x0D }
}
