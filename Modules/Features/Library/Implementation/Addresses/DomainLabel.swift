import Core
import Foundation
import WebURLs

/// A label of a host's name, in ASCII.
///
/// Foundation knows the tables of UTS #46, and shows them through the host of `URLComponents` alone. It also refuses
/// hyphens at the ends of a label, or in its third and fourth place, which the URL Standard allows; so hyphens are hidden
/// from it. Beyond ASCII it refuses labels of more than 63 bytes, and that stays: no name server knows any.
struct DomainLabel {
    /// What labels begin with that stand for others, beyond ASCII.
    static let prefix = "xn--"

    let ascii: String

    /// Maps and checks a label; nil when it is not allowed.
    init?(_ label: String) {
        if label.utf8.allSatisfy({ $0 < 0x80 }) {
            let lowercased = label.lowercased()
            guard !lowercased.hasPrefix(Self.prefix) || Self.isEncoded(lowercased) else { return nil }
            ascii = lowercased
        } else {
            guard let mapped = Self.mapped(label) else { return nil }
            ascii = mapped
        }
    }

    /// Whether a label that begins with `xn--` stands for another one that needs it, and that is mapped already.
    private static func isEncoded(_ label: String) -> Bool {
        guard label.utf8.count <= 63, let scalars = Punycode.decode(label.dropFirst(prefix.count)) else {
            return false
        }
        return mapped(String(String.UnicodeScalarView(scalars))) == label
    }

    /// The form in ASCII of a label beyond it.
    private static func mapped(_ label: String) -> String? {
        // Nothing that maps to the stand-in may be there, since it could not be told from a hyphen.
        let plain = label.precomposedStringWithCompatibilityMapping
        guard let standIn = standIns.first(where: { !plain.unicodeScalars.contains($0) }) else { return nil }
        guard let found = foundation(label.replacingHyphens(by: standIn)) else {
            return isIgnored(label) ? "" : nil
        }
        guard found.hasPrefix(prefix) else {
            let restored = found.replacing(standIn, by: "-")
            return DomainLabel(restored)?.ascii
        }
        guard let decoded = Punycode.decode(found.dropFirst(prefix.count)) else { return nil }
        let restored = decoded.map { $0 == standIn ? "-" : $0 }
        guard !restored.starts(with: prefix.unicodeScalars) else { return nil }
        return Punycode.encode(restored).map { prefix + $0 }
    }

    /// Whether nothing is left of a label.
    private static func isIgnored(_ label: String) -> Bool { foundation("a" + label) == "a" }

    /// Characters that UTS #46 treats as it treats hyphens, but for the rules that are hidden.
    private static let standIns: [Unicode.Scalar] = ["+", "!", "~", "_", "$"]

    /// What Foundation makes of a label, or of a few; nil when it refuses one.
    private static func foundation(_ labels: String) -> String? {
        var parts = URLComponents()
        parts.host = labels
        guard let host = parts.encodedHost, !host.utf8.contains(UInt8(ascii: "%")) else { return nil }
        return host
    }
}

extension DomainLabel {
    /// Whether all labels keep the rules for writing from right to left, if any is written so (RFC 5893, section 2).
    static func agreeInDirection(_ labels: [String]) -> Bool {
        let labels = labels.filter { !$0.isEmpty }
        guard labels.contains(where: isRightToLeft) else { return true }
        return labels.allSatisfy { standing($0, besides: "\u{5D0}") }
    }

    /// Whether a label makes its whole domain subject to these rules, by which no label begins with a digit.
    private static func isRightToLeft(_ label: String) -> Bool {
        label.hasPrefix(prefix) && !standing(label, besides: "1")
    }

    private static func standing(_ label: String, besides other: String) -> Bool {
        var shown = label
        if label.hasPrefix(prefix), let decoded = Punycode.decode(label.dropFirst(prefix.count)) {
            shown = String(String.UnicodeScalarView(decoded))
        }
        guard let standIn = standIns.first(where: { !shown.unicodeScalars.contains($0) }) else { return false }
        return foundation("\(shown.replacingHyphens(by: standIn)).\(other)") != nil
    }
}

extension String {
    /// The text with a stand-in for all that maps to a hyphen.
    fileprivate func replacingHyphens(by standIn: Unicode.Scalar) -> String {
        replacing("-", by: standIn).replacing("\u{FE63}", by: standIn).replacing("\u{FF0D}", by: standIn)
    }

    fileprivate func replacing(_ scalar: Unicode.Scalar, by other: Unicode.Scalar) -> String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0 == scalar ? other : $0 }))
    }
}
