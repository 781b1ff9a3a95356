/// The help for a program and its commands.
///
/// The functions break lines at `width`, the number of columns of the terminal. If `width` is
/// `nil`, they do not break lines.
public enum HelpText {
    /// The maximum width of operands in the overview. Wider operands appear only on the page of
    /// their command.
    private static let operandLimit = 24
    /// The minimum width of a column in which lines are broken.
    private static let narrowestColumn = 20

    /// Returns the help for a program, with a list of its commands.
    public static func overview(of program: ProgramSyntax, width: Int? = nil) -> String {
        let hasCommands = !program.commands.isEmpty
        let commands = program.commands.map { command in
            let operands = command.operands.count > operandLimit ? "…" : command.operands
            let call = operands.isEmpty ? command.name : "\(command.name) \(operands)"
            return (call, command.summary)
        }
        return joined([
            wrapped(program.summary, width: width),
            "Usage: \(program.name)\(hasCommands ? " COMMAND" : "") [OPTIONS]",
            section("Commands", commands, width: width),
            section(hasCommands ? "Global options" : "Options", program.options, width),
            section("Examples", program.examples.map { ($0.call, $0.effect) }, width: width),
            wrapped(program.closing, width: width),
        ])
    }

    /// Returns the help for one command.
    public static func page(
        for command: CommandSyntax,
        of program: ProgramSyntax,
        width: Int? = nil
    ) -> String {
        let usage = [
            program.name, command.name, command.operands,
            command.options.isEmpty ? "" : "[OPTIONS]",
        ]
        return joined([
            wrapped("\(command.name): \(command.summary)", width: width),
            "Usage: " + usage.filter { !$0.isEmpty }.joined(separator: " "),
            wrapped(command.discussion, width: width),
            section("Options", command.options, width),
            section("Global options", program.globalOptions(of: command), width),
            section("Examples", command.examples.map { ($0.call, $0.effect) }, width: width),
        ])
    }

    /// Returns a heading and the rows below it in two columns, or an empty string if there are no
    /// rows.
    public static func section(
        _ title: String,
        _ rows: [(String, String)],
        width: Int? = nil
    ) -> String {
        guard let first = rows.map(\.0.count).max() else {
            return ""
        }
        let indent = String(repeating: " ", count: first + 4)
        var text = "\(title):"
        for (left, right) in rows {
            let space = String(repeating: " ", count: first - left.count)
            let lines = brokenLines(of: right, width: width.map { $0 - indent.count })
            text += "\n  \(left)\(space)  " + lines.joined(separator: "\n" + indent)
        }
        return text
    }

    /// Returns the text with wrapped paragraphs. Lines that begin with a space are unchanged.
    public static func wrapped(_ text: String, width: Int?) -> String {
        guard let width, width >= narrowestColumn else { return text }
        var result: [String] = []
        var paragraph: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) + [Substring()] {
            guard line.isEmpty || line.hasPrefix(" ") else {
                paragraph.append(line)
                continue
            }
            if !paragraph.isEmpty {
                result += brokenLines(of: paragraph.joined(separator: " "), width: width)
            }
            paragraph = []
            result.append(String(line))
        }
        return result.dropLast().joined(separator: "\n")
    }

    private static func brokenLines(of text: String, width: Int?) -> [String] {
        guard let width, width >= narrowestColumn, text.count > width else {
            return [text]
        }
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    private static func section(
        _ title: String,
        _ options: [OptionSyntax],
        _ width: Int?
    ) -> String {
        let rows = options.map { option in
            var call = option.names.reversed().joined(separator: ", ")
            if let value = option.value {
                call += " \(value)"
            } else if let word = option.word {
                call += "[=\(word)]"
            }
            return (call, option.help)
        }
        return section(title, rows, width: width)
    }

    private static func joined(_ paragraphs: [String]) -> String {
        paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}
