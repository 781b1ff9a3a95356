public import Foundation

/// A value of JSON (RFC 8259) whose objects keep the order in which their members are written.
///
/// `JSONEncoder` orders members by chance or by name; the order is part of what our readers see.
public enum JSONValue: Sendable {
    /// Nothing.
    case null
    /// A whole number.
    case integer(Int64)
    /// A text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Members in order; names should differ.
    case object([(String, JSONValue)])

    /// A text, or null.
    public static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    /// A number, or null.
    public static func optional(_ number: Int?) -> JSONValue { number.map { .integer(Int64($0)) } ?? .null }

    /// A moment in ISO 8601, UTC, whole seconds; or null.
    public static func optional(_ date: Date?) -> JSONValue { date.map { .string($0.formatted(.iso8601)) } ?? .null }

    /// The value as text. The elements of an outermost array stand on a line each, and nothing else breaks a line.
    public var text: String {
        guard case .array(let elements) = self, !elements.isEmpty else { return compactText }
        return "[\n" + elements.map(\.compactText).joined(separator: ",\n") + "\n]"
    }

    /// The value as text on one line.
    public var compactText: String {
        switch self {
        case .null: "null"
        case .integer(let number): String(number)
        case .string(let text): Self.quoted(text)
        case .array(let elements): "[" + elements.map(\.compactText).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0)):\($1.compactText)" }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
