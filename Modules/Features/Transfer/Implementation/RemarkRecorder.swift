import Core
import Foundation
import TransferInterface

/// A recorder for remarks on a file, at most one of each kind, and for malformed entries.
package struct RemarkRecorder {
    /// The maximum number of ignored properties in the remarks.
    static let nameLimit = 20
    /// The name of a property that no format has a term for.
    static let folderDescription = "description of a folder"

    /// The line on which the file ends prematurely.
    var cutOffLine: Int?
    /// The remark on an element that the file does not close.
    var unclosedElement: ImportRemark?
    var nextPage: String?
    /// Whether any links are in folders whose names do not become tags.
    var ignoresFolders = false
    /// The malformed entries, which are skipped.
    var skipped: [InvalidEntry] = []

    private let part: ImportRemark.Part
    private var ignoredNames: [String] = []
    private var unreadableDate: ImportRemark?
    private var tooLong: ImportRemark?

    init(_ part: ImportRemark.Part) {
        self.part = part
    }

    /// Records an ignored property if its value is meaningful.
    mutating func addIgnored(_ name: String, value: String) {
        if Self.isMeaningful(value) {
            addIgnored(name)
        }
    }

    mutating func addIgnored(_ name: String) {
        guard ignoredNames.count <= Self.nameLimit, !ignoredNames.contains(name) else {
            return
        }
        ignoredNames.append(ignoredNames.count < Self.nameLimit ? name : "…")
    }

    mutating func addTooLong(_ name: String, line: Int) {
        tooLong = tooLong ?? .tooLong(part, name, line: line)
    }

    /// Returns the date in a string. If the string is not a date, records the string and returns
    /// `nil`.
    mutating func date(_ text: String?, line: Int) -> Date? {
        guard let text else { return nil }
        if let date = Date(importing: text) {
            return date
        }
        if unreadableDate == nil, Self.isMeaningful(text) {
            unreadableDate = .unreadableDate(text, line: line)
        }
        return nil
    }

    var remarks: [ImportRemark] {
        let remarks: [ImportRemark?] = [
            cutOffLine.map { .cutOff(line: $0) },
            unclosedElement,
            ignoredNames.isEmpty ? nil : .ignoredParts(part, ignoredNames),
            unreadableDate,
            tooLong,
            ignoresFolders ? .ignoredFolders : nil,
            nextPage.map { .morePages(next: $0) },
        ]
        return remarks.compactMap(\.self)
    }

    /// Returns whether a value differs from the placeholders that programs write for missing
    /// values.
    static func isMeaningful(_ value: String) -> Bool {
        guard let value = value.asciiTrimmedOrNil else { return false }
        return value.utf8.count > 5 || !emptyValues.contains(value.lowercased())
    }

    private static let emptyValues: Set<String> = [
        "0", "0.0", "false", "no", "none", "null", "[]", "{}",
    ]
}

extension String {
    /// The string without ASCII white space at both ends, or `nil` if nothing is left.
    var asciiTrimmedOrNil: String? {
        guard let first = utf8.firstIndex(where: { !$0.isASCIISpace }),
            let last = utf8.lastIndex(where: { !$0.isASCIISpace })
        else {
            return nil
        }
        return String(self[first...last])
    }

    /// Appends `text` unless this string already exceeds the limit, in bytes.
    mutating func append(_ text: String, upTo limit: Int) {
        if utf8.count <= limit {
            self += text
        }
    }
}

extension UInt8 {
    var isASCIISpace: Bool {
        self == 0x20 || (0x09...0x0D).contains(self)
    }

    var isASCIIDigit: Bool {
        (0x30...0x39).contains(self)
    }
}

extension LinkTag {
    /// Returns the tags in a list from a bookmark service. The tags are separated by commas if the
    /// list contains a comma, otherwise by spaces.
    static func listOfService(_ text: String) -> Set<LinkTag> {
        guard !text.contains(",") else {
            return list(text)
        }
        return Set(text.split(separator: " ").compactMap { LinkTag($0) })
    }
}

extension Set<LinkTag> {
    /// Adds the tag for links that the user has not read yet.
    mutating func insertToRead() {
        if let tag = LinkTag("toread") {
            insert(tag)
        }
    }
}
