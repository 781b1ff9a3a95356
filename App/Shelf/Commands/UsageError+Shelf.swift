import CommandLineArguments

extension UsageError {
    /// The operand is no number of a link.
    static func badLinkNumber(_ text: String) -> UsageError {
        .custom("'\(text)' is no number of a link; 'shelf list' and 'shelf search' show the numbers")
    }

    /// A search has nothing to look for.
    static func nothingToSearch(_ text: String) -> UsageError {
        .custom("there is no letter, digit or emoji in '\(text)' to search for; give a word or a tag")
    }

    /// An option that goes with one address was given with several.
    static func onlyForOneAddress(option: String) -> UsageError {
        .custom("option '\(option)' goes with one address alone; add the addresses one by one")
    }

    /// Something that changes one link was asked for with several.
    static func onlyForOneLink(_ what: String) -> UsageError {
        .custom("\(what) goes with one link alone; give one number")
    }

    /// Two options were given of which each goes without the other.
    static func notBeside(_ option: String, _ other: String) -> UsageError {
        .custom("option '\(option)' does not go with '\(other)'; make it two calls")
    }

    /// An edit names no change, and nobody can be asked.
    static let nothingToEdit = UsageError.custom(
        "nothing to change; give --title, --note, --url, --tag, --not-tag or --fetch ('shelf edit --help' shows examples)"
    )

    /// An option goes with another one alone.
    static func onlyBeside(_ option: String, _ other: String) -> UsageError {
        .custom("'\(option)' goes with '\(other)' alone")
    }

    /// The words after `shelf tag` are too few, or too many.
    static func tagsMissing(_ usage: String) -> UsageError {
        .custom("'shelf tag' takes \(usage) here; 'shelf tag --help' shows examples")
    }

    /// The word is no tag.
    static func badTag(_ text: String) -> UsageError {
        .custom("'\(text)' is no tag; a tag is a word or more, without commas")
    }

    /// A file to write to has no name.
    static let namelessFile = UsageError.custom("'' is the name of no file; give one, or '-' for standard output")

    /// The file to write to is that of the library.
    static func wouldReplaceLibrary(_ path: String) -> UsageError {
        .custom("'\(path)' is the library itself, which it would replace; name another file")
    }

    /// Links are named, and are to be chosen too.
    static let numbersGoAlone = UsageError.custom("numbers name links already; leave out the options that choose links")

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
