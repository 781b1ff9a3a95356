import Bootstrap
import CheckingInterface
import CommandLineArguments
import Foundation
import LibraryInterface

extension ParsedArguments {
    /// Adds the configuration to the arguments, and returns the settings. If a value is invalid and
    /// not from the command line, the error names the origin of the value.
    mutating func readSettings(_ environment: [String: String]) throws -> Settings {
        try fillSettings(from: ConfigurationFile(environment), environment: environment)
        do {
            return try Settings(self, environment: environment)
        } catch {
            switch error {
            case .invalidValue(let option, let value, let expected):
                guard let origin = origin(of: option) else { throw error }
                throw Failure.setting(value, origin: origin, expected: expected)
            case .rejectedValue(let option, let reason):
                guard let origin = origin(of: option) else { throw error }
                throw Failure.configuration("invalid value for \(origin): \(reason)")
            default: throw error
            }
        }
    }
}

extension Settings {
    fileprivate init(
        _ arguments: ParsedArguments,
        environment: [String: String]
    ) throws(UsageError) {
        let checkPolicy = try CheckPolicy(arguments)
        let urlPolicy = URLPolicy(
            removesTracking: arguments.has("--remove-tracking"),
            allowsAnyScheme: arguments.has("--any-scheme")
        )
        self.init(
            library: try Self.library(arguments, environment: environment),
            urlPolicy: urlPolicy,
            checkPolicy: checkPolicy,
            authorities: Self.authorities(environment)
        )
    }

    private static func library(
        _ arguments: ParsedArguments,
        environment: [String: String]
    ) throws(UsageError) -> LibraryLocation {
        guard let named = arguments.value("--library") else {
            return .file(path: try defaultLibraryPath(environment).asPath(), createsFolder: true)
        }
        _ = try named.asPath()
        do throws(LibraryLocationError) {
            return try LibraryLocation(named, environment: environment)
        } catch {
            switch error {
            case .unknownKind:
                throw .invalidValue(
                    option: "--library",
                    value: named,
                    expected: "the path of a file, postgres://…, or :memory:"
                )
            case .server(let reason): throw .rejectedValue(option: "--library", reason: reason)
            }
        }
    }

    /// Returns the path of the trusted certificate authorities, or `nil` to trust the system's
    /// authorities. The environment variables and their precedence are the same as in curl.
    private static func authorities(_ environment: [String: String]) -> String? {
        let paths = ["CURL_CA_BUNDLE", "SSL_CERT_FILE"].compactMap { environment[$0] }
        return paths.first { !$0.isEmpty }
    }

    static func defaultLibraryPath(_ environment: [String: String]) -> String {
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (data ?? "\(homeFolder(environment))/.local/share") + "/shelf/library.db"
    }
}

func homeFolder(_ environment: [String: String]) -> String {
    environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
        ?? FileManager.default.homeDirectoryForCurrentUser.path
}

extension String {
    /// Returns the string as a path.
    ///
    /// - Throws: An error if the path is not UTF-8. Its invalid bytes have been replaced with
    ///   U+FFFD, so that different paths can have the same string.
    func asPath() throws(UsageError) -> String {
        guard !unicodeScalars.contains("\u{FFFD}") else {
            throw .custom("the path '\(self)' is not valid UTF-8; rename the file or folder")
        }
        return self
    }
}
