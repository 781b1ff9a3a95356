/// How a command is written, and how its help explains it.
public struct CommandSyntax: Sendable {
    /// The name by which it is called.
    public let name: String
    /// What it does, in the few words of a help line.
    let summary: String
    /// The operands as the help writes them, such as `URL…`; empty when there are none.
    public let operands: String
    /// How many operands it takes.
    let operandCount: ClosedRange<Int>
    /// What a shell may offer for its operands, one by one; the last serves all that follow.
    let completions: [Completion]
    /// The long names of the program's options that mean nothing to it.
    private let foreignOptions: Set<String>
    /// Its own options.
    let options: [OptionSyntax]
    /// What a reader should know beyond the summary; whole lines.
    let discussion: String
    /// Example calls, each with what it does.
    let examples: [(call: String, effect: String)]

    /// Describes a command, which takes neither operands nor options unless they are given here.
    /// - Parameters:
    ///   - completions: What a shell may offer for the operands, one by one; the last serves all that follow.
    ///   - foreignOptions: The long names of options that the program offers everywhere, and that mean nothing here.
    public init(
        _ name: String, _ summary: String, operands: String = "", count: ClosedRange<Int> = 0...0,
        completing completions: [Completion] = [],
        without foreignOptions: Set<String> = [], options: [OptionSyntax] = [], discussion: String = "",
        examples: [(call: String, effect: String)]
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.operandCount = count
        self.completions = completions
        self.foreignOptions = foreignOptions
        self.options = options
        self.discussion = discussion
        self.examples = examples
    }

    /// Whether any of its own options is among the arguments.
    public func isAnyGiven(in arguments: ParsedArguments) -> Bool { !givenOptions(in: arguments).isEmpty }

    /// The long names of those of its own options that are among the arguments.
    public func givenOptions(in arguments: ParsedArguments) -> [String] {
        options.map(\.name).filter { arguments.has($0) }
    }

    /// Whether it is a word that its first operand can be, such as `rename` in `tag rename`.
    public func hasPart(_ word: String) -> Bool {
        guard case .words(let words) = completions.first else { return false }
        return words.contains(word)
    }

    /// Those of a program's options that it takes.
    func options(everywhere: [OptionSyntax]) -> [OptionSyntax] {
        everywhere.filter { !foreignOptions.contains($0.name) }
    }
}
