import CommandLineArguments

/// `shelf help`: shows the help of the program, a command or a topic.
struct HelpCommand: Command {
    // The names of the commands are completed by lines, because they are unknown before each command has its syntax.
    static let syntax = CommandSyntax(
        "help", "show the help of shelf or a command",
        operands: "[COMMAND | \(Topic.allCases.map(\.rawValue).joined(separator: " | "))]", count: 0...2,
        completing: [.lines(of: ["help", "--names"])], options: [.flag("--names", "only the names of the topics")],
        examples: [
            ("shelf help check", "the help of 'shelf check'"), ("shelf help exit-codes", "the exit codes"),
            ("shelf help configuration", "the settings"),
        ])

    static let readsConfiguration = false

    private enum Topic: String, CaseIterable {
        case exitCodes = "exit-codes"
        case configuration
    }

    private let console: Console
    private let text: String

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        let commands = ProgramSyntax.shelf.commands
        let names = commands.map(\.name) + Topic.allCases.map(\.rawValue)
        guard let name = arguments.operands.first else {
            text =
                arguments.has("--names")
                ? names.joined(separator: "\n") : HelpText.overview(of: .shelf, width: console.width)
            return
        }
        let command = commands.first { $0.name == name }
        if let topic = Topic(rawValue: name) {
            text = Self.text(of: topic, width: console.width)
        } else if let command {
            text = HelpText.page(for: command, of: .shelf, width: console.width)
        } else {
            throw .custom("unknown topic '\(name)'; \(name.suggestion(among: names) ?? "see 'shelf help'")")
        }
        // The second operand may be a subcommand: `shelf help tag rename`.
        for operand in arguments.operands.dropFirst() where command?.hasSubcommand(operand) != true {
            throw .unexpectedOperand(command: "help", value: operand)
        }
    }

    func run() async throws -> ExitCode {
        try console.print(text)
        return .done
    }

    private static func text(of topic: Topic, width: Int?) -> String {
        switch topic {
        case .exitCodes:
            return HelpText.section(
                "Exit codes", ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }, width: width)
        case .configuration:
            let settings = Setting.all.map { ($0.key, "\($0.variable), \($0.option) (\($0.defaultValue))") }
            let variables = [
                ("NO_COLOR, TERM=dumb", "disable colour"), ("COLUMNS", "the width of the terminal"),
                ("VISUAL, EDITOR", "the editor of 'shelf edit'"), ("SHELF_OPENER", "the program of 'shelf open'"),
                ("XDG_CONFIG_HOME", "the folder that contains shelf/config.json (~/.config)"),
                ("XDG_DATA_HOME", "the folder that contains shelf/library.db (~/.local/share)"),
                ("PGPASSFILE", "the file with the passwords of libraries on servers"),
            ]
            return HelpText.wrapped(
                """
                Options override environment variables, and these override the configuration file
                $XDG_CONFIG_HOME/shelf/config.json, whose keys are listed below; 'shelf config show' shows the values in effect.

                \(HelpText.section("Settings", settings))

                Example of the file:
                  {
                    "library": "~/links/library.db",
                    "check": { "perHost": 4, "timeout": "10s", "accept": "200..=299,429" }
                  }

                \(HelpText.section("Environment variables", variables))
                """, width: width)
        }
    }
}

/// `shelf completions`: prints the completion script for a shell.
struct CompletionsCommand: Command {
    static let syntax = CommandSyntax(
        "completions", "print the completion script for a shell", operands: "bash | zsh | fish", count: 1...1,
        completing: [.words(Shell.allCases.map(\.rawValue))],
        discussion: """
            The script completes commands, options, their values, files, and the tags of your library. Save it where your shell
            looks for completion scripts, as shown below, and start a new shell.
            """,
        examples: [
            ("shelf completions bash > ~/.local/share/bash-completion/completions/shelf", "for bash"),
            ("shelf completions zsh > \"${fpath[1]}/_shelf\"", "for zsh"),
            ("shelf completions fish > ~/.config/fish/completions/shelf.fish", "for fish"),
        ])

    static let readsConfiguration = false

    private let console: Console
    private let shell: Shell

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        shell = try arguments.firstOperand(as: Shell.self)
    }

    func run() async throws -> ExitCode {
        try console.write(shell.completions(for: .shelf))
        return .done
    }
}
