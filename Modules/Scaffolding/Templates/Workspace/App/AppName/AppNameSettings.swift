import Bootstrap
import CommandLineArguments

/// The settings of one call.
enum AppNameSettings {
    /// Reads the settings from the command line and the environment; flags beat variables.
    static func settings(_ arguments: ParsedArguments, environment: [String: String]) -> Settings {
        Settings(version: "0.1.0")
    }
}
