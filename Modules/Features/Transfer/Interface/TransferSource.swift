/// Where links come from.
public enum TransferSource: Sendable, Hashable {
    /// A file.
    case file(path: String)
    /// The standard input of the process.
    case standardInput
}
