/// The commands and options of a program. The parser, the help and the shell completions are based
/// on this declaration.
public struct ProgramSyntax: Sendable {
    let name: String
    let summary: String
    public let commands: [CommandSyntax]
    let options: [OptionSyntax]
    let examples: [(call: String, effect: String)]
    let closing: String

    /// Creates the declaration of a program.
    ///
    /// - Parameters:
    ///   - commands: The commands, or an empty list for a program that does one thing.
    ///   - options: The options that every command accepts, before or after its name. They should
    ///     contain ``OptionSyntax/help`` and ``OptionSyntax/version``.
    ///   - closing: The last paragraph of the help.
    public init(
        _ name: String,
        _ summary: String,
        commands: [CommandSyntax],
        options: [OptionSyntax],
        examples: [(call: String, effect: String)],
        closing: String = ""
    ) {
        self.name = name
        self.summary = summary
        self.commands = commands
        self.options = options
        self.examples = examples
        self.closing = closing
    }

    /// Returns the program's options that a command accepts, or all options if `command` is `nil`.
    func globalOptions(of command: CommandSyntax?) -> [OptionSyntax] {
        options.filter { command?.excludedOptions.contains($0.name) != true }
    }

    /// Returns the options of a command and the program's options that the command accepts.
    func options(of command: CommandSyntax?) -> [OptionSyntax] {
        (command?.options ?? []) + globalOptions(of: command)
    }
}

/// The operands and options of one command of a program.
public struct CommandSyntax: Sendable {
    public let name: String
    let summary: String
    /// The operands as the help shows them, such as `URL…`, or an empty string.
    public let operands: String
    let operandCount: ClosedRange<Int>
    let completions: [Completion]
    /// The meaning of an operand that begins with a dash, such as `an excluded word`, or `nil` if
    /// no operand begins with a dash.
    let dashedOperands: String?
    let excludedOptions: Set<String>
    let options: [OptionSyntax]
    let discussion: String
    let examples: [(call: String, effect: String)]

    /// Creates the declaration of a command.
    ///
    /// - Parameters:
    ///   - completions: The shell's suggestions for each operand. The last element also applies to
    ///     all further operands.
    ///   - dashedOperands: The meaning of an operand that begins with a dash, such as `an excluded
    ///     word`. The error message for an unknown option contains this description.
    ///   - excludedOptions: The long names of the program's options that the command does not
    ///     accept.
    public init(
        _ name: String,
        _ summary: String,
        operands: String = "",
        count: ClosedRange<Int> = 0...0,
        completing completions: [Completion] = [],
        dashedOperands: String? = nil,
        without excludedOptions: Set<String> = [],
        options: [OptionSyntax] = [],
        discussion: String = "",
        examples: [(call: String, effect: String)]
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        operandCount = count
        self.completions = completions
        self.dashedOperands = dashedOperands
        self.excludedOptions = excludedOptions
        self.options = options
        self.discussion = discussion
        self.examples = examples
    }

    /// Returns the long names of the command's options that the arguments contain, without the
    /// program's options.
    public func givenOptions(in arguments: ParsedArguments) -> [String] {
        options.map(\.name).filter { arguments.has($0) }
    }

    /// Returns whether the first operand can be the given word, such as `rename` in `tag rename`.
    public func hasSubcommand(_ name: String) -> Bool {
        guard case .words(let words) = completions.first else {
            return false
        }
        return words.contains(name)
    }
}

/// An option of a program or a command.
public struct OptionSyntax: Sendable {
    /// The long name, with its dashes.
    let name: String
    /// The short name, with its dash.
    let short: String?
    /// The name of the value in the help, or `nil` for a flag.
    let value: String?
    /// The word that a flag accepts in the notation `--name=word`, or `nil` if it accepts none.
    var word: String?
    let help: String
    let completion: Completion

    /// Returns an option without a value. The flag accepts `word`, as in `--name=word`.
    public static func flag(
        _ name: String,
        short: String? = nil,
        or word: String? = nil,
        _ help: String
    ) -> OptionSyntax {
        OptionSyntax(
            name: name,
            short: short,
            value: nil,
            word: word,
            help: help,
            completion: .nothing
        )
    }

    /// Returns an option with a value. The help uses `value` as the name of the value.
    public static func value(
        _ name: String,
        short: String? = nil,
        _ value: String,
        _ help: String,
        completing completion: Completion = .nothing
    ) -> OptionSyntax {
        OptionSyntax(name: name, short: short, value: value, help: help, completion: completion)
    }

    /// The flag `--help` or `-h`. If the arguments contain it, ``CommandLineProgram`` prints the
    /// help instead of running a command.
    public static let help = flag("--help", short: "-h", "show help")
    /// The flag `--version`. If the arguments contain it, ``CommandLineProgram`` prints the version
    /// instead of running a command.
    public static let version = flag("--version", "show the version")

    var names: [String] {
        [name] + [short].compactMap(\.self)
    }
}

/// The shell's suggestions for an operand or the value of an option.
public enum Completion: Sendable, Hashable {
    case nothing
    /// One of these words, which must not contain white space or quotes.
    case words([String])
    /// Names of files, which the shell itself suggests.
    case files
    /// The lines that the program prints when called with these arguments.
    case lines(of: [String])
    /// A list whose elements are separated by commas. If the elements are ``lines(of:)``, the
    /// program is called with the additional option `--after` and the text up to the last comma for
    /// each element after the first. Each line that the program prints must begin with this text.
    indirect case list(Completion)
}
