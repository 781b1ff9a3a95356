import CommandLineArguments

extension ProgramSyntax {
    /// The command line of appname.
    static let appname = ProgramSyntax(
        "appname", "appname is a program with room for commands.",
        commands: AppNameCommand.commands.map { $0.syntax },
        everywhere: [.help, .version],
        examples: [("appname --version", "show the version")],
        closing: ExitCode.help)
}
