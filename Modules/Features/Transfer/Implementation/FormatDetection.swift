import Core
import HTML
import TransferInterface
import WebURLs

extension ImportFormat {
    /// Detects the format of a file from its first bytes, and from its name if the bytes are
    /// ambiguous.
    ///
    /// - Parameter text: The first bytes as UTF-8 without a byte order mark. They may end anywhere.
    init(detecting text: ArraySlice<UInt8>, name: String) throws(TransferError) {
        let text = text.drop(while: \.isASCIISpace)
        let isNamedMarkdown = Self.named(name) == .markdown
        switch text.first.map({ Unicode.Scalar($0) }) {
        case nil:
            throw .unknownFormat(name: name)
        case "<" where !isNamedMarkdown:
            self = rootElement(of: text).flatMap { Self.byRootElement[$0] } ?? .netscape
        case "[" where !isNamedMarkdown && !isMarkdown(contentLines(of: text).prefix(1)), "{":
            self = .json
        default:
            try self.init(detectingLines: text, name: name)
        }
    }

    /// Detects the format of a file that consists of records, Markdown or URLs.
    private init(detectingLines text: ArraySlice<UInt8>, name: String) throws(TransferError) {
        let named = Self.named(name)
        let record = CSVRecords.first(of: text)
        let lines = contentLines(of: text)
        if named == .markdown {
            self = .markdown
        } else if CSVColumns(record).hasURL {
            self = .csv
        } else if named == nil, isMarkdown(lines) {
            self = .markdown
        } else if isTableWithoutHeader(record, lines, isNamedTable: named == .csv) {
            throw .tableWithoutHeader(name: name)
        } else if lines.first.map(startsWithScheme) ?? true {
            self = .urls
        } else if let named {
            self = named
        } else {
            throw .unknownFormat(name: name)
        }
    }

    private static func named(_ name: String) -> ImportFormat? {
        byExtension[name.lowercased().split(separator: ".").last ?? ""]
    }

    private static let byExtension: [Substring: ImportFormat] = [
        "html": .netscape,
        "htm": .netscape,
        "xbel": .xbel,
        "json": .json,
        "csv": .csv,
        "tsv": .csv,
        "md": .markdown,
        "markdown": .markdown,
    ]
    private static let byRootElement: [String: ImportFormat] = [
        "xbel": .xbel,
        "posts": .delicious,
        "opml": .opml,
    ]
}

/// Returns the trimmed lines of a file, except empty lines and comments.
private func contentLines(of text: ArraySlice<UInt8>) -> [String] {
    let lines = text.split { $0 == 0x0A || $0 == 0x0D }
    let trimmed = lines.compactMap { String(decoding: $0, as: UTF8.self).asciiTrimmedOrNil }
    return trimmed.filter { !$0.hasPrefix("#") }
}

/// Returns whether a line begins with a URL to the Web, or is a single word that begins with a
/// scheme.
private func startsWithScheme(_ line: String) -> Bool {
    guard !line.hasWebScheme else {
        return true
    }
    let scheme = line.prefix { $0 != ":" }
    guard scheme.count < line.count - 1, scheme.first?.isLetter == true,
        !line.contains(where: \.isWhitespace)
    else {
        return false
    }
    return scheme.allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
    }
}

/// Returns whether the lines contain a Markdown link with a title, or a list item that begins with
/// a link.
private func isMarkdown(_ lines: some Sequence<String>) -> Bool {
    lines.contains { text in
        let line = MarkdownLine(text[...])
        let isItem = line.beginsWithLink && MarkdownLine.isListItem(text[...])
        return isItem || text.contains("]") && line.links.contains { $0.title != nil }
    }
}

/// Returns whether the lines may be the records of a table of links that has no header.
///
/// If the first line begins with a URL, all lines must contain the same separator, because
/// separators are rare in URLs. Text behind a space is a title. If the file name has the extension
/// of a table, one line with a separator suffices.
private func isTableWithoutHeader(
    _ record: [String],
    _ lines: [String],
    isNamedTable: Bool
) -> Bool {
    guard let first = lines.first else { return false }
    guard startsWithScheme(first) else {
        return record.count > 1 && record.contains(where: \.hasWebScheme)
    }
    // If there are many lines, the text is only the beginning of a long file and may end within the
    // last line. The last line is therefore ignored.
    let completeLines = lines.count > 100 ? lines.dropLast() : lines[...]
    return [",", ";", "\t"].contains { separator in
        let count = completeLines.count { $0.prefix { $0 != " " }.contains(separator) }
        return isNamedTable ? count > 0 : count == completeLines.count
    }
}

extension UnsupportedFormat {
    /// Detects an unsupported format from the first bytes of a file, or returns `nil`.
    init?(beginning: [UInt8], text: ArraySlice<UInt8>) {
        let match = Self.signatures.first { beginning.starts(with: $0.signature) }
        let format = match?.format ?? rootElement(of: text).flatMap { Self.byRootElement[$0] }
        guard let format else { return nil }
        self = format
    }

    private static let signatures: [(signature: [UInt8], format: UnsupportedFormat)] = [
        (Array("bplist".utf8), .propertyList),
        (Array("[InternetShortcut]".utf8), .shortcut),
        (Array("[Desktop Entry]".utf8), .shortcut),
        (Array("SQLite format 3\0".utf8), .database),
        (Array("PK\u{3}\u{4}".utf8), .archive),
        ([0x1F, 0x8B], .gzip),
    ]
    private static let byRootElement: [String: UnsupportedFormat] = [
        "rss": .feed,
        "feed": .feed,
        "rdf:rdf": .feed,
        "plist": .propertyList,
    ]
}

/// Returns the name of the first element in lowercase, or `nil` if the text is not markup.
private func rootElement(of text: ArraySlice<UInt8>) -> String? {
    let text = text.drop(while: \.isASCIISpace)
    guard text.first == UInt8(ascii: "<") else {
        return nil
    }
    var tokenizer = HTMLTokenizer()
    tokenizer.append(text)
    while let token = tokenizer.next() {
        if case .startTag(let name, _) = token.content {
            return name
        }
    }
    return nil
}
