import Foundation
public import HTML

extension WebEncoding {
    /// How much of a document is searched for its own declaration; bytes (WHATWG HTML, section 13.2.3.2).
    static let prescanLength = 1_024

    /// The encoding of a document (WHATWG HTML, section 13.2.3).
    ///
    /// A byte order mark wins over the `Content-Type` field, and that over a `meta` element at the beginning. Without any
    /// of them, it is UTF-8 if the bytes are, or else windows-1252; a character that the end has cut does not count.
    ///
    /// - Parameters:
    ///   - document: Its bytes, or as many of the first of them as there are.
    ///   - contentType: The value of the `Content-Type` field of the response, or nil.
    public static func sniff(_ document: some Collection<UInt8>, contentType: String?) -> WebEncoding {
        certain(document, contentType: contentType) ?? prescan(document.prefix(prescanLength)) ?? likely(document)
    }

    /// The encoding that a byte order mark or the `Content-Type` field names; nil if neither does.
    ///
    /// No `meta` element changes it.
    public static func certain(_ document: some Collection<UInt8>, contentType: String?) -> WebEncoding? {
        byteOrderMark(document) ?? contentType.flatMap(charset(in:))
    }

    /// The encoding that an HTML parser changes to at a `meta` element while the encoding is not certain; nil if the
    /// element declares no known encoding (WHATWG HTML, sections 13.2.3.4 and 13.2.6.4.4).
    ///
    /// An element that declares an encoding makes it certain, even if that is the current one.
    ///
    /// - Parameter attributes: The attributes of the `meta` element.
    public func changed(by attributes: HTMLAttributes) -> WebEncoding? {
        let named = attributes["charset"].flatMap { WebEncoding(label: $0) }
        guard let declared = named ?? Self.pragma(attributes) else { return nil }
        if case .utf16 = scheme { return self }
        return Self.readAsASCII(declared)
    }

    /// The encoding of plain text: that of its byte order mark, or what it looks like.
    public static func sniff(plainText: some Collection<UInt8>) -> WebEncoding {
        byteOrderMark(plainText) ?? likely(plainText)
    }

    /// The encoding that a byte order mark names, or nil where there is none.
    private static func byteOrderMark(_ document: some Collection<UInt8>) -> WebEncoding? {
        if document.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
        if document.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
        if document.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
        return nil
    }

    /// The encoding that a `charset` names in a media type (WHATWG HTML, section 2.5.6).
    private static func charset(in mediaType: String) -> WebEncoding? {
        var rest = mediaType[...]
        while let name = rest.range(of: "charset", options: .caseInsensitive) {
            rest = rest[name.upperBound...].drop(while: \.isWhitespace)
            guard rest.first == "=" else { continue }
            let value = rest.dropFirst().drop(while: \.isWhitespace)
            if let quote = value.first, quote == "\"" || quote == "'" {
                guard let end = value.dropFirst().firstIndex(of: quote) else { return nil }
                return WebEncoding(label: value[..<end].dropFirst())
            }
            return WebEncoding(label: value.prefix { $0 != ";" && !$0.isWhitespace })
        }
        return nil
    }

    /// The encoding that the first `meta` element with a known one declares, or else the XML declaration.
    private static func prescan(_ beginning: some Collection<UInt8>) -> WebEncoding? {
        // The standard looks for tags in scripts and titles too.
        var tokenizer = HTMLTokenizer(knowsRawElements: false)
        tokenizer.append(beginning)
        while let token = tokenizer.next() {
            guard case .startTag("meta", let attributes) = token.content else { continue }
            // A label that nobody knows is an answer too.
            let named = attributes["charset"].map { WebEncoding(label: $0) }
            guard let declared = named ?? pragma(attributes) else { continue }
            return readAsASCII(declared)
        }
        return xmlDeclaration(beginning)
    }

    /// The encoding in the `content` attribute of a `meta` element that stands for the `Content-Type` field.
    private static func pragma(_ attributes: HTMLAttributes) -> WebEncoding? {
        guard attributes["http-equiv"]?.lowercased() == "content-type" else { return nil }
        return attributes["content"].flatMap(charset(in:))
    }

    /// The encoding that an XML declaration names (WHATWG HTML, "get an XML encoding"); in UTF-16 its bytes tell.
    private static func xmlDeclaration(_ beginning: some Collection<UInt8>) -> WebEncoding? {
        if beginning.starts(with: [0x3C, 0, 0x3F, 0, 0x78, 0]) { return .utf16LittleEndian }
        if beginning.starts(with: [0, 0x3C, 0, 0x3F, 0, 0x78]) { return .utf16BigEndian }
        let text = String(decoding: beginning.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
        guard text.hasPrefix("<?xml"), let name = text.range(of: "encoding") else { return nil }
        let rest = text[name.upperBound...].drop(while: \.isWhitespace)
        guard rest.first == "=" else { return nil }
        let value = rest.dropFirst().drop(while: \.isWhitespace)
        guard let quote = value.first, quote == "\"" || quote == "'",
            let end = value.dropFirst().firstIndex(of: quote)
        else { return nil }
        return WebEncoding(label: value[..<end].dropFirst()).map(readAsASCII)
    }

    /// What a declaration means that could be read as ASCII: whoever read it did not read UTF-16.
    private static func readAsASCII(_ declared: WebEncoding) -> WebEncoding {
        if case .utf16 = declared.scheme { return .utf8 }
        return declared.scheme == .userDefined ? .windows1252 : declared
    }

    /// How many bytes at the end are the beginning of a character of UTF-8.
    private static func lengthOfCutCharacter(_ end: [UInt8]) -> Int {
        guard let lead = end.lastIndex(where: { !$0.isUTF8Continuation }) else { return 0 }
        let whole = end[lead] >= 0xF0 ? 4 : end[lead] >= 0xE0 ? 3 : end[lead] >= 0xC0 ? 2 : 1
        return end.count - lead < whole ? end.count - lead : 0
    }

    /// UTF-8 if the bytes are, but for fewer bad ones than there are characters beyond ASCII; or else windows-1252.
    private static func likely(_ document: some Collection<UInt8>) -> WebEncoding {
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = document.dropLast(lengthOfCutCharacter(Array(document.suffix(3)))).makeIterator()
        var balance = 0
        var isValid = true
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar): balance += scalar.count > 1 ? 1 : 0
            case .error:
                balance -= 1
                isValid = false
            case .emptyInput: return isValid || balance > 0 ? .utf8 : .windows1252
            }
        }
    }
}
