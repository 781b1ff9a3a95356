/// What is wrong with a command line.
enum UsageError: Error, Hashable {
    /// Nothing was asked for.
    case noCommand
    /// There is no such command.
    case unknownCommand(String, suggestion: String?)
    /// There is no such help topic.
    case unknownTopic(String, suggestion: String?)
    /// The command has no such option.
    case unknownOption(String, command: String, suggestion: String?)
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
    /// The operand is no number of a link.
    case badLinkNumber(String)
    /// A search has nothing to look for.
    case nothingToSearch(String)
    /// An option that goes with one address was given with several.
    case onlyForOneAddress(option: String)
    /// Standard input was named beside something else.
    case standardInputGoesAlone
    /// The address of the library is none.
    case badLibrary(String)
}

extension UsageError {
    /// What is wrong and what to do, in one line.
    var message: String {
        switch self {
        case .noCommand: "no command given; 'shelf --help' shows them"
        case .unknownCommand(let name, let suggestion):
            "unknown command '\(name)'; \(Self.hint(suggestion, help: "'shelf --help' shows them all"))"
        case .unknownTopic(let name, let suggestion):
            "no help for '\(name)'; \(Self.hint(suggestion, help: "'shelf --help' shows the topics"))"
        case .unknownOption(let name, let command, let suggestion):
            "unknown option '\(name)'; "
                + Self.hint(suggestion, help: "'shelf \(command.isEmpty ? "" : command + " ")--help' shows them all")
        case .missingValue(let option, let value): "option '\(option)' needs a value: \(option) \(value)"
        case .unwantedValue(let option): "option '\(option)' takes no value"
        case .badValue(let option, let value, let expected):
            "'\(value)' is no value for '\(option)'; it takes \(expected)"
        case .missingOperand(let command, let operands):
            "'shelf \(command)' needs \(operands); 'shelf \(command) --help' shows examples"
        case .unexpectedOperand(let command, let value):
            "'shelf \(command)' does not take '\(value)'; 'shelf \(command) --help' shows what it takes"
        case .badLinkNumber(let text):
            "'\(text)' is no number of a link; 'shelf list' and 'shelf search' show the numbers"
        case .nothingToSearch(let text): "there is no letter or digit in '\(text)' to search for; give a word or a tag"
        case .onlyForOneAddress(let option):
            "option '\(option)' goes with one address alone; add the addresses one by one"
        case .standardInputGoesAlone: "'-' reads every address from standard input, and takes no other beside it"
        case .badLibrary(let text):
            "'\(text)' is no library that shelf can open; give the path of a file, or :memory:"
        }
    }

    private static func hint(_ suggestion: String?, help: String) -> String {
        suggestion.map { "did you mean '\($0)'?" } ?? help
    }
}
