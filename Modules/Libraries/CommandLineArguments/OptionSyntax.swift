/// An option of the command line, as it is written and as the help explains it.
public struct OptionSyntax: Sendable {
    /// The long name, with its dashes; the one by which its values are asked for.
    let name: String
    /// The short name, with its dash, or nil when there is none.
    let short: String?
    /// What the help calls the value; nil when the option takes none.
    let value: String?
    /// What it does, in the few words of a help line.
    let help: String
    /// What a shell may offer for its value.
    let completion: Completion

    /// An option that is there or not.
    public static func flag(_ name: String, short: String? = nil, _ help: String) -> OptionSyntax {
        OptionSyntax(name: name, short: short, value: nil, help: help, completion: .nothing)
    }

    /// An option that takes a value.
    public static func value(
        _ name: String, short: String? = nil, _ value: String, _ help: String,
        completing completion: Completion = .nothing
    ) -> OptionSyntax {
        OptionSyntax(name: name, short: short, value: value, help: help, completion: completion)
    }

    /// The flag `--help` or `-h`, which the program answers itself.
    public static let help = flag("--help", short: "-h", "show help")

    /// The flag `--version`, which the program answers itself.
    public static let version = flag("--version", "show the version")

    /// How the help writes it: `-t, --tag TAG`.
    var usage: String {
        let names = [short, name].compactMap(\.self).joined(separator: ", ")
        return value.map { "\(names) \($0)" } ?? names
    }
}
