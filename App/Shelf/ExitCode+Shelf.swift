import CommandLineArguments
import Core
import LibraryInterface
import TransferInterface

/// The exit codes of shelf.
extension ExitCode {
    static let negative = ExitCode(rawValue: 1)
    static let deadLinks = ExitCode(rawValue: 2)
    static let invalidInput = ExitCode(rawValue: 65)
    static let libraryUnavailable = ExitCode(rawValue: 69)
    static let inputOutput = ExitCode(rawValue: 74)
    static let invalidConfiguration = ExitCode(rawValue: 78)
    static let hangup = ExitCode(rawValue: 129)
    static let interrupted = ExitCode(rawValue: 130)
    static let terminated = ExitCode(rawValue: 143)

    /// All exit codes of the program, with their meanings for the help.
    static let meanings: [(code: ExitCode, meaning: String)] = [
        (.done, "success"),
        (.negative, "a negative answer: no match, already saved, nothing to undo"),
        (.deadLinks, "a check found dead links (with --strict: links that are not ok)"),
        (.usage, "invalid command line"),
        (.invalidInput, "the input cannot be read or is invalid"),
        (
            .libraryUnavailable,
            "the library cannot be opened or reached, is locked, or is not a library"
        ),
        (.inputOutput, "an error while reading or writing"),
        (.invalidConfiguration, "invalid configuration"),
        (.hangup, "the terminal was closed (SIGHUP); finished work is saved"),
        (.interrupted, "interrupted by Ctrl-C (SIGINT); finished work is saved"),
        (.terminated, "terminated (SIGTERM); finished work is saved"),
    ]
}

extension ExitCode {
    /// Creates the exit code of a command that fails with an error of a feature.
    init(of error: any Error) {
        self =
            switch error {
            case LibraryError.invalidURL: .usage
            case is LibraryError: .negative
            case StoreError.diskFull, StoreError.failed: .inputOutput
            case is StoreError: .libraryUnavailable
            case is TransferError: .invalidInput
            default: .inputOutput
            }
    }
}
