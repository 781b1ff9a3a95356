/// What is wrong with the configuration.
enum ConfigurationError: Error {
    /// The file cannot be read; the reason is the system's.
    case unreadable(path: String, reason: String)
    /// The file is not JSON; the line is where that shows, if it is known.
    case notJSON(path: String, line: Int?)
    /// The file is JSON, and no object.
    case notAnObject(path: String)
    /// There is no such setting.
    case unknownKey(String, path: String, suggestion: String?)
    /// The value is none that the setting takes; the origin names the file and the key, or the variable.
    case badValue(origin: String, value: String?, expected: String)

    /// What is wrong and what to do, in one line.
    var message: String {
        switch self {
        case .unreadable(let path, let reason): "the configuration '\(path)' cannot be read: \(reason)"
        case .notJSON(let path, let line):
            "the configuration '\(path)' is not JSON\(line.map { ", as line \($0) shows" } ?? ""); "
                + "'shelf help configuration' shows an example"
        case .notAnObject(let path):
            "the configuration '\(path)' is no JSON object; 'shelf help configuration' shows an example"
        case .unknownKey(let key, let path, let suggestion):
            "the configuration '\(path)' has '\(key)', which is no setting; "
                + (suggestion.map { "did you mean '\($0)'?" } ?? "'shelf help configuration' lists them")
        case .badValue(let origin, let value, let expected):
            "\(value.map { "'\($0)'" } ?? "what is there") is no value for \(origin); it takes \(expected)"
        }
    }
}
