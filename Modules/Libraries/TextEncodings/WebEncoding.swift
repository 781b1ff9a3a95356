import Foundation

/// A character encoding that documents of the Web may have (WHATWG Encoding).
public struct WebEncoding: Sendable, Hashable {
    /// How bytes become characters.
    enum Scheme: Sendable, Hashable {
        case utf8, utf16(isBigEndian: Bool)
        case singleByte, gb18030, big5, eucJP, iso2022JP, shiftJIS, eucKR
        case userDefined, replacement
    }

    /// Its name in the standard, in lower case, such as `utf-8` and `windows-1252`.
    public let name: String
    let scheme: Scheme
    /// The number of its characters in Core Foundation's `CFStringEncodings`; nil where bytes say it all.
    let number: UInt32?

    /// UTF-8.
    public static let utf8 = WebEncoding(name: "utf-8", scheme: .utf8)
    /// UTF-16, the less significant byte first.
    public static let utf16LittleEndian = WebEncoding(name: "utf-16le", scheme: .utf16(isBigEndian: false))
    /// UTF-16, the more significant byte first.
    public static let utf16BigEndian = WebEncoding(name: "utf-16be", scheme: .utf16(isBigEndian: true))
    /// What the Web means by Latin-1 and ASCII.
    public static let windows1252 = WebEncoding(name: "windows-1252", scheme: .singleByte, number: 0x500)

    init(name: String, scheme: Scheme, number: UInt32? = nil) {
        self.name = name
        self.scheme = scheme
        self.number = number
    }

    /// The encoding that documents and servers call by that label, without regard to case, or nil.
    public init?(label: some StringProtocol) {
        let bytes = Array(label.utf8.drop(while: \.isHTMLSpace))
        guard let last = bytes.lastIndex(where: { !$0.isHTMLSpace }) else { return nil }
        let name = String(decoding: bytes[...last].map(\.asciiLowercased), as: UTF8.self)
        guard let encoding = Self.byLabel[Substring(name)] else { return nil }
        self = encoding
    }

    /// The text of bytes in this encoding, without a byte order mark; what cannot be decoded becomes U+FFFD.
    public func decode(_ bytes: some Sequence<UInt8>) -> String {
        var decoder = WebDecoder(self)
        return String(decoding: decoder.decode(bytes) + decoder.finish(), as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether the byte is ASCII white space as HTML defines it.
    var isHTMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }

    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

    /// Whether the byte continues a character of UTF-8.
    var isUTF8Continuation: Bool { self & 0xC0 == 0x80 }
}
