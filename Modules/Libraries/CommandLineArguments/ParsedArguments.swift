/// A command line, taken apart.
public struct ParsedArguments: Sendable {
    /// The command that it calls, or nil when it names none.
    public let command: CommandSyntax?
    /// What is not an option, in order; the command's name is not among them.
    public internal(set) var operands: [String] = []
    /// The values of the options, by long name; a flag has empty ones.
    private var options: [String: [String]] = [:]
    /// Where values come from that are not of the command line, by long name.
    private var origins: [String: String] = [:]

    init(_ command: CommandSyntax?) { self.command = command }

    /// Notes one more value of an option.
    mutating func add(_ value: String, to option: String) { options[option, default: []].append(value) }

    /// Gives an option a value where the command line has none, such as one of a configuration.
    /// - Parameter origin: Where the value comes from, as a message names it.
    public mutating func fill(_ option: String, with value: String = "", from origin: String) {
        guard !has(option) else { return }
        add(value, to: option)
        origins[option] = origin
    }

    /// Where the value of the option comes from, when that is not the command line.
    public func origin(of option: String) -> String? { origins[option] }

    /// Whether the option is there.
    public func has(_ option: String) -> Bool { options[option] != nil }

    /// The last value of the option, or nil.
    public func value(_ option: String) -> String? { options[option]?.last }

    /// All values of the option.
    public func values(_ option: String) -> [String] { options[option] ?? [] }

    /// The last value of the option as a whole number in `range`, or nil.
    public func integer(_ option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = value(option) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let bounds =
                range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
            throw .badValue(option: option, value: text, expected: "a whole number, \(bounds)")
        }
        return number
    }

    /// The last value of the option as one of a fixed list, or nil.
    public func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ option: String, of: Choice.Type
    ) throws(UsageError) -> Choice? {
        guard let text = value(option) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let choices = Choice.allCases.map(\.rawValue)
            let hint = text.closest(among: choices).map { "; did you mean '\($0)'?" } ?? ""
            throw .badValue(
                option: option, value: text, expected: "one of \(choices.joined(separator: ", "))\(hint)")
        }
        return choice
    }

    /// Refuses fewer or more operands than the command takes; a program asks for it once nobody wants help.
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
