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
/// Foundation also rejects non-ASCII labels of more than 63 bytes. Name servers do not support such
/// labels, but the URL Standard allows them (`VerifyDnsLength` is not set). For this reason,
/// such a label is split, and Foundation maps the parts one at a time.
private enum DomainLabel {
    /// The prefix of an ASCII label that encodes a non-ASCII label.
    private static let prefix = "xn--"
    /// The maximum length of a label that Foundation accepts, in bytes of ASCII.
    private static let foundationLimit = 63
    /// The maximum length of a non-ASCII label. Punycode takes quadratic time, so longer labels are
    /// rejected.
    private static let lengthLimit = 1_000
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
            return foundation("a" + label) == "a" ? "" : mappedLong(label, placeholder)
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

    /// Returns the ASCII form of a label that Foundation rejects only because of its length, or
    /// `nil` for other labels.
    private static func mappedLong(_ label: String, _ placeholder: Unicode.Scalar) -> String? {
        guard label.unicodeScalars.count <= lengthLimit,
            let parts = mappedInParts(label.replacingHyphens(with: placeholder))
        else {
            return nil
        }
        let restored = parts.replacing(placeholder, with: "-")
        guard !restored.unicodeScalars.starts(with: prefix.unicodeScalars) else {
            return nil
        }
        let isASCII = restored.utf8.allSatisfy { $0 < 0x80 }
        let encoded = isASCII ? restored : prefix + Punycode.encode(restored)
        return encoded.utf8.count > foundationLimit ? encoded : nil
    }

    /// Returns Foundation's mapping of a string, with Punycode decoded to Unicode. If Foundation
    /// rejects the whole string, maps its halves separately.
    private static func mappedInParts(_ text: String) -> String? {
        if let found = foundation(text) {
            // Foundation does not map ASCII text, so this function changes it to lowercase.
            return decoded(found.lowercased())
        }
        guard text.count > 1 else {
            return foundation("a" + text) == "a" ? "" : nil
        }
        let middle = text.index(text.startIndex, offsetBy: text.count / 2)
        guard let start = mappedInParts(String(text[..<middle])),
            let end = mappedInParts(String(text[middle...]))
        else {
            return nil
        }
        return start + end
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
            guard label.utf8.count > foundationLimit else {
                return label.isEmpty || isAllowed(decoded(label) ?? label, nextTo: "\u{5D0}")
            }
            // The rules depend only on the first character, the last character, and the set of all
            // characters, so repeated characters are removed.
            var characters: Set<Character> = []
            let text = decoded(label) ?? label
            let start = text.dropLast().filter { characters.insert($0).inserted }
            return isAllowed(start + text.suffix(1), nextTo: "\u{5D0}")
        }
    }

    private static func isRightToLeft(_ label: String) -> Bool {
        guard label.hasPrefix(prefix) else { return false }
        let text = decoded(label) ?? label
        guard label.utf8.count > foundationLimit else {
            return !isAllowed(text, nextTo: "1")
        }
        return !Set(text).allSatisfy { isAllowed(String($0), nextTo: "1") }
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
