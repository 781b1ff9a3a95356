import Bootstrap
import CommandLineArguments
import JSONText
import TerminalText

/// The command that shows the configuration. `config path` works even if the file is invalid.
struct ConfigCommand: ConsoleCommand {
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

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        self.arguments = arguments
        subcommand = try arguments.firstOperand(as: Subcommand.self)
    }

    func run() async throws -> ExitCode {
        switch subcommand {
        case .path:
            let path = ConfigurationFile.path(console.environment)
            try console.print(console.isJSON ? JSONValue.string(path).text : path)
        case .show: try show()
        }
        return .done
    }

    private func show() throws {
        var filled = arguments
        _ = try filled.readSettings(console.environment)
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
        return setting.variable == origin ? origin : "file"
    }
}
