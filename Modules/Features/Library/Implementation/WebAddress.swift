import Foundation
package import LibraryInterface

/// An address in the normal form by which the library tells duplicates: one form for one resource.
///
/// Normalised are the case of scheme and host, a port that is the scheme's own, a missing path, and characters that must
/// be percent-encoded. The path, the query and the fragment are kept to the letter: they may mean different pages.
package struct WebAddress: Sendable, Hashable {
    /// The normal form.
    package let text: String

    /// Reads an address as people and files write it; white space around it does not count.
    package init(_ text: some StringProtocol) throws(AddressProblem) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines.union(.controlCharacters))
        guard !text.isEmpty else { throw .empty }
        guard let scheme = Self.scheme(of: text) else { throw .noScheme }
        guard let defaultPort = Self.defaultPorts[scheme] else { throw .unsupportedScheme(scheme) }
        guard var parts = URLComponents(string: text, encodingInvalidCharacters: true) else { throw .malformed }
        guard let host = parts.encodedHost, !host.isEmpty else { throw .noHost }
        guard (0...65535).contains(parts.port ?? 0) else { throw .malformed }
        parts.scheme = scheme
        parts.encodedHost = host.lowercased()
        if parts.port == defaultPort { parts.port = nil }
        if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
        guard let normal = parts.string else { throw .malformed }
        self.text = normal
    }

    /// The schemes that can be fetched, and so kept.
    private static let defaultPorts = ["http": 80, "https": 443]

    /// The scheme of an address (RFC 3986, section 3.1) in lower case; nil for `example.org` and `localhost:8080`.
    private static func scheme(of text: String) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon].lowercased()
        let isWellFormed =
            scheme.first?.isASCIILetter == true
            && scheme.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+-.".contains($0) }
        let isPort = text[colon...].dropFirst().first?.isASCIIDigit == true && scheme != "tel"
        return isWellFormed && !isPort ? scheme : nil
    }
}

extension Character {
    fileprivate var isASCIILetter: Bool { isASCII && isLetter }
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
