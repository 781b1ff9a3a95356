import Bootstrap
import CheckingInterface
import CommandLineArguments
import Injection

/// A command that uses the library, with settings from the command line, the environment and the
/// configuration file.
protocol LibraryCommand: Command, ContextUser {
    /// Whether the command creates the library if it does not exist. Other commands treat a missing
    /// library as empty.
    static var createsLibrary: Bool { get }

    init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError)
    func run() async throws -> ExitCode
}

extension LibraryCommand {
    static var createsLibrary: Bool { false }

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        var arguments = arguments
        var settings = try arguments.readSettings(console.environment)
        // The arguments now include the configuration, which can disable color.
        let console = console.configured(by: arguments)
        let isMissing =
            settings.library.isMissing && (!createsLibrary || arguments.has("--dry-run"))
        if isMissing {
            settings.library = .memory
        }
        // The settings are registered first, because the features and services that the command
        // resolves depend on them.
        AppContainer.shared.settings.register { [settings] in settings }
        let context = CommandContext(AppContainer.shared, console: console)
        let command = try Self(arguments, in: context)
        // A note helps if the path on the command line is mistyped.
        if isMissing, let path = arguments.value("--library") {
            console.note(
                "library '\(path)' does not exist yet; 'shelf add' and 'shelf import' create it"
            )
        }
        return try await command.run()
    }
}

extension OptionSyntax {
    static let urlOptions: [OptionSyntax] = [
        .flag("--remove-tracking", "remove tracking parameters such as utm_source from URLs"),
        .flag(
            "--any-scheme",
            "also save URLs that cannot be fetched, such as mailto: and javascript:"
        ),
    ]

    static let interval = OptionSyntax.value(
        "--interval",
        "TIME",
        "wait TIME between two requests to a host (\(CheckPolicy().interval.text))"
    )

    static func dryRun(_ help: String) -> OptionSyntax {
        .flag("--dry-run", help)
    }
}

extension String {
    /// The meaning of an operand that begins with a dash, in commands that search.
    static let excludedWord = "an excluded word"

    /// Checks that a URL contains no white space, which would end the URL in a list of links.
    func checkSpaces() throws(UsageError) {
        guard split(whereSeparator: \.isWhitespace).count < 2 else {
            throw .custom(
                "cannot save '\(self)': the URL contains a space; write the space as %20, or the text after it as --title TEXT"
            )
        }
    }
}

extension ParsedArguments {
    func firstOperand<Choice: RawRepresentable<String> & CaseIterable>(
        as: Choice.Type
    ) throws(UsageError) -> Choice {
        guard let choice = Choice(rawValue: operands[0]) else {
            let choices = Choice.allCases.map(\.rawValue)
            let hint =
                operands[0].suggestion(among: choices)
                ?? "expected \(choices.joined(separator: ", "))"
            throw .custom(
                "unexpected argument '\(operands[0])' for 'shelf \(command?.name ?? "")'; \(hint)"
            )
        }
        return choice
    }
}

extension UsageError {
    static func nothingToSearch(_ text: String) -> UsageError {
        .custom(
            "cannot search for '\(text)': it contains no letter, digit or emoji; enter a word or a tag"
        )
    }

    static func conflictingOptions(_ option: String, _ other: String) -> UsageError {
        .custom("cannot combine '\(option)' with '\(other)'; remove one of them")
    }
}
