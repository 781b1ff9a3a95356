import Foundation

/// A word or phrase under which links are filed; `Swift` and `swift` are the same tag.
public struct LinkTag: Sendable {
    /// The name as it was written first.
    public let name: String
    /// The form by which tags are compared: the name in lower case, with each accent in one character with its letter.
    public let key: String

    /// Makes a tag from text as people and files write it.
    ///
    /// White space is collapsed; commas and control characters separate words, since no file format can carry them in
    /// a tag. A `#` before it is the mark that tags are shown with, and no part of the name. Nil when nothing is left.
    public init?(_ text: some StringProtocol) {
        if text.utf8.isPlainName {
            // Most names are, and an import or a list makes very many of them.
            name = String(text)
            key = name.lowercased()
            return
        }
        let words = Self.words(of: String(text)).joined(separator: " ")
        name = String(words.unicodeScalars.drop { $0 == "#" || $0 == " " })
        guard !name.isEmpty else { return nil }
        // Swift compares texts so by itself, and a database their bytes.
        key = name.lowercased().precomposedStringWithCanonicalMapping
    }

    /// The tags of a list separated by commas, as browsers write them.
    public static func list(_ text: some StringProtocol) -> Set<LinkTag> {
        Set(Substring(text).utf8.split(separator: UInt8(ascii: ",")).compactMap { LinkTag(Substring($0)) })
    }

    /// The words of a name; scalars decide, since files know nothing of what a comma is combined with.
    private static func words(of text: String) -> [String] {
        text.unicodeScalars.split { scalar in
            if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F || scalar == "," }
            return scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
        }.map { String($0) }
    }
}

extension LinkTag: Hashable {
    public static func == (left: LinkTag, right: LinkTag) -> Bool { left.key == right.key }

    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension LinkTag: Comparable {
    public static func < (left: LinkTag, right: LinkTag) -> Bool { left.key < right.key }
}

extension LinkTag: CustomStringConvertible {
    public var description: String { name }
}

extension Collection<UInt8> {
    /// Whether it is a name as it is kept: printable ASCII, without commas or a mark, and spaces between words alone.
    fileprivate var isPlainName: Bool {
        guard first != UInt8(ascii: "#") else { return false }
        var isAfterSpace = true
        for byte in self {
            let isSpace = byte == UInt8(ascii: " ")
            guard (0x20..<0x7F).contains(byte), byte != UInt8(ascii: ","), !(isSpace && isAfterSpace) else {
                return false
            }
            isAfterSpace = isSpace
        }
        return !isAfterSpace
    }
}
