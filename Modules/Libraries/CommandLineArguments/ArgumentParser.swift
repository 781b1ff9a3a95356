/// A parser for command lines that follow the conventions of POSIX and GNU.
///
/// Options and operands can be mixed. The parser accepts `--name value`, `--name=value`, `-n value`, `-nvalue` and `-qv`. Everything after `--` is an operand,
/// and so is `-` alone.
public struct ArgumentParser: Sendable {
    private let program: ProgramSyntax
    public init(_ program: ProgramSyntax) { self.program = program }

    /// Parses the arguments after the program's name, without checking the number of operands: see ``ParsedArguments/checkOperands()``.
    public func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
        let command = try command(in: arguments)
        var parsed = ParsedArguments(command)
        var rest = arguments[...]
        var awaitsCommand = command != nil
        while let argument = rest.popFirst() {
            if argument == "--" {
                parsed.operands += rest
                break
            }
            if argument.hasPrefix("--") {
                try parseLongOption(argument, &rest, into: &parsed)
            } else if isOption(argument) {
                try parseShortOptions(argument, &rest, into: &parsed)
            } else if awaitsCommand {
                awaitsCommand = false
            } else {
                parsed.operands.append(argument)
            }
        }
        return parsed
    }

    private func isOption(_ argument: String) -> Bool { argument.hasPrefix("-") && argument != "-" }

    /// The command that the first operand names. Options before it are skipped with their values.
    private func command(in arguments: [String]) throws(UsageError) -> CommandSyntax? {
        var rest = arguments[...]
        while let argument = rest.popFirst(), argument != "--" {
            if isOption(argument) {
                if expectsNext(argument) { rest = rest.dropFirst() }
            } else if let command = program.commands.first(where: { $0.name == argument }) {
                return command
            } else {
                throw .unknownCommand(argument)
            }
        }
        return nil
    }

    /// Whether an argument before the command is an option whose value is the next argument.
    private func expectsNext(_ argument: String) -> Bool {
        let options = program.options.filter { $0.value != nil }
        if argument.hasPrefix("--") { return options.contains { $0.name == argument } }
        let letters = argument.dropFirst()
        let first = letters.firstIndex { letter in options.contains { $0.short == "-\(letter)" } }
        return first.map { letters.index(after: $0) == letters.endIndex } ?? false
    }

    private func parseLongOption(
        _ argument: String, _ rest: inout ArraySlice<String>, into parsed: inout ParsedArguments
    ) throws(UsageError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let option = try option(named: parts[0], of: parsed.command)
        let attached = parts.count > 1 ? parts[1] : nil
        guard let value = option.value else {
            guard attached == nil else { throw .unexpectedValue(option: option.name) }
            return parsed.add("", to: option)
        }
        guard let given = attached ?? rest.popFirst() else { throw .missingValue(option: option.name, value: value) }
        parsed.add(given, to: option)
    }

    private func parseShortOptions(
        _ argument: String, _ rest: inout ArraySlice<String>, into parsed: inout ParsedArguments
    ) throws(UsageError) {
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
            let option = try option(named: "-\(letter)", of: parsed.command)
            guard let value = option.value else {
                parsed.add("", to: option)
                continue
            }
            guard let given = letters.isEmpty ? rest.popFirst() : String(letters) else {
                throw .missingValue(option: "-\(letter)", value: value)
            }
            return parsed.add(given, to: option)
        }
    }

    private func option(named name: String, of command: CommandSyntax?) throws(UsageError) -> OptionSyntax {
        guard let option = program.options(of: command).first(where: { $0.names.contains(name) }) else {
            throw .unknownOption(name, command: command?.name)
        }
        return option
    }
}

public struct ParsedArguments: Sendable {
    /// The command, or nil if the command line names none.
    public let command: CommandSyntax?
    /// The operands in order, without the name of the command.
    public fileprivate(set) var operands: [String] = []
    /// The values of the options by long name; a flag has empty values.
    private var options: [String: [String]] = [:]
    /// The origins of values that were filled in, by long name.
    private var origins: [String: String] = [:]
    fileprivate init(_ command: CommandSyntax?) { self.command = command }

    fileprivate mutating func add(_ value: String, to option: OptionSyntax) {
        options[option.name, default: []].append(value)
    }

    /// Sets the value of an option that the command line does not contain, such as one from a configuration; `origin` is its source, for messages.
    public mutating func fill(_ option: String, with value: String = "", from origin: String) {
        guard !has(option) else { return }
        options[option] = [value]
        origins[option] = origin
    }

    public func origin(of option: String) -> String? { origins[option] }
    public func has(_ option: String) -> Bool { options[option] != nil }
    public func value(_ option: String) -> String? { options[option]?.last }
    public func values(_ option: String) -> [String] { options[option] ?? [] }

    /// The last value of the option as a whole number in `range`, or nil.
    public func integer(_ option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = value(option) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let bounds =
                range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
            throw .invalidValue(option: option, value: text, expected: "a whole number, \(bounds)")
        }
        return number
    }

    /// The last value of the option as one of a list, by default of all cases, or nil.
    public func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ option: String, of: Choice.Type, among choices: Choice.AllCases = Choice.allCases
    ) throws(UsageError) -> Choice? {
        guard let text = value(option) else { return nil }
        guard let choice = choices.first(where: { $0.rawValue == text }) else {
            throw .invalidChoice(option: option, value: text, expected: "one of", choices: choices.map(\.rawValue))
        }
        return choice
    }

    /// Throws an error unless the command accepts the number of operands.
    public func checkOperands() throws(UsageError) {
        guard let command else { return }
        if operands.count < command.operandCount.lowerBound {
            throw .missingOperand(command: command.name, operands: command.operands)
        }
        if operands.count > command.operandCount.upperBound {
            throw .unexpectedOperand(command: command.name, value: operands[command.operandCount.upperBound])
        }
    }
}
