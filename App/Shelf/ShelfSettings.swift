import Bootstrap
import CommandLineArguments
import Foundation
import LibraryInterface

/// The settings of one call.
enum ShelfSettings {
    /// Reads the settings from the command line, in which those of the configuration are filled in.
    static func settings(_ arguments: ParsedArguments, environment: [String: String]) throws(UsageError) -> Settings {
        let urlPolicy = URLPolicy(
            removesTracking: arguments.has("--remove-tracking"), allowsAnyScheme: arguments.has("--any-scheme"))
        guard let named = arguments.value("--library") else {
            return Settings(library: .file(path: usualPath(environment), makesFolder: true), urlPolicy: urlPolicy)
        }
        do throws(LibraryAddressError) {
            return Settings(library: try LibraryAddress(named, environment: environment), urlPolicy: urlPolicy)
        } catch {
            switch error {
            case .unknownKind:
                throw .badValue(
                    option: "--library", value: named, expected: "the path of a file, postgres://…, or :memory:")
            case .server(let reason): throw .custom(reason)
            }
        }
    }

    /// Where the library of an account lies (XDG Base Directory Specification).
    static func usualPath(_ environment: [String: String]) -> String {
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (data ?? "\(home(environment))/.local/share") + "/shelf/library.db"
    }

    /// The home folder of the account.
    static func home(_ environment: [String: String]) -> String {
        environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? FileManager.default.homeDirectoryForCurrentUser.path
    }
}
