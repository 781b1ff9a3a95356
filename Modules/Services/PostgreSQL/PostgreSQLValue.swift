enum PostgreSQLValue {
    case integer(Int64?)
    case text(String?)
    case integers([Int64?])
    case texts([String?])

    /// The value in the server's text format, or `nil` for null.
    var text: String? {
        switch self {
        case .integer(let number): number.map { String($0) }
        case .text(let text): text.map(StoredText.encode)
        case .integers(let numbers): Self.array(numbers.map { number in number.map { String($0) } })
        case .texts(let texts): Self.array(texts.map { $0.map(Self.quoted) })
        }
    }

    /// Returns an array in the server's text format
    /// (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO).
    private static func array(_ elements: [String?]) -> String {
        "{" + elements.map { $0 ?? "NULL" }.joined(separator: ",") + "}"
    }

    private static func quoted(_ text: String) -> String {
        var bytes = [UInt8(ascii: "\"")]
        for byte in StoredText.encode(text).utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                bytes.append(UInt8(ascii: "\\"))
            }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// An encoding for strings that are sent to the server, which accepts every character except NUL.
enum StoredText {
    // The escape is a private-use character. It is doubled in a string that already contains it, so
    // that such a string round-trips too.
    private static let escape: Unicode.Scalar = "\u{10FFFD}"
    private static let escapedNUL: Unicode.Scalar = "\u{10FFFC}"

    static func encode(_ text: String) -> String {
        // A string without the byte 0xF4, which begins the UTF-8 form of the escape, contains no
        // escape.
        guard text.utf8.contains(where: { $0 == 0 || $0 == 0xF4 }) else {
            return text
        }
        let escaped = text.unicodeScalars.replacing([escape], with: [escape, escape])
        return String(escaped.replacing(["\0"], with: [escape, escapedNUL]))
    }

    static func decode(_ text: String) -> String {
        guard text.utf8.contains(0xF4), text.unicodeScalars.contains(escape) else {
            return text
        }
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
