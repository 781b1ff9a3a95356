/// A URL in normal form. Different spellings of one URL have the same normal form, so they are
/// equal values.
///
///     let url = try WebURL(normalizing: "HTTP://Example.org:80/a/../b c#")
///     print(url)  // http://example.org/b%20c
///
/// The normal form is the serialization of the URL Standard (https://url.spec.whatwg.org), which
/// browsers also use, with these differences:
/// - Percent-encoded bytes have one form (RFC 3986, section 6.2.2). Their digits are in uppercase,
///   and letters, digits, `-`, `.`, `_` and `~` are not encoded.
/// - Empty fragments are removed.
/// - A host and a port without a scheme, such as `localhost:8080`, are not parsed as a scheme and a
///   path.
///
/// An empty query is preserved, because a server may distinguish `/?` from `/`. Normalizing a
/// normal form does not change it.
public struct WebURL: Sendable, Hashable {
    /// The normal form, in ASCII.
    public let text: String

    /// Creates a URL in normal form from a string. Spaces around the URL and line breaks within the
    /// URL are ignored.
    ///
    /// - Parameter schemes: The accepted schemes in lowercase, or `nil` to accept all schemes.
    /// - Complexity: O(*n*), where *n* is the length of the string.
    public init(
        normalizing text: some StringProtocol,
        schemes: Set<String>? = nil
    ) throws(WebURLError) {
        let input = Self.trimmed(text)
        guard !input.isEmpty else {
            throw .empty
        }
        guard let scheme = Scheme(of: input) else {
            throw .noScheme
        }
        guard schemes?.contains(scheme.name) ?? true else {
            throw .unsupportedScheme(scheme.name)
        }
        var normalizer = Normalizer(input, scheme: scheme)
        try normalizer.run()
        self.text = String(decoding: normalizer.output, as: UTF8.self)
    }

    private init(text: String) {
        self.text = text
    }

    /// The scheme in lowercase, such as `https`.
    public var scheme: String {
        let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
        return String(text[..<colon])
    }

    /// Returns the URL without the query parameters whose names satisfy the predicate.
    ///
    /// The other parameters keep their order and separators. The `?` is removed if no parameters
    /// are left.
    public func removingQueryParameters(where isRemoved: (Substring) -> Bool) -> WebURL {
        let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        guard let mark = text.utf8[..<end].firstIndex(of: UInt8(ascii: "?")) else {
            return self
        }
        let parameters = text.utf8[text.utf8.index(after: mark)..<end]
            .split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let kept = parameters.filter { parameter in
            !isRemoved(Substring(parameter.prefix { $0 != UInt8(ascii: "=") }))
        }
        guard kept.count < parameters.count else { return self }
        let query = kept.map { String(Substring($0)) }.joined(separator: "&")
        let queryWithMark = query.isEmpty ? "" : "?\(query)"
        return WebURL(text: text[..<mark] + queryWithMark + text[end...])
    }

    /// Returns the bytes of a URL without tabs, line breaks, and surrounding control characters and
    /// spaces, which the URL Standard ignores.
    private static func trimmed(_ text: some StringProtocol) -> [UInt8] {
        var bytes = Array(text.utf8)
        bytes.removeLast(bytes.reversed().prefix { $0 <= UInt8(ascii: " ") }.count)
        bytes.removeFirst(bytes.prefix { $0 <= UInt8(ascii: " ") }.count)

        func isTabOrLineBreak(_ byte: UInt8) -> Bool {
            byte == 0x09 || byte == 0x0A || byte == 0x0D
        }
        if bytes.contains(where: isTabOrLineBreak) {
            bytes.removeAll(where: isTabOrLineBreak)
        }
        return bytes
    }
}

extension WebURL: CustomStringConvertible {
    public var description: String { text }
}

/// The reason why a string is not accepted as a URL.
public enum WebURLError: Error, Hashable {
    case empty
    /// The URL is longer than `limit` bytes. ``WebURL`` has no limit, but its callers can have one.
    case tooLong(limit: Int)
    /// The string does not begin with a scheme such as `https:`.
    case noScheme
    case unsupportedScheme(String)
    /// The URL has no host, and its scheme requires one.
    case noHost
    case invalidHost(String)
    case invalidPort(String)

    /// One line with the reason and a remedy, without a period at the end.
    public var explanation: String {
        switch self {
        case .empty: "the URL is empty; specify a URL that begins with http:// or https://"
        case .tooLong(let limit): "the URL is longer than \(limit / 1_024) KiB; shorten it"
        case .noScheme: "the URL must begin with http:// or https://"
        case .unsupportedScheme(let scheme):
            "unsupported scheme '\(scheme):'; specify an http or https URL"
        case .noHost: "the URL has no host; add one, as in http://example.com/"
        case .invalidHost(let host): "invalid host '\(host.prefix(200))'; check its spelling"
        case .invalidPort(let port):
            "invalid port '\(port.prefix(20))'; specify a number from 0 to 65535"
        }
    }
}

extension WebURL {
    /// The scheme of a URL, in lowercase, and the rules for the scheme.
    struct Scheme {
        let name: String
        /// Whether the URL Standard defines special rules for the scheme.
        let isSpecial: Bool
        let defaultPort: Int?
        var isFile: Bool { name == "file" }

        /// Creates the scheme from the beginning of a URL.
        ///
        /// Returns `nil` if the text has no scheme, as in `example.org`, or if it begins with a
        /// host and a port, as in `localhost:8080`.
        init?(of input: [UInt8]) {
            guard input.first?.isLetter == true,
                let colon = input.firstIndex(where: { !Self.canContain($0) }),
                input[colon] == UInt8(ascii: ":")
            else {
                return nil
            }
            name = String(decoding: input[..<colon].map(\.lowercased), as: UTF8.self)
            defaultPort =
                switch name {
                case "https", "wss": 443
                case "http", "ws": 80
                case "ftp": 21
                default: nil
                }
            isSpecial = defaultPort != nil || name == "file"
            let looksLikeHost = name == "localhost" || name.utf8.contains(UInt8(ascii: "."))
            if looksLikeHost, Self.isPort(input[(colon + 1)...]) {
                return nil
            }
        }

        private static func canContain(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default:
                byte.isLetter || byte.isDigit
            }
        }

        /// Returns whether the text after a colon is a port, possibly followed by a path, a query
        /// or a fragment.
        private static func isPort(_ rest: ArraySlice<UInt8>) -> Bool {
            let digits = rest.prefix(while: \.isDigit)
            guard (1...5).contains(digits.count) else {
                return false
            }
            return switch rest.dropFirst(digits.count).first {
            case nil, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"):
                true
            default:
                false
            }
        }
    }
}
