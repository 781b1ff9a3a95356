/// A program's commands and options, and what its help says around them.
public struct ProgramSyntax: Sendable {
    /// The name by which it is called, and by which its messages and its help speak of it.
    let name: String
    /// What it does, in one sentence.
    let summary: String
    /// Its commands, in the order of the help.
    public let commands: [CommandSyntax]
    /// The options that every command takes, and that may come before its name.
    let everywhere: [OptionSyntax]
    /// Example calls, each with what it does.
    let examples: [(call: String, effect: String)]
    /// The last lines of the help; empty when there are none.
    let closing: String

    /// Describes a program; its `everywhere` should hold ``OptionSyntax/help`` and ``OptionSyntax/version``.
    public init(
        _ name: String, _ summary: String, commands: [CommandSyntax], everywhere: [OptionSyntax],
        examples: [(call: String, effect: String)], closing: String = ""
    ) {
        self.name = name
        self.summary = summary
        self.commands = commands
        self.everywhere = everywhere
        self.examples = examples
        self.closing = closing
    }
}
