/// Names of hosts in ASCII, as the URL Standard asks for them of UTS #46.
///
/// Not transitional, with the rules for both directions of writing and for joiners, without those for hyphens and lengths.
enum DomainName {
    /// The name in lower case, with `xn--` labels for those beyond ASCII; nil when a label is not allowed.
    ///
    /// A name that is all ASCII is kept even if an `xn--` label in it is invalid, as name servers may know it.
    static func ascii(_ name: [UInt8]) -> [UInt8]? {
        if name.allSatisfy({ $0 < 0x80 }) { return name.map(\.lowercased) }
        let labels = String(decoding: name, as: UTF8.self).unicodeScalars
            .split(omittingEmptySubsequences: false, whereSeparator: \.isFullStop)
        var converted: [String] = []
        for label in labels {
            guard let label = DomainLabel(String(label)) else { return nil }
            converted.append(label.ascii)
        }
        guard DomainLabel.agreeInDirection(converted) else { return nil }
        return Array(converted.joined(separator: ".").utf8)
    }
}

extension Unicode.Scalar {
    /// Whether it separates labels: the full stops of ASCII and of East Asian writing.
    fileprivate var isFullStop: Bool {
        switch self {
        case ".", "\u{3002}", "\u{FF0E}", "\u{FF61}": true
        default: false
        }
    }
}
