/// Bytes that a part of an address must percent-encode: some ASCII characters, and all bytes beyond ASCII.
///
/// The sets are those of the URL Standard, section 1.3.
struct ByteSet {
    private let low: UInt64
    private let high: UInt64

    private init(_ base: ByteSet?, _ characters: String) {
        var (low, high) = (base?.low ?? 0, base?.high ?? 0)
        for byte in characters.utf8 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
        self.low = low
        self.high = high
    }

    func contains(_ byte: UInt8) -> Bool {
        switch byte {
        case ..<64: low >> UInt64(byte) & 1 == 1
        case ..<128: high >> UInt64(byte - 64) & 1 == 1
        default: true
        }
    }

    /// Control characters.
    static let control = ByteSet(nil, String(decoding: Array(0...0x1F) + [0x7F] as [UInt8], as: UTF8.self))
    static let fragment = ByteSet(control, " \"<>`")
    static let query = ByteSet(control, " \"#<>")
    static let specialQuery = ByteSet(query, "'")
    static let path = ByteSet(query, "?^`{}")
    static let userInfo = ByteSet(path, "/:;=@[\\]|")

    /// Characters that no host may hold; no set to encode with.
    static let forbiddenInHost = ByteSet(nil, "\u{0}\t\n\r #/:<>?@[\\]^|")
    /// Characters that no name of a host may hold.
    static let forbiddenInDomain = ByteSet(control, " #/:<>?@[\\]^|%")
}
