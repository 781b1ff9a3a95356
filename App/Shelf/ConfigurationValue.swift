import CommandLineArguments
import Foundation
import JSONText

/// A value in the configuration file, or in a setting that is a JSON object.
enum ConfigurationValue: Decodable, Sendable {
    case object([String: ConfigurationValue])
    /// A string, a number or a Boolean value, as it is written on the command line. The string is
    /// `nil` for any other value.
    case scalar(String?)

    /// Creates a value by decoding JSON text, or returns `nil` if the text is invalid.
    init?(_ text: String) {
        guard let value = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else {
            return nil
        }
        self = value
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode([String: ConfigurationValue].self) {
            self = .object(value)
        } else {
            let boolean = (try? container.decode(Bool.self)).map { String($0) }
            let number = (try? container.decode(Int.self)).map { String($0) }
            self = .scalar(boolean ?? number ?? (try? container.decode(String.self)))
        }
    }

    /// Creates the value of an option from an object in the configuration, or from JSON text.
    /// Returns `nil` if the option is missing or the text is invalid.
    init?(_ arguments: ParsedArguments, _ option: String) {
        if let object = arguments.object(option, as: Self.self) {
            self = object
        } else {
            guard let text = arguments.value(option) else {
                return nil
            }
            self.init(text)
        }
    }

    /// A scalar as it is written on the command line, or an object as JSON in which all scalars are
    /// strings.
    var text: String { if case .scalar(let text) = self { text ?? "" } else { json.compactText } }

    /// The rules for hosts, without the values of header fields, because the values can be secret.
    var hidingHeaders: ConfigurationValue {
        guard case .object(let rules) = self else {
            return self
        }
        return .object(
            rules.mapValues { rule in
                guard case .object(var members) = rule,
                    case .object(let fields)? = members["headers"]
                else {
                    return rule
                }
                members["headers"] = .object(fields.mapValues { _ in .scalar("…") })
                return .object(members)
            }
        )
    }

    private var json: JSONValue {
        switch self {
        case .object(let members): .object(members.sorted { $0.key < $1.key }.map { ($0, $1.json) })
        case .scalar(let text): .optional(text)
        }
    }
}
