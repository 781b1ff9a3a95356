/// A value for a parameter of a statement.
enum PostgreSQLValue {
    /// A whole number, or null.
    case integer(Int64?)
    /// A text, or null.
    case text(String?)
    /// An array of whole numbers.
    case integers([Int64?])
    /// An array of texts.
    case texts([String?])
}

/// The values of a statement's parameters as the server reads them: texts, each ended by NUL.
struct PostgreSQLParameters {
    /// All texts, one after the other.
    private(set) var bytes: [UInt8] = []
    /// Where each parameter begins; nil for null.
    private(set) var offsets: [Int?] = []

    init(_ values: [PostgreSQLValue]) {
        for value in values { append(value) }
    }

    private mutating func append(_ value: PostgreSQLValue) {
        offsets.append(bytes.count)
        switch value {
        case .integer(nil), .text(nil):
            offsets[offsets.count - 1] = nil
            return
        case .integer(let number?): bytes += String(number).utf8
        case .text(let text?): bytes += StoredText.encoded(text).utf8
        case .integers(let numbers): append(numbers) { bytes, number in bytes += String(number).utf8 }
        case .texts(let texts): append(texts, Self.quote)
        }
        bytes.append(0)
    }

    /// An array in its text form (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO).
    private mutating func append<Element>(_ elements: [Element?], _ write: (inout [UInt8], Element) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            if let element { write(&bytes, element) } else { bytes += "NULL".utf8 }
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private static func quote(_ bytes: inout [UInt8], _ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in StoredText.encoded(text).utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

/// Texts as the server keeps them: it takes every character but NUL.
enum StoredText {
    // For private use, and the rarest there are; texts that have them anyway come back whole, too.
    private static let escape: Unicode.Scalar = "\u{10FFFD}"
    private static let escapedNUL: Unicode.Scalar = "\u{10FFFC}"

    /// The text without NUL.
    static func encoded(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0 || $0 == 0xF4 }) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\0": result.append(contentsOf: [escape, escapedNUL])
            case escape: result.append(contentsOf: [escape, escape])
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// The text that was encoded so.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(0xF4), text.unicodeScalars.contains(escape) else { return text }
        var result = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if scalar == escape, !isEscaped {
                isEscaped = true
            } else {
                result.append(isEscaped && scalar == escapedNUL ? "\0" : scalar)
                isEscaped = false
            }
        }
        return String(result)
    }
}
