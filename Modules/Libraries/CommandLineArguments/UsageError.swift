/// An error in a command line.
public enum UsageError: Error, Hashable {
    case missingCommand
    case unknownCommand(String)
    /// An option that the command does not have. If `command` is `nil`, the program does not have
    /// the option.
    case unknownOption(String, command: String?)
    case missingValue(option: String, value: String)
    case unexpectedValue(option: String)
    case invalidValue(option: String, value: String, expected: String)
    /// A value that is invalid for the given reason. The message does not contain the value, which
    /// may be secret.
    case rejectedValue(option: String, reason: String)
    case missingOperand(command: String, operands: String)
    case unexpectedOperand(command: String, value: String)
    /// A program-specific error, with its message.
    case custom(String)

    /// Returns an error for a value that is not one of the choices.
    ///
    /// The message lists the choices after the text `expected`, such as `one of`, and suggests the
    /// nearest choice.
    public static func invalidChoice(
        option: String,
        value: String,
        expected: String,
        choices: [String]
    ) -> UsageError {
        var expected = "\(expected) \(choices.joined(separator: ", "))"
        if let suggestion = value.suggestion(among: choices) {
            expected += "; \(suggestion)"
        }
        return .invalidValue(option: option, value: value, expected: expected)
    }

    /// Returns a line that describes the error and its remedy.
    public func message(for program: ProgramSyntax) -> String {
        let name = program.name
        return switch self {
        case .missingCommand:
            "missing command; see '\(name) --help'"
        case .unknownCommand(let operand) where program.commands.isEmpty:
            "unexpected argument '\(operand)'; see '\(name) --help'"
        case .unknownCommand(let command):
            "unknown command '\(command)'; \(remedy(forCommand: command, of: program))"
        case .unknownOption(let option, let command):
            "unknown option '\(option)'; \(remedy(for: option, of: command, program))"
        case .missingValue(let option, let value):
            "option '\(option)' requires a value: \(option) \(value)"
        case .unexpectedValue(let option):
            "option '\(option)' does not accept a value; remove it"
        case .invalidValue(let option, let value, let expected):
            "invalid value '\(value)' for '\(option)': expected \(expected)"
        case .rejectedValue(let option, let reason):
            "invalid value for '\(option)': \(reason)"
        case .missingOperand(let command, let operands):
            "'\(name) \(command)' requires \(operands); see '\(name) \(command) --help'"
        case .unexpectedOperand(let command, let value):
            "unexpected argument '\(value)' for '\(name) \(command)'; "
                + "see '\(name) \(command) --help'"
        case .custom(let message):
            message
        }
    }

    private func remedy(forCommand command: String, of program: ProgramSyntax) -> String {
        let suggestion = command.suggestion(among: program.commands.map(\.name))
        return suggestion ?? "see '\(program.name) --help'"
    }

    private func remedy(
        for option: String,
        of command: String?,
        _ program: ProgramSyntax
    ) -> String {
        let syntax = program.commands.first { $0.name == command }
        let names = program.options(of: syntax).map(\.name)
        if option.hasPrefix("--"), let suggestion = option.suggestion(among: names) {
            return suggestion
        }
        let call = [program.name, command].compactMap(\.self).joined(separator: " ")
        if !option.hasPrefix("--"), let meaning = syntax?.dashedOperands {
            return "if it is \(meaning), write it after '--': \(call) -- \(option)"
        }
        return "see '\(call) --help'"
    }
}
