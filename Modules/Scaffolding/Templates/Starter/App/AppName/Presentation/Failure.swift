import CommandLineArguments
import Core
import NotesInterface

/// What a failure says to people, and to the caller of the program.
struct Failure {
    /// What, which value, why, and what to do; one line.
    let message: String
    /// The exit code.
    let code: ExitCode

    /// Finds the words for an error; those of the modules bring theirs along.
    init(_ error: any Error) {
        (message, code) =
            switch error {
            case let error as UsageError: (error.message(for: .appname), .usage)
            case NotesError.emptyText: (error.explanation, .usage)
            case NotesError.noSuchNote: (error.explanation, .negative)
            case is NoteStoreError: (error.explanation, .inputOutput)
            case is OutputError: ("the output cannot be written; is the disk full?", .inputOutput)
            default: (error.explanation, .unexpected)
            }
    }
}
