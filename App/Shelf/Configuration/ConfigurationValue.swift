/// A value of the configuration file.
enum ConfigurationValue: Sendable, Equatable, Decodable {
    case choice(Bool)
    case number(Int)
    case text(String)
    case object([String: ConfigurationValue])
    /// What no setting takes, such as an array.
    case other

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .choice(value)
        } else if let value = try? container.decode(Int.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([String: ConfigurationValue].self) {
            self = .object(value)
        } else {
            self = .other
        }
    }
}
