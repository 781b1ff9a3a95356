/// An error in a command line.
public enum UsageError: Error, Hashable {
    case missingCommand
    case unknownCommand(String)
    /// An option that the command does not have. If `command` is nil, the program does not have the
    /// option.
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

extension String {
    /// Returns a question with the candidate nearest to this string, such as `did you mean
    /// 'list'?`, or nil if this string resembles none of the candidates.
    public func suggestion(among candidates: [String]) -> String? {
        closest(among: candidates).map { "did you mean '\($0)'?" }
    }

    /// Returns the nearest candidate, or nil if this string is unlikely to be a misspelling or an
    /// abbreviation of a candidate.
    private func closest(among candidates: [String]) -> String? {
        let limit = Swift.max(1, count / 3)
        var closest: (candidate: String, distance: Int)?
        for candidate in candidates {
            let distance = distance(to: candidate)
            let isAbbreviation = count > 1 && candidate.hasPrefix(self)
            guard isAbbreviation || distance <= limit else { continue }
            if closest.map({ distance < $0.distance }) ?? true {
                closest = (candidate, distance)
            }
        }
        return closest?.candidate
    }

    /// Returns the optimal string alignment distance: the minimum number of edits that turn this
    /// string into `other`. An edit inserts, removes or replaces a letter, or swaps two adjacent
    /// letters.
    ///
    /// - Complexity: O(*n* · *m*), where *n* and *m* are the numbers of letters.
    private func distance(to other: String) -> Int {
        let a = Array(self)
        let b = Array(other)
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                let replacement = rows[i][j] + (a[i] == b[j] ? 0 : 1)
                var best = Swift.min(row[j] + 1, rows[i][j + 1] + 1, replacement)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    best = Swift.min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
