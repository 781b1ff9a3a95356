import Foundation

/// A tag for links. Tags that differ only in case are equal.
public struct LinkTag: Sendable {
    /// The name in its original spelling.
    public let name: String
    /// The key for comparisons: the name in lowercase and in Unicode Normalization Form C.
    public let key: String

    /// Creates a tag from user input or the contents of a file, or returns `nil` if the text
    /// contains no name.
    ///
    /// White space is collapsed, and a leading `#` is removed. Commas and control characters, which
    /// file formats cannot represent in a tag, become separators between words.
    public init?(_ text: some StringProtocol) {
        if text.utf8.isPlainName {
            // This is the fast path. An import creates thousands of tags, and most of them are
            // plain.
            name = String(text)
            key = name.lowercased()
            return
        }
        let words = Self.words(of: String(text)).joined(separator: " ")
        name = String(words.unicodeScalars.drop { $0 == "#" || $0 == " " })
        guard !name.isEmpty else { return nil }
        // Swift treats canonically equivalent strings as equal, but a database compares bytes, so
        // the key is normalized.
        key = name.lowercased().precomposedStringWithCanonicalMapping
    }

    public static func list(_ text: some StringProtocol) -> Set<LinkTag> {
        Set(
            Substring(text).utf8.split(separator: UInt8(ascii: ",")).compactMap {
                LinkTag(Substring($0))
            }
        )
    }

    /// Returns the words of a string. The function compares Unicode scalars instead of characters,
    /// because a comma with a combining mark is still a comma in a file.
    private static func words(of text: String) -> [String] {
        text.unicodeScalars.split { scalar in
            scalar == "," || scalar.properties.isWhitespace
                || scalar.properties.generalCategory == .control
        }.map { String($0) }
    }
}

extension LinkTag: Hashable, Comparable, CustomStringConvertible {
    public static func == (left: LinkTag, right: LinkTag) -> Bool {
        left.key == right.key
    }
    public static func < (left: LinkTag, right: LinkTag) -> Bool {
        left.key < right.key
    }
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
    }
    public var description: String { name }
}

extension Collection<UInt8> {
    /// Whether the bytes are a valid name that needs no normalization: printable ASCII without
    /// spaces, commas and a leading `#`.
    fileprivate var isPlainName: Bool {
        guard let first, first != UInt8(ascii: "#") else { return false }
        return allSatisfy { (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: ",") }
    }
}

/// A tag and the number of links that have it.
public struct TagCount: Sendable, Hashable, Comparable {
    public var tag: LinkTag
    public var links: Int

    public init(_ tag: LinkTag, links: Int) {
        self.tag = tag
        self.links = links
    }

    /// Orders tags by the number of links, descending, then by name.
    public static func < (left: TagCount, right: TagCount) -> Bool {
        (right.links, left.tag) < (left.links, right.tag)
    }
}
