import Foundation

/// A character encoding of a document (WHATWG Encoding).
public struct HTMLEncoding: Sendable, Hashable {
    /// Its name in the standard, in lower case, such as `utf-8` and `windows-1252`.
    public let name: String
    /// Its number in Core Foundation's `CFStringEncodings`; nil for those that are decoded here.
    let number: UInt32?

    /// UTF-8.
    public static let utf8 = HTMLEncoding(name: "utf-8", number: nil)
    /// UTF-16, the less significant byte first.
    public static let utf16LittleEndian = HTMLEncoding(name: "utf-16le", number: nil)
    /// UTF-16, the more significant byte first.
    public static let utf16BigEndian = HTMLEncoding(name: "utf-16be", number: nil)
    /// What the Web means by Latin-1 and ASCII.
    public static let windows1252 = HTMLEncoding(name: "windows-1252", number: nil)

    init(name: String, number: UInt32?) {
        self.name = name
        self.number = number
    }

    /// The encoding that documents and servers call by that label, without regard to case, or nil.
    public init?(label: some StringProtocol) {
        let label = label.lowercased().trimmingCharacters(in: .whitespacesAndNewlines)
        guard let encoding = Self.byLabel[Substring(label)] else { return nil }
        self = encoding
    }

    /// The text of bytes in this encoding, without a byte order mark; what cannot be decoded becomes U+FFFD.
    public func decode(_ bytes: some Collection<UInt8>) -> String {
        switch self {
        case .utf8:
            let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
            return String(decoding: bytes.dropFirst(hasMark ? 3 : 0), as: UTF8.self)
        case .utf16LittleEndian: return decodeUTF16(Array(bytes), low: 0, high: 1)
        case .utf16BigEndian: return decodeUTF16(Array(bytes), low: 1, high: 0)
        case .windows1252: return String(String.UnicodeScalarView(bytes.lazy.map(Windows1252.scalar)))
        default: return decodeByFoundation(Data(number == nil ? ShiftJIS.bytes(ofEUCJP: Array(bytes)) : Array(bytes)))
        }
    }

    private func decodeUTF16(_ bytes: [UInt8], low: Int, high: Int) -> String {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
        }
        return String(decoding: units.first == 0xFEFF ? units.dropFirst() : units[...], as: UTF16.self)
    }

    /// Foundation refuses a text for one bad byte, so that then each line is decoded for itself; no encoding that comes
    /// here uses the byte of a line feed for anything else.
    private func decodeByFoundation(_ data: Data) -> String {
        let foundation = String.Encoding(rawValue: 0x8000_0000 | UInt(number ?? ShiftJIS.number))
        if let text = String(data: data, encoding: foundation) { return text }
        let lines = data.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
        let texts = lines.map { line in
            String(data: Data(line), encoding: foundation)
                ?? String(decoding: line.map { $0 < 0x80 ? $0 : 0xFF }, as: UTF8.self)
        }
        return texts.joined(separator: "\n")
    }
}
