public enum UsageError: Error, Hashable {
    case missingCommand
    case unknownCommand(String)
    /// The command, or the program if `command` is nil, has no option of this name.
    case unknownOption(String, command: String?)
    case missingValue(option: String, value: String)
    case unexpectedValue(option: String)
    case invalidValue(option: String, value: String, expected: String)
    case missingOperand(command: String, operands: String)
    case unexpectedOperand(command: String, value: String)
    /// An error that the program defines, with its message.
    case custom(String)

    /// An ``invalidValue(option:value:expected:)`` that lists the choices after `expected`, such as `one of`, and suggests the nearest.
    public static func invalidChoice(option: String, value: String, expected: String, choices: [String]) -> UsageError {
        let suggestion = value.suggestion(among: choices).map { "; \($0)" } ?? ""
        let list = choices.joined(separator: ", ")
        return .invalidValue(option: option, value: value, expected: "\(expected) \(list)\(suggestion)")
    }

    /// The message: one line that names the error and its remedy.
    public func message(for program: ProgramSyntax) -> String {
        let name = program.name
        return switch self {
        case .missingCommand: "missing command; see '\(name) --help'"
        case .unknownCommand(let operand) where program.commands.isEmpty:
            "unexpected argument '\(operand)'; see '\(name) --help'"
        case .unknownCommand(let command):
            "unknown command '\(command)'; "
                + (command.suggestion(among: program.commands.map(\.name)) ?? "see '\(name) --help'")
        case .unknownOption(let option, let command):
            "unknown option '\(option)'; "
                + (suggestion(for: option, of: command, program) ?? "see '\(Self.call(name, command)) --help'")
        case .missingValue(let option, let value): "option '\(option)' requires a value: \(option) \(value)"
        case .unexpectedValue(let option): "option '\(option)' does not accept a value; remove it"
        case .invalidValue(let option, let value, let expected):
            "invalid value '\(value)' for '\(option)': expected \(expected)"
        case .missingOperand(let command, let operands):
            "'\(name) \(command)' requires \(operands); see '\(name) \(command) --help'"
        case .unexpectedOperand(let command, let value):
            "unexpected argument '\(value)' for '\(name) \(command)'; see '\(name) \(command) --help'"
        case .custom(let message): message
        }
    }

    private static func call(_ program: String, _ command: String?) -> String {
        [program, command].compactMap(\.self).joined(separator: " ")
    }

    private func suggestion(for option: String, of command: String?, _ program: ProgramSyntax) -> String? {
        guard option.hasPrefix("--") else { return nil }
        let command = program.commands.first { $0.name == command }
        return option.suggestion(among: program.options(of: command).map(\.name))
    }
}

extension String {
    /// The question `did you mean 'list'?` with the candidate nearest to the text, or nil if none is near.
    public func suggestion(among candidates: [String]) -> String? {
        closest(among: candidates).map { "did you mean '\($0)'?" }
    }

    /// The candidate nearest to the text, or nil if none is near enough to be a likely typing error.
    private func closest(among candidates: [String]) -> String? {
        let limit = Swift.max(1, count / 3)
        let distances = candidates.map { ($0, distance(to: $0)) }
        return distances.filter { $0.1 <= limit || $0.0.hasPrefix(self) && count > 1 }.min { $0.1 < $1.1 }?.0
    }

    /// The optimal string alignment distance: the number of letters to insert, remove, replace, or swap with a neighbor; O(n·m).
    private func distance(to other: String) -> Int {
        let (a, b) = (Array(self), Array(other))
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = Swift.min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = Swift.min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
