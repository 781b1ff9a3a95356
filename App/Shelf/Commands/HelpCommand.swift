import Bootstrap
import CommandLineArguments

struct HelpCommand: ConsoleCommand {
    // The completion of the operand calls `shelf help --names`, because this declaration cannot
    // list the names of all commands: the list of commands includes this command.
    static let syntax = CommandSyntax(
        "help",
        "show help for shelf or a command",
        operands: "[COMMAND | \(Topic.allCases.map(\.rawValue).joined(separator: " | "))]",
        count: 0...2,
        completing: [.lines(of: ["help", "--names"])],
        options: [.flag("--names", "print only the names of the topics")],
        examples: [
            ("shelf help check", "show the help for 'shelf check'"),
            ("shelf help exit-codes", "show the exit codes"),
            ("shelf help configuration", "show the settings"),
            (
                "shelf help manual > ~/.local/share/man/man1/shelf.1",
                "save the manual page for 'man shelf'"
            ),
        ]
    )

    private enum Topic: String, CaseIterable {
        case exitCodes = "exit-codes", configuration, manual
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
                ? names.joined(separator: "\n")
                : HelpText.overview(of: .shelf, width: console.width)
            return
        }
        let command = commands.first { $0.name == name }
        if let topic = Topic(rawValue: name) {
            text = Self.text(of: topic, width: console.width)
        } else if let command {
            text = HelpText.page(for: command, of: .shelf, width: console.width)
        } else {
            throw .custom(
                "unknown topic '\(name)'; \(name.suggestion(among: names) ?? "see 'shelf help'")"
            )
        }
        // The second operand may be a subcommand: `shelf help tag rename`.
        for operand in arguments.operands.dropFirst() where command?.hasSubcommand(operand) != true
        {
            throw .unexpectedOperand(command: "help", value: operand)
        }
    }

    func run() async throws -> ExitCode {
        try console.print(text)
        return .done
    }

    private static func text(of topic: Topic, width: Int?) -> String {
        switch topic {
        case .manual:
            let topics = [Topic.exitCodes, .configuration].map {
                ($0.rawValue, text(of: $0, width: 66))
            }
            return ManualPage.text(for: .shelf, version: Settings.version, topics: topics)
        case .exitCodes:
            return HelpText.section(
                "Exit codes",
                ExitCode.meanings.map { (String($0.code.rawValue), $0.meaning) },
                width: width
            )
        case .configuration:
            let settings = Setting.all.map {
                ($0.key, "\($0.variable), \($0.option) (\($0.defaultValue))")
            }
            let variables = [
                ("NO_COLOR, TERM=dumb", "disable color"),
                ("COLUMNS", "the width of the terminal"),
                ("VISUAL, EDITOR", "the editor for 'shelf edit'"),
                ("SHELF_OPENER", "the program for 'shelf open'"),
                ("XDG_CONFIG_HOME", "the folder that contains shelf/config.json (~/.config)"),
                ("XDG_DATA_HOME", "the folder that contains shelf/library.db (~/.local/share)"),
                (
                    "CURL_CA_BUNDLE, SSL_CERT_FILE",
                    "a PEM file with the certificate authorities to trust"
                ),
                ("PGPASSFILE", "the file that contains the passwords for PostgreSQL servers"),
            ]
            return HelpText.wrapped(
                """
                Options override environment variables, and environment variables override the configuration file
                $XDG_CONFIG_HOME/shelf/config.json, whose keys are listed below; 'shelf config show' shows the values in effect.
                Every command that uses the library fails if the file has an unknown key, or if a value in effect is invalid,
                even if the command does not use that value (exit code 78).

                \(HelpText.section("Settings", settings))

                Example of the file:
                  {
                    "library": "~/links/library.db",
                    "check": { "perHost": 4, "timeout": "10s", "accept": "200..=299,429" }
                  }

                \(HelpText.section("Environment variables", variables))
                """,
                width: width
            )
        }
    }
}
