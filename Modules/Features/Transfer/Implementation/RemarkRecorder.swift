import Core
import Foundation
import TransferInterface

/// Collects the remarks on a file, each kind once.
package struct RemarkRecorder {
    static let nameLimit = 20
    /// The line on which the file ends prematurely.
    var cutOffLine: Int?
    var nextPage: String?
    var brokenLines: [BrokenLine] = []
    private let part: ImportRemark.Part
    private var unknownNames: [String] = []
    private var unreadableDate: ImportRemark?
    private var tooLong: ImportRemark?

    init(_ part: ImportRemark.Part) { self.part = part }

    /// Records an unknown property, unless its value has no meaning.
    mutating func addUnknown(_ name: String, value: String) { if Self.isMeaningful(value) { addUnknown(name) } }

    mutating func addUnknown(_ name: String) {
        guard unknownNames.count <= Self.nameLimit, !unknownNames.contains(name) else { return }
        unknownNames.append(unknownNames.count < Self.nameLimit ? name : "…")
    }

    mutating func addTooLong(_ name: String, line: Int) { tooLong = tooLong ?? .tooLong(part, name, line: line) }

    /// Parses a date. Records the text if that fails.
    mutating func date(_ text: String?, line: Int) -> Date? {
        guard let text else { return nil }
        if let date = Date(importing: text) { return date }
        if unreadableDate == nil, Self.isMeaningful(text) { unreadableDate = .unreadableDate(text, line: line) }
        return nil
    }

    var remarks: [ImportRemark] {
        let unknown: ImportRemark? = unknownNames.isEmpty ? nil : .unknownParts(part, unknownNames)
        let ending: ImportRemark? = cutOffLine.map { .cutOff(line: $0) }
        return [ending, unknown, unreadableDate, tooLong, nextPage.map { .morePages(next: $0) }].compactMap(\.self)
    }

    /// Whether a value differs from the placeholders that programs write for a missing value.
    static func isMeaningful(_ value: String) -> Bool {
        guard let value = value.trimmedOrNil else { return false }
        return value.utf8.count > 5 || !emptyValues.contains(value.lowercased())
    }

    private static let emptyValues: Set<String> = ["0", "0.0", "false", "no", "none", "null", "[]", "{}"]
}

extension String {
    /// The text without ASCII white space at its ends, or nil if it is empty.
    var trimmedOrNil: String? {
        guard let first = utf8.firstIndex(where: { !$0.isASCIISpace }),
            let last = utf8.lastIndex(where: { !$0.isASCIISpace })
        else { return nil }
        return String(self[first...last])
    }

    mutating func append(_ text: String, upTo limit: Int) { if utf8.count <= limit { self += text } }
}

extension StringProtocol {
    /// Whether the text starts with `http://` or `https://`.
    var hasWebScheme: Bool {
        let start = prefix(8).lowercased()
        return start == "https://" || start.hasPrefix("http://")
    }
}

extension UInt8 {
    var isASCIISpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}

extension Set<LinkTag> {
    /// Adds the tag of links that have not been read yet.
    mutating func insertToRead() { if let tag = LinkTag("toread") { insert(tag) } }
}
