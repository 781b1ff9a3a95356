import CommandLineArguments

/// `shelf help`: shows how to use the program.
struct HelpCommand: Command {
    static let syntax = CommandSyntax(
        "help", "show how to use shelf, or one of its commands", operands: "[COMMAND | exit-codes]", count: 0...1,
        examples: [("shelf help check", "all about 'shelf check'"), ("shelf help exit-codes", "the exit codes")])

    private let console: Console
    private let text: String

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        let commands = ProgramSyntax.shelf.commands
        guard let topic = arguments.operands.first else {
            text = HelpText.overview(of: .shelf)
            return
        }
        if topic == "exit-codes" {
            text = HelpText.section("Exit codes", ExitCode.allCases.map { (String($0.rawValue), $0.meaning) })
        } else if let command = commands.first(where: { $0.name == topic }) {
            text = HelpText.page(for: command, of: .shelf)
        } else {
            throw .unknownTopic(topic, suggestion: topic.closest(among: commands.map(\.name) + ["exit-codes"]))
        }
    }

    func run() async throws -> ExitCode {
        try console.print(text)
        return .done
    }
}
