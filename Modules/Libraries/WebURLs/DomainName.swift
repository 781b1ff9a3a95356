import Foundation

/// Host names in ASCII, which the URL Standard derives by UTS #46.
///
/// The processing is nontransitional. CheckBidi and CheckJoiners are set, and CheckHyphens is not.
enum DomainName {
    /// Returns the lowercase name in ASCII, or nil if a label is not allowed.
    ///
    /// A name that is given in ASCII may contain invalid `xn--` labels, because name servers may
    /// resolve it.
    static func ascii(_ name: [UInt8]) -> [UInt8]? {
        if name.allSatisfy({ $0 < 0x80 }) {
            return name.map(\.lowercased)
        }
        let fullStops: [Unicode.Scalar] = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
        let scalars = String(decoding: name, as: UTF8.self).unicodeScalars
        let labels = scalars.split(
            omittingEmptySubsequences: false,
            whereSeparator: fullStops.contains
        )
        let converted = labels.compactMap { DomainLabel.ascii(String($0)) }
        guard converted.count == labels.count, DomainLabel.satisfyBidiRule(converted) else {
            return nil
        }
        return Array(converted.joined(separator: ".").utf8)
    }
}

/// The labels of host names.
///
/// Foundation contains the tables of UTS #46, but exposes them only through the host of
/// `URLComponents`. It rejects hyphens at the ends of a label and in its third and fourth place,
/// which the URL Standard allows. Therefore a placeholder replaces each hyphen before Foundation
/// reads the label. Foundation also rejects labels beyond ASCII of more than 63 bytes, but name
/// servers do not support such labels either.
private enum DomainLabel {
    /// The prefix of an ASCII label that encodes a label beyond ASCII.
    private static let prefix = "xn--"
    /// Characters that can stand for hyphens, because UTS #46 treats them the same, except in the
    /// rules about hyphens.
    private static let placeholders: [Unicode.Scalar] = ["+", "!", "~", "_", "$"]

    /// Returns the label in lowercase ASCII, or nil if it is not allowed.
    static func ascii(_ label: String) -> String? {
        guard label.utf8.allSatisfy({ $0 < 0x80 }) else {
            return mapped(label)
        }
        let lowercased = label.lowercased()
        if lowercased.hasPrefix(prefix), !isValidEncoding(lowercased) {
            return nil
        }
        return lowercased
    }

    /// Returns whether a label with the prefix encodes a label beyond ASCII that the mapping does
    /// not change.
    private static func isValidEncoding(_ label: String) -> Bool {
        guard label.utf8.count <= 63, let decoded = Punycode.decode(label.dropFirst(prefix.count))
        else {
            return false
        }
        return mapped(decoded) == label
    }

    /// Returns the label in ASCII after the mapping of UTS #46, or nil if it is not allowed.
    private static func mapped(_ label: String) -> String? {
        // No character of the label may map to the placeholder, because it would become a hyphen.
        let plain = label.precomposedStringWithCompatibilityMapping
        guard let placeholder = placeholders.first(where: { !plain.unicodeScalars.contains($0) })
        else {
            return nil
        }
        guard let found = foundation(label.replacingHyphens(with: placeholder)) else {
            // The mapping may remove every character of the label.
            return foundation("a" + label) == "a" ? "" : nil
        }
        guard found.hasPrefix(prefix) else {
            return ascii(found.replacing(placeholder, with: "-"))
        }
        guard let decoded = Punycode.decode(found.dropFirst(prefix.count)) else {
            return nil
        }
        let restored = decoded.replacing(placeholder, with: "-")
        guard !restored.unicodeScalars.starts(with: prefix.unicodeScalars) else {
            return nil
        }
        return prefix + Punycode.encode(restored)
    }

    /// Returns Foundation's mapping of one or more labels, or nil if Foundation rejects one of
    /// them.
    private static func foundation(_ labels: String) -> String? {
        var parts = URLComponents()
        parts.host = labels
        guard let host = parts.encodedHost, !host.utf8.contains(UInt8(ascii: "%")) else {
            return nil
        }
        return host
    }

    /// Returns whether the labels satisfy the rules for bidirectional text, which apply if any
    /// label is right-to-left (RFC 5893, section 2).
    static func satisfyBidiRule(_ labels: [String]) -> Bool {
        // The rules forbid labels that begin with a digit, so a right-to-left label next to such a
        // label is not allowed.
        let isRightToLeft = labels.contains { $0.hasPrefix(prefix) && !isAllowed($0, nextTo: "1") }
        guard isRightToLeft else {
            return true
        }
        return labels.allSatisfy { $0.isEmpty || isAllowed($0, nextTo: "\u{5D0}") }
    }

    private static func isAllowed(_ label: String, nextTo other: String) -> Bool {
        let decoded = label.hasPrefix(prefix) ? Punycode.decode(label.dropFirst(prefix.count)) : nil
        let shown = decoded ?? label
        guard let placeholder = placeholders.first(where: { !shown.unicodeScalars.contains($0) })
        else {
            return false
        }
        return foundation("\(shown.replacingHyphens(with: placeholder)).\(other)") != nil
    }
}

extension String {
    /// Returns the text with a placeholder for each hyphen and each character that maps to one.
    fileprivate func replacingHyphens(with placeholder: Unicode.Scalar) -> String {
        var text = self
        for hyphen: Unicode.Scalar in ["-", "\u{FE63}", "\u{FF0D}"] {
            text = text.replacing(hyphen, with: placeholder)
        }
        return text
    }

    fileprivate func replacing(_ scalar: Unicode.Scalar, with other: Unicode.Scalar) -> String {
        String(UnicodeScalarView(unicodeScalars.map { $0 == scalar ? other : $0 }))
    }
}
