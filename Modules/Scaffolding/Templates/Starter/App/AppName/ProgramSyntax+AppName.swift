import CommandLineArguments

extension ProgramSyntax {
    /// The command line of appname.
    static let appname = ProgramSyntax(
        "appname", "appname keeps your notes.",
        commands: AppNameCommand.commands.map { $0.syntax },
        everywhere: [
            .value("--file", "PATH", "the file with the notes (default: the one of your account)"),
            .help,
            .version,
        ],
        examples: [
            ("appname add water the plants", "keep a note"),
            ("appname list", "show all notes"),
            ("appname remove 1", "forget the first one"),
        ],
        closing: ExitCode.help)
}
