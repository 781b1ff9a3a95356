import CommandLineArguments

extension UsageError {
    /// The operand is no number of a link.
    static func badLinkNumber(_ text: String) -> UsageError {
        .custom("'\(text)' is no number of a link; 'shelf list' and 'shelf search' show the numbers")
    }

    /// A search has nothing to look for.
    static func nothingToSearch(_ text: String) -> UsageError {
        .custom("there is no letter or digit in '\(text)' to search for; give a word or a tag")
    }

    /// An option that goes with one address was given with several.
    static func onlyForOneAddress(option: String) -> UsageError {
        .custom("option '\(option)' goes with one address alone; add the addresses one by one")
    }

    /// Standard input was named beside something else.
    static let standardInputGoesAlone = UsageError.custom(
        "'-' reads every address from standard input, and takes no other beside it")

    /// The command has no part of that name.
    static func unknownTask(_ text: String, of command: String, tasks: [String]) -> UsageError {
        let hint =
            text.closest(among: tasks).map { "did you mean '\($0)'?" } ?? "it takes \(tasks.joined(separator: ", "))"
        return .custom("'shelf \(command)' does not know '\(text)'; \(hint)")
    }
}
