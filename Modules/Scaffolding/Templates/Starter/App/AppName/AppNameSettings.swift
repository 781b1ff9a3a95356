import Bootstrap
import CommandLineArguments
import Foundation

/// The settings of one call.
enum AppNameSettings {
    /// Reads the settings from the command line and the environment; flags beat variables.
    static func settings(_ arguments: ParsedArguments, environment: [String: String]) -> Settings {
        Settings(version: "0.1.0", notesPath: arguments.value("--file") ?? usualPath(environment))
    }

    /// Where the notes of an account lie (XDG Base Directory Specification).
    private static func usualPath(_ environment: [String: String]) -> String {
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
        return (data ?? "\(home)/.local/share") + "/appname/notes.json"
    }
}
