import Foundation

/// The conversion of host names to ASCII, which the URL Standard defines in terms of UTS #46.
///
/// The processing is nontransitional. CheckBidi and CheckJoiners are set, but CheckHyphens is not.
enum DomainName {
    /// Returns the lowercase name in ASCII, or `nil` if a label is not allowed.
    ///
    /// An ASCII name may contain invalid `xn--` labels, because name servers may still resolve the
    /// name.
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

/// The conversion of one label of a host name.
///
/// Foundation contains the tables of UTS #46, but exposes them only through the host of
/// `URLComponents`. Foundation rejects hyphens at the ends of a label and in its third and fourth
/// positions, although the URL Standard allows them. For this reason, a placeholder replaces each
/// hyphen before Foundation reads the label.
///
/// Foundation rejects labels of more than 63 bytes in names that are not ASCII. The URL Standard
/// allows such labels (`VerifyDnsLength` is not set), but name servers do not support them.
private enum DomainLabel {
    /// The prefix of an ASCII label that encodes a non-ASCII label.
    private static let prefix = "xn--"
    /// The maximum length of an encoded label. Decoding takes quadratic time.
    private static let lengthLimit = 63
    /// Characters that can replace hyphens temporarily. Except for its rules about hyphens, UTS #46
    /// treats these characters in the same way as hyphens.
    private static let placeholders: [Unicode.Scalar] = ["+", "!", "~", "_", "$"]

    /// Returns the label in lowercase ASCII, or `nil` if it is not allowed.
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

    /// Returns whether a label that begins with ``prefix`` encodes a non-ASCII label in normal
    /// form, which the mapping of UTS #46 does not change.
    private static func isValidEncoding(_ label: String) -> Bool {
        guard label.utf8.count <= lengthLimit,
            let decoded = Punycode.decode(label.dropFirst(prefix.count))
        else {
            return false
        }
        return mapped(decoded) == label
    }

    /// Returns the label in ASCII after the mapping of UTS #46, or `nil` if it is not allowed.
    private static func mapped(_ label: String) -> String? {
        // No character of the label may map to the placeholder, because such a character would
        // become a hyphen.
        let plain = label.precomposedStringWithCompatibilityMapping
        guard let placeholder = placeholders.first(where: { !plain.unicodeScalars.contains($0) })
        else {
            return nil
        }
        guard let found = foundation(label.replacingHyphens(with: placeholder)) else {
            // Foundation also rejects a label from which the mapping removes every character. To
            // detect this case, the letter `a` is placed before the label.
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

    /// Returns the Unicode form of a label in ASCII, or `nil` if the encoding of the label is
    /// invalid.
    private static func decoded(_ label: String) -> String? {
        label.hasPrefix(prefix) ? Punycode.decode(label.dropFirst(prefix.count)) : label
    }

    /// Returns the labels after Foundation has mapped them, or `nil` if Foundation rejects a label.
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
        // The rules forbid labels that begin with a digit, so Foundation rejects a right-to-left
        // label next to the label `1`. `isRightToLeft` recognizes right-to-left labels by this
        // rejection.
        guard labels.contains(where: isRightToLeft) else {
            return true
        }
        return labels.allSatisfy { label in
            label.isEmpty || isAllowed(decoded(label) ?? label, nextTo: "\u{5D0}")
        }
    }

    private static func isRightToLeft(_ label: String) -> Bool {
        label.hasPrefix(prefix) && !isAllowed(decoded(label) ?? label, nextTo: "1")
    }

    private static func isAllowed(_ text: String, nextTo other: String) -> Bool {
        guard let placeholder = placeholders.first(where: { !text.unicodeScalars.contains($0) })
        else {
            return false
        }
        return foundation("\(text.replacingHyphens(with: placeholder)).\(other)") != nil
    }
}

extension String {
    /// Returns the text with a placeholder in place of each hyphen and of each character that maps
    /// to a hyphen.
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
