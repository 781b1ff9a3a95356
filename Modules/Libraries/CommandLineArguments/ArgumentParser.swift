/// Takes a command line apart by the conventions of POSIX and GNU.
///
/// Options and operands may be mixed; `--name value`, `--name=value`, `-n value`, `-nvalue` and `-qv` are understood;
/// after `--` everything is an operand; `-` alone is one.
public struct ArgumentParser: Sendable {
    private let program: ProgramSyntax

    /// A parser for the command lines of one program.
    public init(_ program: ProgramSyntax) { self.program = program }

    /// Takes the arguments apart; the program's own name is not one of them.
    ///
    /// How many operands there are is not looked at, so that `--help` is found whatever else is missing; see
    /// ``ParsedArguments/checkOperands()``.
    public func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
        let command = try command(in: arguments)
        var parsed = ParsedArguments(command)
        var rest = arguments[...]
        var isCommandAwaited = command != nil
        while let argument = rest.popFirst() {
            if argument == "--" {
                parsed.operands += rest
                break
            }
            if isOption(argument) {
                try parse(option: argument, &rest, into: &parsed)
            } else if isCommandAwaited {
                isCommandAwaited = false
            } else {
                parsed.operands.append(argument)
            }
        }
        return parsed
    }

    private func isOption(_ argument: String) -> Bool { argument.hasPrefix("-") && argument != "-" }

    /// The command that the first operand names; options that stand before it are skipped with their values.
    private func command(in arguments: [String]) throws(UsageError) -> CommandSyntax? {
        var skipsNext = false
        for argument in arguments {
            if skipsNext {
                skipsNext = false
            } else if argument == "--" {
                return nil
            } else if isOption(argument) {
                skipsNext = takesNext(argument)
            } else if let command = program.commands.first(where: { $0.name == argument }) {
                return command
            } else {
                throw .unknownCommand(argument, suggestion: argument.closest(among: program.commands.map(\.name)))
            }
        }
        return nil
    }

    /// Whether the options in front of a command leave their value to the next argument.
    private func takesNext(_ argument: String) -> Bool {
        let takers = program.everywhere.filter { $0.value != nil }
        if argument.hasPrefix("--") { return takers.contains { $0.name == argument } }
        let letters = argument.dropFirst()
        let taker = letters.firstIndex { letter in takers.contains { $0.short == "-\(letter)" } }
        return taker.map { letters.index(after: $0) == letters.endIndex } ?? false
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

    private func option(named name: String, of command: CommandSyntax?) throws(UsageError) -> OptionSyntax {
        let everywhere = program.everywhere
        let options = command.map { $0.options + $0.options(everywhere: everywhere) } ?? everywhere
        guard let option = options.first(where: { $0.name == name || $0.short == name }) else {
            let suggestion = name.hasPrefix("--") ? name.closest(among: options.map(\.name)) : nil
            throw .unknownOption(name, command: command?.name, suggestion: suggestion)
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
