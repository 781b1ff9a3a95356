/// What is written could not be kept.
enum OutputError: Error {
    /// Standard output takes no more.
    case standardOutput
    /// The program was started without a standard output.
    case closed

    /// What is wrong, in one line.
    var message: String {
        switch self {
        case .standardOutput: "the output cannot be written; is the disk full?"
        case .closed: "standard output is closed; the results have nowhere to go"
        }
    }
}
