import Core
import HTML
import TransferInterface

extension UnsupportedFormat {
    /// Recognizes the format of a file that begins like this; nil for any other.
    ///
    /// - Parameters:
    ///   - beginning: Its first bytes.
    ///   - text: The same as UTF-8.
    init?(beginning: [UInt8], text: ArraySlice<UInt8>) {
        let bySignature = Self.signatures.first { beginning.starts(with: $0.signature) }?.format
        guard let format = bySignature ?? rootElement(of: text).flatMap({ Self.byRootElement[$0] }) else { return nil }
        self = format
    }

    private static let signatures: [(signature: [UInt8], format: UnsupportedFormat)] = [
        (Array("bplist".utf8), .propertyList), (Array("mozLz40\0".utf8), .firefoxBackup),
        (Array("SQLite format 3\0".utf8), .database), (Array("PK\u{3}\u{4}".utf8), .archive), ([0x1F, 0x8B], .archive),
    ]
    private static let byRootElement: [String: UnsupportedFormat] = [
        "rss": .feed, "feed": .feed, "rdf:rdf": .feed, "opml": .opml, "plist": .propertyList, "posts": .deliciousXML,
    ]
}

/// The name of the first element of a document, in lower case; nil where the text is no markup.
func rootElement(of text: ArraySlice<UInt8>) -> String? {
    let text = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard text.first == UInt8(ascii: "<") else { return nil }
    var tokenizer = HTMLTokenizer(isXML: true)
    tokenizer.append(text)
    while let token = tokenizer.next() {
        if case .startTag(let name, _) = token.content { return name }
    }
    return nil
}
