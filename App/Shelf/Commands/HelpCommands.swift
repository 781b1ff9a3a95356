import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import JSONText
import TerminalText

struct HelpCommand: Command {
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

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        try await Self(arguments, console: console).run()
    }

    private init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
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

    private func run() async throws -> ExitCode {
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

/// The command that shows the configuration. `config path` works even if the file is invalid.
struct ConfigCommand: Command {
    static let syntax = CommandSyntax(
        "config",
        "show the settings and their origins",
        operands: "show | path",
        count: 1...1,
        completing: [.words(Subcommand.allCases.map(\.rawValue))],
        discussion: """
            'show' lists every setting with its value and origin; 'path' prints the path of the configuration file. Options
            override environment variables, and environment variables override the file; see 'shelf help configuration'.
            """,
        examples: [
            ("shelf config show", "show the settings in effect"),
            (
                "mkdir -p \"$(dirname \"$(shelf config path)\")\"",
                "create the folder of the configuration file"
            ),
            ("$EDITOR \"$(shelf config path)\"", "edit the configuration file"),
        ]
    )

    private enum Subcommand: String, CaseIterable { case show, path }

    private let console: Console
    private let subcommand: Subcommand
    private let arguments: ParsedArguments

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        try await Self(arguments, console: console).run()
    }

    private init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        self.arguments = arguments
        subcommand = try arguments.firstOperand(as: Subcommand.self)
    }

    private func run() async throws -> ExitCode {
        switch subcommand {
        case .path:
            let path = ConfigurationFile.path(console.environment)
            try console.print(console.isJSON ? JSONValue.string(path).text : path)
        case .show: try show(try ConfigurationFile(console.environment))
        }
        return .done
    }

    private func show(_ file: ConfigurationFile) throws {
        var filled = arguments
        try filled.fillSettings(from: file, environment: console.environment)
        _ = try filled.settings(environment: console.environment)
        let rows = Setting.all.map {
            ($0, value: value(of: $0, filled), origin: origin(of: $0, filled))
        }
        if console.isJSON {
            return try console.print(
                json: .object(
                    rows.map { setting, value, origin in
                        let members = [
                            ("value", value),
                            ("origin", origin),
                            ("variable", setting.variable),
                            ("option", setting.option),
                        ]
                        return (setting.key, .object(members.map { ($0, .string($1)) }))
                    }
                )
            )
        }
        var table = TextTable([.left("setting"), .cut("value"), .left("set by")])
        for (setting, value, origin) in rows {
            table.append([
                "\(setting.key)",
                "\(value.safeForTerminal)",
                TextTable.Cell(origin) { [console] in console.styled($0, .faint) },
            ])
        }
        try console.print(table.text(width: console.width))
    }

    private func value(of setting: Setting, _ arguments: ParsedArguments) -> String {
        if case .boolean(let meaning) = setting.kind {
            return String(arguments.has(setting.option) == meaning)
        }
        if setting.kind == .object, let value = ConfigurationValue(arguments, setting.option) {
            return value.hidingHeaders.text
        }
        let usual =
            setting.key == "library"
            ? Settings.defaultLibraryPath(console.environment) : setting.defaultValue
        return arguments.value(setting.option) ?? usual
    }

    private func origin(of setting: Setting, _ arguments: ParsedArguments) -> String {
        guard arguments.has(setting.option) else { return "default" }
        guard let origin = arguments.origin(of: setting.option) else {
            return setting.option
        }
        return setting.variables.contains(origin) ? origin : "file"
    }
}

struct CompletionsCommand: Command {
    static let syntax = CommandSyntax(
        "completions",
        "print the completion script for a shell",
        operands: "bash | zsh | fish",
        count: 1...Int.max,
        completing: [.words(Shell.allCases.map(\.rawValue)), .nothing],
        discussion: """
            The script completes commands, options, their values, files, and the tags of your library. Save it where your shell
            looks for completion scripts, as shown below, and start a new shell.
            """,
        examples: [
            (
                "shelf completions bash > ~/.local/share/bash-completion/completions/shelf",
                "save the script for bash"
            ),
            ("shelf completions zsh > \"${fpath[1]}/_shelf\"", "save the script for zsh"),
            (
                "shelf completions fish > ~/.config/fish/completions/shelf.fish",
                "save the script for fish"
            ),
        ]
    )

    private let console: Console
    private let shell: Shell
    /// The words of the command line to complete, which the completion script passes after `--`.
    private let words: [String]

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        try await Self(arguments, console: console).run()
    }

    private init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        shell = try arguments.firstOperand(as: Shell.self)
        words = Array(arguments.operands.dropFirst())
    }

    private func run() async throws -> ExitCode {
        guard !words.isEmpty else {
            try console.write(shell.completions(for: .shelf))
            return .done
        }
        switch ProgramSyntax.shelf.completion(of: words) {
        case .nothing: break
        case .words(let offers): try console.print(offers.joined(separator: "\n"))
        // The exit code is ignored. If the call fails, there are no suggestions.
        case .lines(let call):
            _ = await ShelfCommand.run(call, environment: console.environment)
        // `completion(of:)` never returns lists, and the script itself completes files.
        case .files, .list: return .negative
        }
        return .done
    }
}
