/// An option of the command line, as it is written and as the help explains it.
struct OptionSyntax: Sendable {
    /// The long name, with its dashes; the one by which its values are asked for.
    let name: String
    /// The short name, with its dash, or nil when there is none.
    let short: String?
    /// What the help calls the value; nil when the option takes none.
    let value: String?
    /// What it does, in the few words of a help line.
    let help: String

    /// An option that is there or not.
    static func flag(_ name: String, short: String? = nil, _ help: String) -> OptionSyntax {
        OptionSyntax(name: name, short: short, value: nil, help: help)
    }

    /// An option that takes a value.
    static func value(_ name: String, short: String? = nil, _ value: String, _ help: String) -> OptionSyntax {
        OptionSyntax(name: name, short: short, value: value, help: help)
    }

    /// How the help writes it: `-t, --tag TAG`.
    var usage: String {
        let names = [short, name].compactMap(\.self).joined(separator: ", ")
        return value.map { "\(names) \($0)" } ?? names
    }
}

extension [OptionSyntax] {
    /// The options that every command takes.
    static let everywhere: [OptionSyntax] = [
        .value("--library", "PATH", "the library to use (default: $SHELF_LIBRARY, or the one of your account)"),
        .flag("--json", "print JSON for programs"),
        .flag("--quiet", short: "-q", "print nothing but results and errors"),
        .flag("--verbose", short: "-v", "print more"),
        .flag("--no-color", "print without colours"),
        .flag("--help", short: "-h", "show help"),
        .flag("--version", "show the version"),
    ]
}
