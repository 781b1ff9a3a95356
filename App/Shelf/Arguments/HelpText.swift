/// The help that people read.
enum HelpText {
    /// The help of the program.
    static func overview(of commands: [CommandSyntax]) -> String {
        """
        shelf keeps your links: save them, find them, tell the dead from the living, bring them in and out.

        Usage: shelf COMMAND [OPTIONS]

        Commands:
        \(table(commands.map { ($0.operands.isEmpty ? $0.name : "\($0.name) \($0.operands)", $0.summary) }))

        Everywhere:
        \(table([OptionSyntax].everywhere.map { ($0.usage, $0.help) }))

        Examples:
        \(table([
            ("shelf import bookmarks.html", "bring in what your browser exported"),
            ("shelf search swift concurrency", "find links by words"),
            ("shelf check", "tell which links are dead"),
        ]))

        'shelf help COMMAND' tells more; 'shelf help exit-codes' lists the exit codes.
        """
    }

    /// The help of one command.
    static func page(for command: CommandSyntax) -> String {
        var parts = ["\(command.name): \(command.summary)"]
        let operands = command.operands.isEmpty ? "" : " \(command.operands)"
        parts.append("Usage: shelf \(command.name)\(operands)\(command.options.isEmpty ? "" : " [OPTIONS]")")
        if !command.discussion.isEmpty { parts.append(command.discussion) }
        if !command.options.isEmpty {
            parts.append("Options:\n" + table(command.options.map { ($0.usage, $0.help) }))
        }
        parts.append("Everywhere:\n" + table([OptionSyntax].everywhere.map { ($0.usage, $0.help) }))
        parts.append("Examples:\n" + table(command.examples.map { ($0.call, $0.effect) }))
        return parts.joined(separator: "\n\n")
    }

    /// The list of the exit codes.
    static var exitCodes: String {
        "Exit codes:\n" + table(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) })
    }

    /// Two columns, the first as wide as its widest entry.
    private static func table(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))  \($0.1)" }
            .joined(separator: "\n")
    }
}
