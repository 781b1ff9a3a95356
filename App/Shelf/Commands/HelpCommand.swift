import CommandLineArguments

/// `shelf help`: shows how to use the program.
struct HelpCommand: Command {
    // The commands, this one among them, are only known once each has its syntax; their names are asked for as lines.
    static let syntax = CommandSyntax(
        "help", "show how to use shelf, or one of its commands",
        operands: "[COMMAND | \(HelpTopic.allCases.map(\.rawValue).joined(separator: " | "))]", count: 0...2,
        completing: [.lines(of: ["help", "--names"])], options: [.flag("--names", "only the names of the topics")],
        examples: [
            ("shelf help check", "all about 'shelf check'"), ("shelf help exit-codes", "the exit codes"),
            ("shelf help configuration", "settings that stay"),
        ])

    static let readsConfiguration = false

    private let console: Console
    private let text: String

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        let commands = ProgramSyntax.shelf.commands
        let names = commands.map(\.name) + HelpTopic.allCases.map(\.rawValue)
        guard let name = arguments.operands.first else {
            text =
                arguments.has("--names")
                ? names.joined(separator: "\n") : HelpText.overview(of: .shelf, width: console.width)
            return
        }
        let command = commands.first { $0.name == name }
        if let topic = HelpTopic(rawValue: name) {
            text = topic.text(width: console.width)
        } else if let command {
            text = HelpText.page(for: command, of: .shelf, width: console.width)
        } else {
            throw .unknownTopic(name, suggestion: name.closest(among: names))
        }
        // `help tag rename` is how people ask for a part of a command.
        for part in arguments.operands.dropFirst() where command?.hasPart(part) != true {
            throw .unexpectedOperand(command: "help \(name)", value: part)
        }
    }

    func run() async throws -> ExitCode {
        try console.print(text)
        return .done
    }
}
