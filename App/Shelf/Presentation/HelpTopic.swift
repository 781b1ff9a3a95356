import CommandLineArguments

/// What `shelf help` explains beside the commands.
enum HelpTopic: String, CaseIterable {
    case exitCodes = "exit-codes"
    case configuration

    /// The explanation, broken for the columns of a terminal.
    func text(width: Int?) -> String {
        switch self {
        case .exitCodes:
            HelpText.section("Exit codes", ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }, width: width)
        case .configuration: HelpText.wrapped(Self.configurationText, width: width)
        }
    }

    private static var configurationText: String {
        """
        Options beat variables, and variables beat the file $XDG_CONFIG_HOME/shelf/config.json (usually in
        ~/.config), whose keys are those of this table; 'shelf config show' shows what holds.

        \(HelpText.section("Settings", Setting.all.map { ("\($0.key)", "\($0.variable), \($0.option) (\($0.usual))") }))

        Example of the file:
          {
            "library": "~/links/library.db",
            "check": { "perHost": 4, "timeout": "10s", "accept": "200..=299,429" }
          }

        Also heard: NO_COLOR and TERM=dumb turn colour off, COLUMNS is the width of the terminal, VISUAL and EDITOR
        name the editor of 'shelf edit', SHELF_OPENER the program of 'shelf open', XDG_DATA_HOME the folder
        in which the library of your account lies, PGPASSFILE the file with the passwords of libraries on servers.
        """
    }
}
