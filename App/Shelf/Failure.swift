import CommandLineArguments
import Core
import LibraryInterface
import TransferInterface
import WebURLs

extension Failure {
    init(_ message: String) {
        self.init(message, .inputOutput)
    }

    /// Creates the failure for an error of a feature: its explanation, followed by the option or
    /// command of the remedy in parentheses.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as Failure: error
            case let error as UsageError: Failure(error.message(for: .shelf), .usage)
            case let error as OutputError:
                Failure(
                    "cannot write to \(error.path)"
                        + (error.isClosed
                            ? ": it is closed" : "; free space, or write to another file")
                )
            case is CancellationError: Failure("interrupted", .interrupted)
            case let error as any ExplainedError:
                Failure(
                    error.explanation + (Self.option(for: error).map { " (\($0))" } ?? ""),
                    ExitCode(of: error)
                )
            default: Failure("\(error.explanation); report it with the command that caused it")
            }
    }

    static func program(_ name: String, code: Int32, remedy: String) -> Failure {
        Failure(
            "\(code == 127 ? "program '\(name)' not found" : "'\(name)' failed with exit code \(code)"); \(remedy)"
        )
    }

    static func configuration(_ message: String) -> Failure {
        Failure(message, .invalidConfiguration)
    }

    /// Returns the error for an invalid value in the configuration. The origin is a key in the
    /// configuration file, or an environment variable.
    static func setting(_ value: String?, origin: String, expected: String) -> Failure {
        .configuration(
            "invalid value\(value.map { " '\($0)'" } ?? "") for \(origin): expected \(expected)"
        )
    }
}

extension Failure {
    /// Returns the option or command that carries out the remedy in the explanation of an error, or
    /// `nil` if there is none.
    private static func option(for error: any Error) -> String? {
        switch error {
        case LibraryError.invalidURL(_, .unsupportedScheme(let scheme)):
            "\(scheme):".suggestion(among: ["https:", "http:"]) ?? "--any-scheme saves others"
        case LibraryError.noSuchLinks: "shelf list"
        case LibraryError.urlTaken: "--merge"
        case LibraryError.noSuchTags: "shelf tag list"
        case LibraryError.tagExists(let tag, let old):
            "shelf tag merge \"\(old)\" into \"\(tag)\""
        case StoreError.cannotOpen, StoreError.notALibrary, StoreError.readOnly: "--library PATH"
        case StoreError.lockTableFull: "--concurrency N"
        case StoreError.refused: "passwords are read from the file in PGPASSFILE"
        case TransferError.unknownFormat: "--from FORMAT"
        case TransferError.tableWithoutHeader: "--from urls"
        case TransferError.unsupportedFormat(_, .database): "--library FILE"
        case TransferError.unsupportedFormat(_, .gzip): "gzip -dc FILE | shelf import -"
        default: nil
        }
    }
}
