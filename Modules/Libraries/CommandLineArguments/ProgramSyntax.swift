public struct ProgramSyntax: Sendable {
    let name: String
    let summary: String
    public let commands: [CommandSyntax]
    let options: [OptionSyntax]
    let examples: [(call: String, effect: String)]
    let closing: String

    /// - Parameters:
    ///   - commands: The commands; empty for a program that does one thing.
    ///   - options: The options that every command accepts, before or after its name. They should contain ``OptionSyntax/help`` and ``OptionSyntax/version``.
    ///   - closing: The last paragraph of the help.
    public init(
        _ name: String, _ summary: String, commands: [CommandSyntax], options: [OptionSyntax],
        examples: [(call: String, effect: String)], closing: String = ""
    ) {
        (self.name, self.summary, self.closing) = (name, summary, closing)
        (self.commands, self.options, self.examples) = (commands, options, examples)
    }

    /// Returns the program's options that a command accepts, or all of them if `command` is nil.
    func globalOptions(of command: CommandSyntax?) -> [OptionSyntax] {
        options.filter { command?.excludedOptions.contains($0.name) != true }
    }

    func options(of command: CommandSyntax?) -> [OptionSyntax] { (command?.options ?? []) + globalOptions(of: command) }
}

public struct CommandSyntax: Sendable {
    public let name: String
    let summary: String
    /// The operands as the help shows them, such as `URL…`; empty if there are none.
    public let operands: String
    let operandCount: ClosedRange<Int>
    let completions: [Completion]
    let excludedOptions: Set<String>
    let options: [OptionSyntax]
    let discussion: String
    let examples: [(call: String, effect: String)]

    /// - Parameters:
    ///   - completions: The suggestions of a shell for each operand; the last one applies to all operands after it.
    ///   - excludedOptions: The long names of the program's options that the command does not accept.
    public init(
        _ name: String, _ summary: String, operands: String = "", count: ClosedRange<Int> = 0...0,
        completing completions: [Completion] = [], without excludedOptions: Set<String> = [],
        options: [OptionSyntax] = [], discussion: String = "", examples: [(call: String, effect: String)]
    ) {
        (self.name, self.summary, self.discussion, self.examples) = (name, summary, discussion, examples)
        (self.operands, operandCount, self.completions) = (operands, count, completions)
        (self.excludedOptions, self.options) = (excludedOptions, options)
    }

    /// The long names of the command's own options that the arguments contain.
    public func givenOptions(in arguments: ParsedArguments) -> [String] {
        options.map(\.name).filter { arguments.has($0) }
    }

    /// Whether the first operand can be this word, such as `rename` in `tag rename`.
    public func hasSubcommand(_ name: String) -> Bool {
        guard case .words(let words) = completions.first else { return false }
        return words.contains(name)
    }
}

public struct OptionSyntax: Sendable {
    /// The long name, with its dashes.
    let name: String
    /// The short name, with its dash.
    let short: String?
    /// The name of the value in the help; nil for a flag.
    let value: String?
    let help: String
    let completion: Completion

    public static func flag(_ name: String, short: String? = nil, _ help: String) -> OptionSyntax {
        OptionSyntax(name: name, short: short, value: nil, help: help, completion: .nothing)
    }

    public static func value(
        _ name: String, short: String? = nil, _ value: String, _ help: String,
        completing completion: Completion = .nothing
    ) -> OptionSyntax {
        OptionSyntax(name: name, short: short, value: value, help: help, completion: completion)
    }

    /// The flag `--help` or `-h`, which the program handles.
    public static let help = flag("--help", short: "-h", "show help")
    /// The flag `--version`, which the program handles.
    public static let version = flag("--version", "show the version")

    var names: [String] { [name] + [short].compactMap(\.self) }
}

/// The suggestions of a shell for a value or an operand.
public enum Completion: Sendable, Hashable {
    case nothing
    /// One of these words, which must not contain white space or quotes.
    case words([String])
    case files
    /// The lines that the program prints when called with these arguments.
    case lines(of: [String])
}
