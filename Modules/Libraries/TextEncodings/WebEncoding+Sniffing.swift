import Foundation
public import HTML

extension WebEncoding {
    /// The number of bytes at the beginning of a document in which to search for a declaration
    /// (WHATWG HTML, section 13.2.3.2).
    private static let prescanLength = 1_024

    /// Returns the encoding of an HTML or XML document (WHATWG HTML, section 13.2.3).
    ///
    /// A byte order mark overrides the `Content-Type` field, which overrides a `meta` element or an
    /// XML declaration at the beginning. If none of them is present, the result is a guess: UTF-8
    /// or windows-1252. An incomplete character at the end is ignored.
    public static func sniff(
        _ document: some Collection<UInt8>,
        contentType: String?
    ) -> WebEncoding {
        if let encoding = certain(document, contentType: contentType) {
            return encoding
        }
        return prescan(document.prefix(prescanLength)) ?? likely(document)
    }

    /// Returns the encoding that a byte order mark or the `Content-Type` field declares, or `nil`
    /// if neither does.
    ///
    /// A `meta` element cannot change this encoding.
    public static func certain(
        _ document: some Collection<UInt8>,
        contentType: String?
    ) -> WebEncoding? {
        byteOrderMark(document) ?? contentType.flatMap(charset(in:))
    }

    /// Returns the encoding to which a parser switches at a `meta` element, or `nil` if the element
    /// does not declare a known encoding (WHATWG HTML, sections 13.2.3.4 and 13.2.6.4.4).
    ///
    /// A parser calls this method while its encoding is tentative. Afterwards, the encoding is
    /// certain.
    public func changed(by attributes: HTMLAttributes) -> WebEncoding? {
        let named = attributes["charset"].flatMap { WebEncoding(label: $0) }
        guard let declared = named ?? Self.pragma(attributes) else {
            return nil
        }
        if case .utf16 = scheme {
            return self
        }
        return Self.readAsASCII(declared)
    }

    /// Returns the encoding that the byte order mark of plain text declares. If there is no mark,
    /// the result is a guess: UTF-8 or windows-1252.
    public static func sniff(plainText: some Collection<UInt8>) -> WebEncoding {
        byteOrderMark(plainText) ?? likely(plainText)
    }

    private static func byteOrderMark(_ document: some Collection<UInt8>) -> WebEncoding? {
        if document.starts(with: [0xEF, 0xBB, 0xBF]) {
            return .utf8
        }
        if document.starts(with: [0xFE, 0xFF]) {
            return .utf16BigEndian
        }
        if document.starts(with: [0xFF, 0xFE]) {
            return .utf16LittleEndian
        }
        return nil
    }

    /// Returns the encoding in the `charset` parameter of a media type (WHATWG HTML, section
    /// 2.5.6).
    private static func charset(in mediaType: String) -> WebEncoding? {
        var rest = mediaType[...]
        while let name = rest.range(of: "charset", options: .caseInsensitive) {
            rest = rest[name.upperBound...].drop(while: \.isWhitespace)
            guard rest.first == "=" else { continue }
            let value = rest.dropFirst().drop(while: \.isWhitespace)
            guard ["\"", "'"].contains(value.first) else {
                return WebEncoding(label: value.prefix { $0 != ";" && !$0.isWhitespace })
            }
            return quoted(value).flatMap { WebEncoding(label: $0) }
        }
        return nil
    }

    private static func quoted(_ text: Substring) -> Substring? {
        guard let quote = text.first, quote == "\"" || quote == "'" else {
            return nil
        }
        let rest = text.dropFirst()
        return rest.firstIndex(of: quote).map { rest[..<$0] }
    }

    private static func prescan(_ beginning: some Collection<UInt8>) -> WebEncoding? {
        // The standard also searches scripts and titles, so their contents are parsed as tags.
        var tokenizer = HTMLTokenizer(knowsRawElements: false)
        tokenizer.append(beginning)
        while let token = tokenizer.next() {
            guard case .startTag("meta", let attributes) = token.content else {
                continue
            }
            // The `charset` attribute overrides the `http-equiv` attribute, even if the label in
            // `charset` is unknown.
            let named = attributes["charset"].map { WebEncoding(label: $0) }
            guard let declared = named ?? pragma(attributes) else { continue }
            return readAsASCII(declared)
        }
        return xmlDeclaration(beginning)
    }

    private static func pragma(_ attributes: HTMLAttributes) -> WebEncoding? {
        guard attributes["http-equiv"]?.lowercased() == "content-type" else {
            return nil
        }
        return attributes["content"].flatMap(charset(in:))
    }

    /// Returns the encoding in an XML declaration, or UTF-16 if the declaration itself is in UTF-16
    /// (WHATWG HTML, "get an XML encoding").
    private static func xmlDeclaration(_ beginning: some Collection<UInt8>) -> WebEncoding? {
        if beginning.starts(with: [0x3C, 0, 0x3F, 0, 0x78, 0]) {
            return .utf16LittleEndian
        }
        if beginning.starts(with: [0, 0x3C, 0, 0x3F, 0, 0x78]) {
            return .utf16BigEndian
        }
        let text = String(decoding: beginning.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
        guard text.hasPrefix("<?xml"), let name = text.range(of: "encoding") else {
            return nil
        }
        let rest = text[name.upperBound...].drop(while: \.isWhitespace)
        guard rest.first == "=" else { return nil }
        let value = rest.dropFirst().drop(while: \.isWhitespace)
        guard let label = quoted(value), let declared = WebEncoding(label: label) else {
            return nil
        }
        return readAsASCII(declared)
    }

    /// Returns the encoding to use for a declaration that was read as ASCII.
    ///
    /// If a declaration of UTF-16 can be read as ASCII, it must be wrong. The standard replaces
    /// UTF-16 with UTF-8 in this case.
    private static func readAsASCII(_ declared: WebEncoding) -> WebEncoding {
        if case .utf16 = declared.scheme {
            return .utf8
        }
        return declared.scheme == .userDefined ? .windows1252 : declared
    }

    /// Returns the number of bytes in an incomplete UTF-8 character at the end of the bytes.
    private static func incompleteSuffixLength(_ end: [UInt8]) -> Int {
        guard let lead = end.lastIndex(where: { $0 & 0xC0 != 0x80 }) else {
            return 0
        }
        let completeLength =
            switch end[lead] {
            case 0xF0...: 4
            case 0xE0...: 3
            case 0xC0...: 2
            default: 1
            }
        let length = end.count - lead
        return length < completeLength ? length : 0
    }

    /// Returns UTF-8 if the bytes are valid UTF-8 or contain fewer errors than non-ASCII
    /// characters, otherwise windows-1252.
    private static func likely(_ document: some Collection<UInt8>) -> WebEncoding {
        let incomplete = incompleteSuffixLength(Array(document.suffix(3)))
        let bytes = document.dropLast(incomplete)
        guard String(validating: bytes, as: UTF8.self) == nil else { return .utf8 }
        var iterator = bytes.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        var balance = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar):
                balance += scalar.count > 1 ? 1 : 0
            case .error:
                balance -= 1
            case .emptyInput:
                return balance > 0 ? .utf8 : .windows1252
            }
        }
    }
}
