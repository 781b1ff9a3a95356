import CheckingInterface
import CommandLineArguments
import Core
import JSONText
import TerminalText

/// `shelf config`: shows the settings that hold, and where they come from.
struct ConfigCommand: Command {
    static let syntax = CommandSyntax(
        "config", "show the settings, and where they come from", operands: "show | path", count: 1...1,
        completing: [.words(Task.allCases.map(\.rawValue))],
        discussion: """
            'show' lists every setting with its value and what set it; 'path' prints where the configuration file
            belongs. Options beat variables, and variables beat the file; 'shelf help configuration' tells more.
            """,
        examples: [
            ("shelf config show", "what holds now"),
            ("mkdir -p \"$(dirname \"$(shelf config path)\")\"", "its folder, which nothing else makes"),
            ("$EDITOR \"$(shelf config path)\"", "change it"),
        ])

    // A broken file must not keep this command from saying where it is.
    static let readsConfiguration = false

    private enum Task: String, CaseIterable { case show, path }

    private let console: Console
    private let task: Task
    private let arguments: ParsedArguments

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        self.arguments = arguments
        let name = arguments.operands[0]
        guard let task = Task(rawValue: name) else {
            throw .unknownTask(name, of: "config", tasks: Task.allCases.map(\.rawValue))
        }
        self.task = task
    }

    private var environment: [String: String] { console.environment }

    func run() async throws -> ExitCode {
        let path = ConfigurationFile.path(environment)
        switch task {
        case .path: try console.print(console.isJSON ? JSONValue.string(path).text : path)
        case .show: try show(ConfigurationFile(path: path))
        }
        return .done
    }

    private func show(_ file: ConfigurationFile) throws {
        var filled = arguments
        try filled.fillSettings(from: file, environment: environment)
        // Values that their command would refuse are refused here too.
        try filled.blamingConfiguration {
            _ = try ShelfSettings.settings(filled, environment: environment)
            _ = try CheckPolicy(filled)
        }
        if console.isJSON { return try console.print(json: .object(Setting.all.map { ($0.key, json($0, filled)) })) }
        var table = TextTable([.left("setting"), .cut("value"), .left("set by")])
        for setting in Setting.all {
            table.append([
                TextTable.Cell(setting.key), TextTable.Cell(value(of: setting, filled).safeForTerminal),
                TextTable.Cell(origin(of: setting, filled)) { [console] in console.styled($0, .faint) },
            ])
        }
        try console.print(table.text(width: console.width))
    }

    private func value(of setting: Setting, _ arguments: ParsedArguments) -> String {
        if case .choice(let meaning) = setting.kind { return String(arguments.has(setting.option) == meaning) }
        let usual = setting.key == "library" ? ShelfSettings.usualPath(environment) : setting.usual
        return arguments.value(setting.option) ?? usual
    }

    private func origin(of setting: Setting, _ arguments: ParsedArguments) -> String {
        guard arguments.has(setting.option) else { return "default" }
        guard let origin = arguments.origin(of: setting.option) else { return setting.option }
        return origin.hasPrefix("the variable") ? setting.variable : "file"
    }

    private func json(_ setting: Setting, _ arguments: ParsedArguments) -> JSONValue {
        .object([
            ("value", .string(value(of: setting, arguments))), ("origin", .string(origin(of: setting, arguments))),
            ("variable", .string(setting.variable)), ("option", .string(setting.option)),
        ])
    }
}
