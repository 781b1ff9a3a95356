/// What is written could not be kept.
enum OutputError: Error {
    /// Standard output takes no more.
    case standardOutput
    /// The file cannot be written; the reason is the system's.
    case file(path: String, reason: String)

    /// What is wrong, in one line.
    var message: String {
        switch self {
        case .standardOutput: "the output cannot be written; is the disk full?"
        case .file(let path, let reason): "'\(path)' cannot be written: \(reason)"
        }
    }
}
