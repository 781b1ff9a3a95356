package import Core

/// The status and the header fields of a response, line by line as they arrive.
///
/// Of several heads the last counts: informational responses such as 103 Early Hints (RFC 9110, section 15.2) come before
/// the answer. Fields after the body are left out.
package struct ResponseHead {
    /// How many bytes all lines together may have: no server needs more, and an endless head must end.
    package static let limit = 256 << 10

    /// The status code, or 0 before there is one.
    package private(set) var status = 0
    /// Whether the head of the answer itself is at its end.
    package private(set) var isComplete = false
    private var fields: [(String, String)] = []
    private var size = 0

    package init() {}

    /// The header fields.
    package var headers: HTTPHeaders { HTTPHeaders(fields) }

    /// The length of the body as the server declares it, or nil.
    package var declaredLength: Int? {
        fields.last { $0.0.lowercased() == "content-length" }.flatMap { Int($0.1) }
    }

    /// Whether the body is not empty as far as the head tells.
    package var announcesBody: Bool { status != 204 && status != 304 && declaredLength != 0 }

    /// Takes the next line, with or without its end; false when the head is longer than ``limit``.
    package mutating func take(_ line: some BidirectionalCollection<UInt8>) -> Bool {
        size += line.count
        guard size <= Self.limit else { return false }
        guard !isComplete else { return true }
        let text = line.trimmingSuffix { $0 == 0x0D || $0 == 0x0A }
        if text.isEmpty {
            isComplete = status >= 200
        } else if text.starts(with: "HTTP/".utf8) {
            status = Self.decode(text.drop { $0 != 0x20 }.dropFirst().prefix(3)).flatMap { Int($0) } ?? 0
            fields = []
        } else if let first = text.first, first == 0x20 || first == 0x09 {
            continueField(with: text)
        } else if let colon = text.firstIndex(of: 0x3A) {
            let name = String(decoding: text[..<colon], as: UTF8.self)
            let key = name.lowercased()
            guard !Self.single.contains(key) || !fields.contains(where: { $0.0.lowercased() == key }) else {
                return true
            }
            fields.append((name, Self.value(text[text.index(after: colon)...])))
        }
        return true
    }

    /// Fields that are no lists (RFC 9110, sections 10.2.2 and 10.2.3): of those that come twice, as proxies send them, the first holds.
    private static let single: Set<String> = ["location", "retry-after"]

    /// A line that begins with a blank goes on with the field before it (RFC 9112, section 5.2).
    private mutating func continueField(with text: some BidirectionalCollection<UInt8>) {
        guard !fields.isEmpty else { return }
        fields[fields.count - 1].1 += " " + Self.value(text)
    }

    private static func value(_ bytes: some BidirectionalCollection<UInt8>) -> String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let trimmed = bytes.drop(while: isBlank).trimmingSuffix(while: isBlank)
        // Beyond ASCII a value is UTF-8 where it can be, and else ISO 8859-1, as it was once meant to be.
        return decode(trimmed) ?? String(String.UnicodeScalarView(trimmed.map { Unicode.Scalar($0) }))
    }

    private static func decode(_ bytes: some Collection<UInt8>) -> String? {
        String(validating: bytes, as: UTF8.self)
    }
}

extension BidirectionalCollection {
    /// All elements but those at the end that fulfil the condition.
    fileprivate func trimmingSuffix(while condition: (Element) -> Bool) -> SubSequence {
        var end = endIndex
        while end > startIndex, condition(self[index(before: end)]) { end = index(before: end) }
        return self[..<end]
    }
}
