/// The help that people read.
public enum HelpText {
    /// The help of a program.
    public static func overview(of program: ProgramSyntax) -> String {
        let hasCommands = !program.commands.isEmpty
        let commands = program.commands.map { ("\($0.name)\(operands(of: $0))", $0.summary) }
        return joined([
            program.summary,
            "Usage: \(program.name)\(hasCommands ? " COMMAND" : "") [OPTIONS]",
            section("Commands", commands),
            section(hasCommands ? "Everywhere" : "Options", program.everywhere),
            section("Examples", program.examples.map { ($0.call, $0.effect) }),
            program.closing,
        ])
    }

    /// The help of one command of a program.
    public static func page(for command: CommandSyntax, of program: ProgramSyntax) -> String {
        let options = command.options.isEmpty ? "" : " [OPTIONS]"
        return joined([
            "\(command.name): \(command.summary)",
            "Usage: \(program.name) \(command.name)\(operands(of: command))\(options)",
            command.discussion,
            section("Options", command.options),
            section("Everywhere", command.options(everywhere: program.everywhere)),
            section("Examples", command.examples.map { ($0.call, $0.effect) }),
        ])
    }

    /// A title over two columns, the first as wide as its widest entry; empty when there are no rows.
    public static func section(_ title: String, _ rows: [(String, String)]) -> String {
        guard let width = rows.map(\.0.count).max() else { return "" }
        let lines = rows.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))  \($0.1)" }
        return "\(title):\n\(lines.joined(separator: "\n"))"
    }

    private static func section(_ title: String, _ options: [OptionSyntax]) -> String {
        section(title, options.map { ($0.usage, $0.help) })
    }

    private static func operands(of command: CommandSyntax) -> String {
        command.operands.isEmpty ? "" : " \(command.operands)"
    }

    private static func joined(_ paragraphs: [String]) -> String {
        paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}
