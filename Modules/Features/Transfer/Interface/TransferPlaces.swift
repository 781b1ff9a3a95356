/// Where links come from.
public enum TransferSource: Sendable, Hashable {
    /// A file.
    case file(path: String)
    /// The standard input of the process.
    case standardInput
}

/// Where links go to.
public enum TransferDestination: Sendable, Hashable {
    /// A file, made or replaced.
    case file(path: String)
    /// The standard output of the process.
    case standardOutput
}
