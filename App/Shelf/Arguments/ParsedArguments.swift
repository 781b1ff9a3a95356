/// The command line of one command, taken apart.
struct ParsedArguments: Sendable {
    /// The command that it calls.
    let command: CommandSyntax
    /// What is not an option, in order.
    var operands: [String] = []
    /// The values of the options, by long name; a flag has empty ones.
    private(set) var values: [String: [String]] = [:]

    init(_ command: CommandSyntax) { self.command = command }

    /// Notes one more value of an option.
    mutating func add(_ value: String, to option: String) { values[option, default: []].append(value) }

    /// Whether the flag is there.
    func has(_ option: String) -> Bool { values[option] != nil }

    /// The last value of the option, or nil.
    func value(_ option: String) -> String? { values[option]?.last }

    /// All values of the option.
    func values(_ option: String) -> [String] { values[option] ?? [] }

    /// The last value of the option as a whole number in `range`, or nil.
    func integer(_ option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = value(option) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let bounds =
                range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
            throw .badValue(option: option, value: text, expected: "a whole number, \(bounds)")
        }
        return number
    }

    /// The last value of the option as one of a fixed list, or nil.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ option: String, of: Choice.Type
    ) throws(UsageError) -> Choice? {
        guard let text = value(option) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badValue(option: option, value: text, expected: "one of \(all)")
        }
        return choice
    }

    /// The operands as numbers of links.
    func linkNumbers() throws(UsageError) -> [Int64] {
        var numbers: [Int64] = []
        for operand in operands {
            guard let number = Int64(operand), number > 0 else { throw .badLinkNumber(operand) }
            numbers.append(number)
        }
        return numbers
    }
}
