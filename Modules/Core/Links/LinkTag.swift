import Foundation

/// A word or phrase under which links are filed; `Swift` and `swift` are the same tag.
public struct LinkTag: Sendable {
    /// The name as it was written first.
    public let name: String
    /// The form by which tags are compared: the name in lower case.
    public let key: String

    /// Makes a tag from text as people and files write it.
    ///
    /// White space is collapsed; commas and control characters separate words, since no file format can carry them in
    /// a tag. Nil when nothing is left.
    public init?(_ text: some StringProtocol) {
        let text = String(text)
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ",") }
        name = isPlain ? text : Self.words(of: text).joined(separator: " ")
        guard !name.isEmpty else { return nil }
        key = name.lowercased()
    }

    /// The tags of a list separated by commas, as browsers write them.
    public static func list(_ text: some StringProtocol) -> Set<LinkTag> {
        Set(String(text).utf8.split(separator: UInt8(ascii: ",")).compactMap { LinkTag(Substring($0)) })
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
