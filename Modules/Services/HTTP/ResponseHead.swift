package import Core
import Foundation

/// The status and fields of a response, parsed line by line.
///
/// Informational responses may precede the response (RFC 9110, section 15.2). The fields of
/// informational responses and trailer fields are ignored.
package struct ResponseHead {
    /// The maximum total size of the lines, in bytes, as a protection against an endless head.
    private static let limit = 256 << 10

    package private(set) var status = 0
    package private(set) var isComplete = false
    private var fields: [(String, String)] = []
    /// The names in ``singleFields`` that have occurred.
    private var foundSingleFields: Set<String> = []
    private var size = 0

    package init() {}

    package var headers: HTTPHeaders { HTTPHeaders(fields) }

    /// The number in the `Content-Length` field, or `nil` if there is none.
    package var declaredLength: Int? {
        let field = fields.last { $0.0.lowercased() == "content-length" }
        return field.flatMap { Int($0.1) }
    }

    /// Whether a body can follow this head if the request method is GET.
    package var announcesBody: Bool {
        status != 204 && status != 304 && declaredLength != 0
    }

    /// Appends the next line, with or without its line break.
    ///
    /// - Returns: Whether the head is within the ``limit``.
    package mutating func append(_ line: some BidirectionalCollection<UInt8>) -> Bool {
        size += line.count
        guard size <= Self.limit else { return false }
        guard !isComplete else { return true }
        let text = line.trimmingSuffix { $0 == 0x0D || $0 == 0x0A }
        if text.isEmpty {
            isComplete = status >= 200
        } else if text.starts(with: "HTTP/".utf8) {
            let code = text.drop { $0 != 0x20 }.dropFirst().prefix(3)
            status = Self.decode(code).flatMap { Int($0) } ?? 0
            fields = []
            foundSingleFields = []
        } else if Self.isBlank(text[text.startIndex]) {
            // A line that begins with a blank continues the previous field (RFC 9112, section 5.2).
            if !fields.isEmpty {
                fields[fields.count - 1].1 += " " + Self.value(text)
            }
        } else if let colon = text.firstIndex(of: 0x3A) {
            let name = String(decoding: text[..<colon], as: UTF8.self)
            appendField(name, Self.value(text[text.index(after: colon)...]))
        }
        return true
    }

    private mutating func appendField(_ name: String, _ value: String) {
        let key = name.lowercased()
        if !Self.singleFields.contains(key) || foundSingleFields.insert(key).inserted {
            fields.append((name, value))
        }
    }

    /// The names of the fields that are not lists (RFC 9110, sections 10.2.2 and 10.2.3).
    ///
    /// Some proxies send such a field twice. Only the first occurrence is used.
    private static let singleFields: Set<String> = ["location", "retry-after"]

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09
    }

    private static func value(_ bytes: some BidirectionalCollection<UInt8>) -> String {
        let trimmed = bytes.drop(while: isBlank).trimmingSuffix(while: isBlank)
        if let value = decode(trimmed) {
            return value
        }
        // A value that is not valid UTF-8 is decoded as ISO 8859-1, the historical encoding.
        return String(String.UnicodeScalarView(trimmed.map { Unicode.Scalar($0) }))
    }

    private static func decode(_ bytes: some Collection<UInt8>) -> String? {
        String(validating: bytes, as: UTF8.self)
    }
}

extension BidirectionalCollection {
    fileprivate func trimmingSuffix(while condition: (Element) -> Bool) -> SubSequence {
        var end = endIndex
        while end > startIndex, condition(self[index(before: end)]) {
            end = index(before: end)
        }
        return self[..<end]
    }
}
