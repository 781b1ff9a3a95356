/// Takes a command line apart by the conventions of POSIX and GNU.
///
/// Options and operands may be mixed; `--name value`, `--name=value`, `-n value`, `-nvalue` and `-qv` are understood;
/// after `--` everything is an operand; `-` alone is one.
struct ArgumentParser {
    /// All commands there are.
    let commands: [CommandSyntax]
    /// The options that every command takes, and that may come before its name.
    let everywhere: [OptionSyntax]

    /// Takes the arguments apart; the program's own name is not one of them.
    ///
    /// - Returns: Nil when no command is named; then only `--help`, `--version` and the like were asked for.
    func parse(_ arguments: [String]) throws(UsageError) -> (command: CommandSyntax?, arguments: ParsedArguments) {
        let command = try command(in: arguments)
        var parsed = ParsedArguments(command ?? Self.none)
        var rest = arguments[...]
        var isCommandAwaited = command != nil
        while let argument = rest.popFirst() {
            if argument == "--" {
                parsed.operands += rest
                break
            }
            if argument.hasPrefix("-"), argument != "-" {
                try parse(option: argument, &rest, into: &parsed)
            } else if isCommandAwaited {
                isCommandAwaited = false
            } else {
                parsed.operands.append(argument)
            }
        }
        return (command, parsed)
    }

    /// Refuses too few or too many operands.
    func checkOperands(of parsed: ParsedArguments) throws(UsageError) {
        let range = parsed.command.operandCount
        if parsed.operands.count < range.lowerBound {
            throw .missingOperand(command: parsed.command.name, operands: parsed.command.operands)
        }
        if parsed.operands.count > range.upperBound {
            throw .unexpectedOperand(command: parsed.command.name, value: parsed.operands[range.upperBound])
        }
    }

    private static let none = CommandSyntax("", "", count: 0...0, examples: [])

    /// The command that the first operand names; options that stand before it are skipped with their values.
    private func command(in arguments: [String]) throws(UsageError) -> CommandSyntax? {
        var skipsNext = false
        for argument in arguments {
            if skipsNext {
                skipsNext = false
            } else if argument == "--" {
                return nil
            } else if argument.hasPrefix("-") {
                skipsNext = everywhere.contains { ($0.name == argument || $0.short == argument) && $0.value != nil }
            } else if let command = commands.first(where: { $0.name == argument }) {
                return command
            } else {
                throw .unknownCommand(argument, suggestion: argument.closest(among: commands.map(\.name)))
            }
        }
        return nil
    }

    private func parse(
        option argument: String, _ rest: inout ArraySlice<String>, into parsed: inout ParsedArguments
    ) throws(UsageError) {
        if argument.hasPrefix("--") {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let option = try option(named: parts[0], of: parsed.command)
            try add(option, written: parts[0], attached: parts.count > 1 ? parts[1] : nil, &rest, to: &parsed)
            return
        }
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
            let option = try option(named: "-\(letter)", of: parsed.command)
            let attached = option.value == nil || letters.isEmpty ? nil : String(letters)
            if attached != nil { letters = "" }
            try add(option, written: "-\(letter)", attached: attached, &rest, to: &parsed)
        }
    }

    private func option(named name: String, of command: CommandSyntax) throws(UsageError) -> OptionSyntax {
        let options = command.options + everywhere
        guard let option = options.first(where: { $0.name == name || $0.short == name }) else {
            let suggestion = name.hasPrefix("--") ? name.closest(among: options.map(\.name)) : nil
            throw .unknownOption(name, command: command.name, suggestion: suggestion)
        }
        return option
    }

    private func add(
        _ option: OptionSyntax, written name: String, attached: String?, _ rest: inout ArraySlice<String>,
        to parsed: inout ParsedArguments
    ) throws(UsageError) {
        guard let value = option.value else {
            guard attached == nil else { throw .unwantedValue(option: name) }
            return parsed.add("", to: option.name)
        }
        guard let given = attached ?? rest.popFirst() else { throw .missingValue(option: name, value: value) }
        parsed.add(given, to: option.name)
    }
}
