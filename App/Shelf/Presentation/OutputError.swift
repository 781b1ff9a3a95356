/// What is written could not be kept.
enum OutputError: Error {
    /// Standard output takes no more.
    case standardOutput

    /// What is wrong, in one line.
    var message: String {
        switch self {
        case .standardOutput: "the output cannot be written; is the disk full?"
        }
    }
}
