import Foundation

/// Host names in ASCII, as the URL Standard derives them by UTS #46: with nontransitional processing, CheckBidi and CheckJoiners, without CheckHyphens.
enum DomainName {
    /// Returns the lowercase name in ASCII; nil if a label is not allowed. A name in ASCII may have invalid `xn--` labels, since name servers may resolve it.
    static func ascii(_ name: [UInt8]) -> [UInt8]? {
        if name.allSatisfy({ $0 < 0x80 }) { return name.map(\.lowercased) }
        let fullStops: [Unicode.Scalar] = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
        let labels = String(decoding: name, as: UTF8.self).unicodeScalars
            .split(omittingEmptySubsequences: false, whereSeparator: fullStops.contains)
        let converted = labels.compactMap { DomainLabel.ascii(String($0)) }
        guard converted.count == labels.count, DomainLabel.satisfyBidiRule(converted) else { return nil }
        return Array(converted.joined(separator: ".").utf8)
    }
}

/// The labels of host names. Foundation contains the tables of UTS #46, but exposes them only through the host of `URLComponents`. It also rejects hyphens at
/// the ends of a label and in its third and fourth place, which the URL Standard allows. So each hyphen is replaced by a placeholder before Foundation reads the
/// label. Foundation also rejects labels beyond ASCII of more than 63 bytes, which name servers do not support either.
private enum DomainLabel {
    /// The start of a label that encodes a label beyond ASCII.
    private static let prefix = "xn--"
    /// Characters that UTS #46 treats like hyphens, except for the rules about hyphens.
    private static let placeholders: [Unicode.Scalar] = ["+", "!", "~", "_", "$"]

    static func ascii(_ label: String) -> String? {
        guard label.utf8.allSatisfy({ $0 < 0x80 }) else { return mapped(label) }
        let lowercased = label.lowercased()
        return !lowercased.hasPrefix(prefix) || isValidEncoding(lowercased) ? lowercased : nil
    }

    /// Whether a label with the prefix is valid: it encodes a label beyond ASCII that the mapping does not change.
    private static func isValidEncoding(_ label: String) -> Bool {
        guard label.utf8.count <= 63, let decoded = Punycode.decode(label.dropFirst(prefix.count)) else { return false }
        return mapped(decoded) == label
    }

    private static func mapped(_ label: String) -> String? {
        // The label must not contain anything that maps to the placeholder, which would become a hyphen afterwards.
        let plain = label.precomposedStringWithCompatibilityMapping
        guard let placeholder = placeholders.first(where: { !plain.unicodeScalars.contains($0) }) else { return nil }
        guard let found = foundation(label.replacingHyphens(with: placeholder)) else {
            // The mapping may remove every character of the label.
            return foundation("a" + label) == "a" ? "" : nil
        }
        guard found.hasPrefix(prefix) else { return ascii(found.replacing(placeholder, with: "-")) }
        guard let decoded = Punycode.decode(found.dropFirst(prefix.count)) else { return nil }
        let restored = decoded.replacing(placeholder, with: "-")
        guard !restored.unicodeScalars.starts(with: prefix.unicodeScalars) else { return nil }
        return prefix + Punycode.encode(restored)
    }

    /// Returns Foundation's mapping of one or more labels, or nil if it rejects one.
    private static func foundation(_ labels: String) -> String? {
        var parts = URLComponents()
        parts.host = labels
        guard let host = parts.encodedHost, !host.utf8.contains(UInt8(ascii: "%")) else { return nil }
        return host
    }

    /// Whether all labels obey the rules for bidirectional text, which apply if any label is right-to-left (RFC 5893, section 2).
    static func satisfyBidiRule(_ labels: [String]) -> Bool {
        // The rules forbid a digit at the beginning of any label.
        let isRightToLeft = labels.contains { $0.hasPrefix(prefix) && !isAllowed($0, nextTo: "1") }
        return !isRightToLeft || labels.allSatisfy { $0.isEmpty || isAllowed($0, nextTo: "\u{5D0}") }
    }

    private static func isAllowed(_ label: String, nextTo other: String) -> Bool {
        let decoded = label.hasPrefix(prefix) ? Punycode.decode(label.dropFirst(prefix.count)) : nil
        let shown = decoded ?? label
        guard let placeholder = placeholders.first(where: { !shown.unicodeScalars.contains($0) }) else { return false }
        return foundation("\(shown.replacingHyphens(with: placeholder)).\(other)") != nil
    }
}

extension String {
    /// Returns the text with a placeholder for each character that maps to a hyphen.
    fileprivate func replacingHyphens(with placeholder: Unicode.Scalar) -> String {
        replacing("-", with: placeholder).replacing("\u{FE63}", with: placeholder).replacing(
            "\u{FF0D}", with: placeholder)
    }

    fileprivate func replacing(_ scalar: Unicode.Scalar, with other: Unicode.Scalar) -> String {
        String(UnicodeScalarView(unicodeScalars.map { $0 == scalar ? other : $0 }))
    }
}
