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
        let words = text.split { $0.isWhitespace || $0 == "," || $0.unicodeScalars.contains(where: LinkTag.isControl) }
        guard !words.isEmpty else { return nil }
        name = words.joined(separator: " ")
        key = name.lowercased()
    }

    /// The tags of a list separated by commas, as browsers write them.
    public static func list(_ text: some StringProtocol) -> Set<LinkTag> {
        Set(text.split(separator: ",").compactMap { LinkTag($0) })
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
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
