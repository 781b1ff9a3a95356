import Bootstrap
import CommandLineArguments
import Foundation

/// The settings of one call: flags beat variables, and variables beat what is usual.
enum ShelfSettings {
    /// Reads the settings from the command line and the environment.
    static func settings(
        _ arguments: ParsedArguments, environment: [String: String]
    ) throws(UsageError) -> Settings {
        let named = arguments.value("--library") ?? environment["SHELF_LIBRARY"].flatMap { $0.isEmpty ? nil : $0 }
        guard let named else { return Settings(library: .file(path: usualPath(environment), makesFolder: true)) }
        guard let address = LibraryAddress(named) else { throw .badLibrary(named) }
        return Settings(library: address)
    }

    /// Where the library of an account lies (XDG Base Directory Specification).
    static func usualPath(_ environment: [String: String]) -> String {
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
        return (data ?? "\(home)/.local/share") + "/shelf/library.db"
    }
}
