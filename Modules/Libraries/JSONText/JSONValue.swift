public import Foundation

/// A JSON value (RFC 8259) whose objects preserve the order of their members; `JSONEncoder` can only sort them by name.
public enum JSONValue: Sendable {
    case null
    case integer(Int64)
    case string(String)
    case array([JSONValue])
    /// Members in order. Names should be unique.
    case object([(String, JSONValue)])

    public static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
    public static func optional(_ number: Int?) -> JSONValue { number.map { .integer(Int64($0)) } ?? .null }
    public static func optional(_ date: Date?) -> JSONValue { date.map { .string(timestamp($0)) } ?? .null }
}

extension JSONValue {
    /// The JSON text, on one line, except that each element of a top-level array is on its own line.
    public var text: String {
        guard case .array(let elements) = self, !elements.isEmpty else { return compactText }
        var text = Array("[\n".utf8)
        Self.append(elements, separatedBy: ",\n", to: &text)
        text += "\n]".utf8
        return String(decoding: text, as: UTF8.self)
    }

    public var compactText: String {
        var text: [UInt8] = []
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the UTF-8 of the JSON text on one line. For many values, one array is twice as fast as a string for each.
    public func append(to text: inout [UInt8]) {
        switch self {
        case .null: text += "null".utf8
        case .integer(let number): text += String(number).utf8
        case .string(let string): Self.append(quoted: string, to: &text)
        case .array(let elements):
            text += "[".utf8
            Self.append(elements, separatedBy: ",", to: &text)
            text += "]".utf8
        case .object(let members):
            text += "{".utf8
            for (index, (name, value)) in members.enumerated() {
                if index > 0 { text += ",".utf8 }
                Self.append(quoted: name, to: &text)
                text += ":".utf8
                value.append(to: &text)
            }
            text += "}".utf8
        }
    }

    private static func append(_ elements: [JSONValue], separatedBy separator: String, to text: inout [UInt8]) {
        for (index, element) in elements.enumerated() {
            if index > 0 { text += separator.utf8 }
            element.append(to: &text)
        }
    }

    private static func append(quoted string: String, to text: inout [UInt8]) {
        text += "\"".utf8
        let start = text.endIndex
        text += string.utf8
        // The byte 0xC2 begins the control characters from U+0080 on, and few other characters.
        let isPlain = text[start...].allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F && $0 != 0xC2 }
        if !isPlain {
            text.removeSubrange(start...)
            for scalar in string.unicodeScalars { text += escaped(scalar).utf8 }
        }
        text += "\"".utf8
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
            "\\u" + String(repeating: "0", count: scalar.value < 0x10 ? 3 : 2) + String(scalar.value, radix: 16)
        default: String(scalar)
        }
    }
}

extension JSONValue {
    /// Returns a date of the years 0 to 9999 in ISO 8601, UTC, whole seconds, such as `2023-07-22T04:26:40Z`, ten times as fast as Foundation.
    public static func timestamp(_ date: Date) -> String {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let time = seconds - days * 86_400
        let (year, month, day) = civilDate(days)
        var text = Array("0000-00-00T00:00:00Z".utf8)
        let parts = [(year, 3), (month, 6), (day, 9), (time / 3_600, 12), (time / 60 % 60, 15), (time % 60, 18)]
        for (number, last) in parts {
            var (rest, position) = (max(0, number), last)
            while rest > 0, position >= 0 {
                text[position] = UInt8(0x30 + rest % 10)
                (rest, position) = (rest / 10, position - 1)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the Gregorian date for a number of days since 1970-01-01. Counts years from March, and eras of 400 years, or 146,097 days.
    private static func civilDate(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = Int((Double(shifted) / 146_097).rounded(.down))
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}
