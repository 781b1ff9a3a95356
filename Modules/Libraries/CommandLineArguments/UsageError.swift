/// What is wrong with a command line.
public enum UsageError: Error, Hashable {
    /// Nothing was asked for.
    case noCommand
    /// There is no such command.
    case unknownCommand(String, suggestion: String?)
    /// There is no such help topic.
    case unknownTopic(String, suggestion: String?)
    /// The command, or without one the program, has no such option.
    case unknownOption(String, command: String?, suggestion: String?)
    /// The option is the last word, and its value is missing.
    case missingValue(option: String, value: String)
    /// The option takes no value.
    case unwantedValue(option: String)
    /// The value of the option is none that it takes.
    case badValue(option: String, value: String, expected: String)
    /// The command lacks an operand.
    case missingOperand(command: String, operands: String)
    /// The command takes no further operand.
    case unexpectedOperand(command: String, value: String)
    /// A rule of the program's own is broken; its message says what is wrong and what to do, in one line.
    case custom(String)
}

extension UsageError {
    /// What is wrong and what to do, in one line that names the program.
    public func message(for program: ProgramSyntax) -> String {
        let name = program.name
        return switch self {
        case .noCommand: "no command given; '\(name) --help' shows them"
        case .unknownCommand(let operand, _) where program.commands.isEmpty:
            "'\(name)' does not take '\(operand)'; '\(name) --help' shows what it takes"
        case .unknownCommand(let command, let suggestion):
            "unknown command '\(command)'; \(Self.hint(suggestion, help: "'\(name) --help' shows them all"))"
        case .unknownTopic(let topic, let suggestion):
            "no help for '\(topic)'; \(Self.hint(suggestion, help: "'\(name) --help' shows the topics"))"
        case .unknownOption(let option, let command, let suggestion):
            "unknown option '\(option)'; "
                + Self.hint(suggestion, help: "'\(name) \(command.map { "\($0) " } ?? "")--help' shows them all")
        case .missingValue(let option, let value): "option '\(option)' needs a value: \(option) \(value)"
        case .unwantedValue(let option): "option '\(option)' takes no value"
        case .badValue(let option, let value, let expected):
            "'\(value)' is no value for '\(option)'; it takes \(expected)"
        case .missingOperand(let command, let operands):
            "'\(name) \(command)' needs \(operands); '\(name) \(command) --help' shows examples"
        case .unexpectedOperand(let command, let value):
            "'\(name) \(command)' does not take '\(value)'; '\(name) \(command) --help' shows what it takes"
        case .custom(let message): message
        }
    }

    private static func hint(_ suggestion: String?, help: String) -> String {
        suggestion.map { "did you mean '\($0)'?" } ?? help
    }
}
