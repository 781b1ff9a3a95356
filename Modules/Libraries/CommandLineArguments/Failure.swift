/// An error that ends a program with a message and an exit code.
public struct Failure: Error {
    /// The message: what failed, the reason, and the remedy.
    public let message: String
    public let code: ExitCode

    public init(_ message: String, _ code: ExitCode) {
        self.message = message
        self.code = code
    }
}

/// An error that indicates that the output of a program cannot be written.
public struct OutputError: Error, Hashable {
    /// The path of the file, or the name of the stream.
    public let path: String
    /// The system's explanation of the failure.
    public let reason: String
    /// Whether the stream was already closed when the program started.
    public let isClosed: Bool

    public init(path: String, reason: String, isClosed: Bool = false) {
        self.path = path
        self.reason = reason
        self.isClosed = isClosed
    }
}
