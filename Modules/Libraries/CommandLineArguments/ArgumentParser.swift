/// A parser for command lines that follow the conventions of POSIX and GNU.
///
/// Options and operands can be mixed. The parser accepts the notations `--name value`,
/// `--name=value`, `-n value` and `-nvalue`. Short flags can share a dash, as in `-qv`. A single
/// `-` is an operand, and so is every argument after `--`.
public struct ArgumentParser: Sendable {
    private let program: ProgramSyntax

    /// Creates a parser for the commands and options of a program.
    public init(_ program: ProgramSyntax) {
        self.program = program
    }

    /// Parses the arguments after the program's name.
    ///
    /// Call ``ParsedArguments/checkOperands()`` to check the number of operands as well.
    public func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
        let command = try command(in: arguments)
        var parsed = ParsedArguments(command)
        var rest = arguments[...]
        var awaitsCommand = command != nil
        while let argument = rest.popFirst() {
            if argument == "--" {
                parsed.separator = parsed.operands.count
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

    private func isOption(_ argument: String) -> Bool {
        argument.hasPrefix("-") && argument != "-"
    }

    /// Returns the command that the first operand names, or `nil` if no operand precedes `--`.
    /// Options and their values are skipped.
    private func command(in arguments: [String]) throws(UsageError) -> CommandSyntax? {
        var rest = arguments[...]
        while let argument = rest.popFirst(), argument != "--" {
            if isOption(argument) {
                if expectsNext(argument) {
                    rest = rest.dropFirst()
                }
            } else if let command = program.commands.first(where: { $0.name == argument }) {
                return command
            } else {
                throw .unknownCommand(argument)
            }
        }
        return nil
    }

    /// Returns whether an argument before the command is an option whose value is the next
    /// argument.
    private func expectsNext(_ argument: String) -> Bool {
        let options = program.options.filter { $0.value != nil }
        if argument.hasPrefix("--") {
            return options.contains { $0.name == argument }
        }
        // In `-nvalue`, the value follows its letter in the same argument.
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
            if options.contains(where: { $0.short == "-\(letter)" }) {
                return letters.isEmpty
            }
        }
        return false
    }

    private func parseLongOption(
        _ argument: String,
        _ rest: inout ArraySlice<String>,
        into parsed: inout ParsedArguments
    ) throws(UsageError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let option = try option(named: String(parts[0]), of: parsed.command)
        let attached = parts.count > 1 ? String(parts[1]) : nil
        guard let value = option.value else {
            guard attached == nil || attached == option.word else {
                throw .unexpectedValue(option: option.name)
            }
            return parsed.add(attached ?? "", to: option)
        }
        guard let given = attached ?? rest.popFirst() else {
            throw .missingValue(option: option.name, value: value)
        }
        parsed.add(given, to: option)
    }

    private func parseShortOptions(
        _ argument: String,
        _ rest: inout ArraySlice<String>,
        into parsed: inout ParsedArguments
    ) throws(UsageError) {
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
            let option = try shortOption(letter, in: argument, of: parsed.command)
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

    /// Returns the option with the given letter. If the letter is unknown and the command's
    /// operands can begin with a dash, the error names the whole argument, which may be such an
    /// operand.
    private func shortOption(
        _ letter: Character,
        in argument: String,
        of command: CommandSyntax?
    ) throws(UsageError) -> OptionSyntax {
        do {
            return try option(named: "-\(letter)", of: command)
        } catch {
            guard command?.dashedOperands != nil else { throw error }
            throw .unknownOption(argument, command: command?.name)
        }
    }

    private func option(
        named name: String,
        of command: CommandSyntax?
    ) throws(UsageError) -> OptionSyntax {
        guard let option = program.options(of: command).first(where: { $0.names.contains(name) })
        else {
            throw .unknownOption(name, command: command?.name)
        }
        return option
    }
}

/// The command, operands and options in a command line.
public struct ParsedArguments: Sendable {
    /// The command, or `nil` if the command line does not name one.
    public let command: CommandSyntax?
    /// The operands in order, without the name of the command.
    public fileprivate(set) var operands: [String] = []
    /// The number of operands before the argument `--`, or `nil` if there is no such argument.
    fileprivate var separator: Int?
    /// The values of each option, by its long name. A flag has empty values.
    private var options: [String: [String]] = [:]
    /// The option values that are not strings, by the long names of the options.
    private var objects: [String: any Sendable] = [:]
    /// The source of each value that a `fill` method set, by the long name of its option.
    private var origins: [String: String] = [:]

    /// The operands before the argument `--`.
    public var operandsBeforeSeparator: ArraySlice<String> {
        operands.prefix(separator ?? operands.count)
    }

    /// The operands after the argument `--`, for example for another program.
    public var operandsAfterSeparator: ArraySlice<String> {
        operands.dropFirst(separator ?? operands.count)
    }

    fileprivate init(_ command: CommandSyntax?) {
        self.command = command
    }

    fileprivate mutating func add(_ value: String, to option: OptionSyntax) {
        options[option.name, default: []].append(value)
    }

    /// Sets the value of an option, for example to a value from a configuration file, unless the
    /// option already has a value.
    ///
    /// - Parameter origin: The source of the value, for messages.
    public mutating func fill(_ option: String, with value: String = "", from origin: String) {
        guard !has(option) else { return }
        options[option] = [value]
        origins[option] = origin
    }

    /// Sets the value of an option to an object that is not a string, unless the option already
    /// has a value.
    public mutating func fill(
        _ option: String,
        withObject object: any Sendable,
        from origin: String
    ) {
        guard !has(option) else { return }
        objects[option] = object
        origins[option] = origin
    }

    /// Returns the option's value as the given type, or `nil` if the option has no value of that
    /// type. For a value that is a string, use ``value(_:)``.
    public func object<Object>(_ option: String, as type: Object.Type) -> Object? {
        objects[option] as? Object
    }

    /// Returns the source of the option's value if a `fill` method set the value, otherwise `nil`.
    public func origin(of option: String) -> String? {
        origins[option]
    }

    /// Returns whether the command line contains the option, or a `fill` method set its value.
    public func has(_ option: String) -> Bool {
        options[option] != nil || objects[option] != nil
    }

    /// Returns the last value of the option, or `nil` if the option is absent.
    public func value(_ option: String) -> String? {
        options[option]?.last
    }

    /// Returns all values of the option, in order.
    public func values(_ option: String) -> [String] {
        options[option] ?? []
    }

    /// Returns the last value of the option as a whole number, or `nil` if the option is absent.
    public func integer(_ option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = value(option) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let end = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
            let expected = "a whole number, \(range.lowerBound) \(end)"
            throw .invalidValue(option: option, value: text, expected: expected)
        }
        return number
    }

    /// Returns the last value of the option as one of the choices, or `nil` if the option is
    /// absent. By default, all cases of the type are choices.
    public func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ option: String,
        of: Choice.Type,
        among choices: Choice.AllCases = Choice.allCases
    ) throws(UsageError) -> Choice? {
        guard let text = value(option) else { return nil }
        guard let choice = choices.first(where: { $0.rawValue == text }) else {
            throw .invalidChoice(
                option: option,
                value: text,
                expected: "one of",
                choices: choices.map(\.rawValue)
            )
        }
        return choice
    }

    /// Checks the number of operands.
    ///
    /// - Throws: An error if the command does not accept this number of operands.
    public func checkOperands() throws(UsageError) {
        guard let command else { return }
        let allowed = command.operandCount
        if operands.count < allowed.lowerBound {
            throw .missingOperand(command: command.name, operands: command.operands)
        }
        if operands.count > allowed.upperBound {
            throw .unexpectedOperand(command: command.name, value: operands[allowed.upperBound])
        }
    }
}
