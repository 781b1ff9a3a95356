/// The help that people read.
public enum HelpText {
    /// How wide operands may be in the overview, before the page of the command has to tell them.
    private static let widestOperands = 24

    /// The help of a program.
    /// - Parameter width: The columns of the terminal; nil where lines are not to be broken.
    public static func overview(of program: ProgramSyntax, width: Int? = nil) -> String {
        let hasCommands = !program.commands.isEmpty
        let commands = program.commands.map { command in
            let isWide = command.operands.count > widestOperands
            return (command.name + (isWide ? " …" : operands(of: command)), command.summary)
        }
        return joined([
            wrapped(program.summary, width: width),
            "Usage: \(program.name)\(hasCommands ? " COMMAND" : "") [OPTIONS]",
            section("Commands", commands, width: width),
            section(hasCommands ? "Everywhere" : "Options", program.everywhere, width),
            section("Examples", program.examples.map { ($0.call, $0.effect) }, width: width),
            wrapped(program.closing, width: width),
        ])
    }

    /// The help of one command of a program.
    /// - Parameter width: The columns of the terminal; nil where lines are not to be broken.
    public static func page(for command: CommandSyntax, of program: ProgramSyntax, width: Int? = nil) -> String {
        let options = command.options.isEmpty ? "" : " [OPTIONS]"
        return joined([
            wrapped("\(command.name): \(command.summary)", width: width),
            "Usage: \(program.name) \(command.name)\(operands(of: command))\(options)",
            wrapped(command.discussion, width: width),
            section("Options", command.options, width),
            section("Everywhere", command.options(everywhere: program.everywhere), width),
            section("Examples", command.examples.map { ($0.call, $0.effect) }, width: width),
        ])
    }

    /// A title over two columns, the first as wide as its widest entry; empty when there are no rows.
    /// - Parameter width: The columns of the terminal; nil where lines are not to be broken.
    public static func section(_ title: String, _ rows: [(String, String)], width: Int? = nil) -> String {
        guard let first = rows.map(\.0.count).max() else { return "" }
        let indent = String(repeating: " ", count: first + 4)
        // A second column that is too narrow to be read is not broken.
        let room = width.map { $0 - indent.count }.flatMap { $0 >= 20 ? $0 : nil }
        let lines = rows.map { left, right in
            let space = String(repeating: " ", count: first - left.count)
            return "  \(left)\(space)  " + broken(right, room: room).joined(separator: "\n" + indent)
        }
        return "\(title):\n\(lines.joined(separator: "\n"))"
    }

    /// The text with its paragraphs broken anew for a width; lines that begin with a space stay as they are.
    public static func wrapped(_ text: String, width: Int?) -> String {
        guard let width, width >= 20 else { return text }
        var lines: [String] = []
        var paragraph: [String] = []
        func end() {
            if !paragraph.isEmpty { lines += broken(paragraph.joined(separator: " "), room: width) }
            paragraph = []
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.isEmpty || line.hasPrefix(" ") {
                end()
                lines.append(line)
            } else {
                paragraph.append(line)
            }
        }
        end()
        return lines.joined(separator: "\n")
    }

    /// Lines of so many characters at most, broken at spaces.
    private static func broken(_ text: String, room: Int?) -> [String] {
        guard let room, text.count > room else { return [text] }
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if !last.isEmpty, last.count + 1 + word.count > room {
                lines.append(String(word))
            } else {
                lines[lines.count - 1] = last.isEmpty ? String(word) : "\(last) \(word)"
            }
        }
        return lines
    }

    private static func section(_ title: String, _ options: [OptionSyntax], _ width: Int?) -> String {
        section(title, options.map { ($0.usage, $0.help) }, width: width)
    }

    private static func operands(of command: CommandSyntax) -> String {
        command.operands.isEmpty ? "" : " \(command.operands)"
    }

    private static func joined(_ paragraphs: [String]) -> String {
        paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}
