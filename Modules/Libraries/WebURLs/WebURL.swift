/// A URL in normal form: different spellings of one URL become equal values.
///
///     let url = try WebURL(normalizing: "HTTP://Example.org:80/a/../b c#")
///     print(url)  // http://example.org/b%20c
///
/// The normal form is the serialization of the URL Standard (https://url.spec.whatwg.org), which browsers use too. Beyond the standard:
/// - Percent-encoded bytes have one form (RFC 3986, section 6.2.2): uppercase digits, and none for letters, digits, `-`, `.`, `_` and `~`.
/// - An empty fragment and a fragment directive (the text to highlight, from `:~:` on) are removed.
/// - A host and a port without a scheme, such as `localhost:8080`, are not read as a scheme and a path.
///
/// An empty query is kept, since a server may distinguish `/?` from `/`. The normal form of a normal form is itself.
public struct WebURL: Sendable, Hashable {
    /// The normal form, in ASCII.
    public let text: String

    /// Parses and normalizes a URL in linear time. Ignores spaces around it and line breaks in it. `schemes` lists the accepted ones in lowercase; nil for all.
    public init(normalizing text: some StringProtocol, schemes: Set<String>? = nil) throws(WebURLError) {
        let input = Self.trimmed(text)
        guard !input.isEmpty else { throw .empty }
        guard let scheme = Scheme(of: input) else { throw .noScheme }
        guard schemes?.contains(scheme.name) ?? true else { throw .unsupportedScheme(scheme.name) }
        var normalizer = Normalizer(input, scheme: scheme)
        try normalizer.run()
        self.text = String(decoding: normalizer.output, as: UTF8.self)
    }

    private init(text: String) { self.text = text }

    public var scheme: String { String(text[..<(text.utf8.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex)]) }

    /// Returns the URL without the query parameters whose names satisfy the predicate. The others keep their order and separators. Removing the last one removes the `?`.
    public func removingQueryParameters(where isRemoved: (Substring) -> Bool) -> WebURL {
        let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        guard let mark = text.utf8[..<end].firstIndex(of: UInt8(ascii: "?")) else { return self }
        let parameters = text.utf8[text.utf8.index(after: mark)..<end]
            .split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let kept = parameters.filter { parameter in
            !isRemoved(Substring(parameter.prefix { $0 != UInt8(ascii: "=") }))
        }
        guard kept.count < parameters.count else { return self }
        let query = kept.map { String(Substring($0)) }.joined(separator: "&")
        return WebURL(text: text[..<mark] + (query.isEmpty ? "" : "?\(query)") + text[end...])
    }

    /// The bytes of a URL as the URL Standard reads them: without control characters and spaces around them, tabs and line breaks.
    private static func trimmed(_ text: some StringProtocol) -> [UInt8] {
        var bytes = Array(text.utf8)
        bytes.removeLast(bytes.reversed().prefix { $0 <= UInt8(ascii: " ") }.count)
        bytes.removeFirst(bytes.prefix { $0 <= UInt8(ascii: " ") }.count)
        func isTabOrLineBreak(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }
        if bytes.contains(where: isTabOrLineBreak) { bytes.removeAll(where: isTabOrLineBreak) }
        return bytes
    }
}

extension WebURL: CustomStringConvertible { public var description: String { text } }

public enum WebURLError: Error, Hashable {
    case empty
    /// The text does not begin with a scheme such as `https:`.
    case noScheme
    case unsupportedScheme(String)
    /// The URL has no host, and its scheme requires one.
    case noHost
    case invalidHost(String)
    case invalidPort(String)
}

extension WebURL {
    /// The scheme of a URL, in lowercase, and the rules that follow from it.
    struct Scheme {
        let name: String
        /// Whether the URL Standard defines special rules for the scheme.
        let isSpecial: Bool
        let defaultPort: Int?
        var isFile: Bool { name == "file" }

        /// Parses the scheme; nil for `example.org`, and for a host and a port such as `localhost:8080`.
        init?(of input: [UInt8]) {
            guard input.first?.isLetter == true, let colon = input.firstIndex(where: { !Self.canContain($0) }),
                input[colon] == UInt8(ascii: ":")
            else { return nil }
            name = String(decoding: input[..<colon].map(\.lowercased), as: UTF8.self)
            (isSpecial, defaultPort) =
                switch name {
                case "https", "wss": (true, 443)
                case "http", "ws": (true, 80)
                case "ftp": (true, 21)
                case "file": (true, nil)
                default: (false, nil)
                }
            let looksLikeHost = name == "localhost" || name.utf8.contains(UInt8(ascii: "."))
            if looksLikeHost, Self.isPort(input[(colon + 1)...]) { return nil }
        }

        private static func canContain(_ byte: UInt8) -> Bool {
            byte.isLetter || byte.isDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".")
        }

        /// Whether the text after a colon is a port, alone or before a path, a query or a fragment.
        private static func isPort(_ rest: ArraySlice<UInt8>) -> Bool {
            let digits = rest.prefix(while: \.isDigit)
            guard (1...5).contains(digits.count) else { return false }
            guard let next = rest.dropFirst(digits.count).first else { return true }
            return next == UInt8(ascii: "/") || next == UInt8(ascii: "?") || next == UInt8(ascii: "#")
        }
    }
}
