/// An exit code of a program.
///
/// Codes from 64 follow `sysexits.h`. Codes from 129 are 128 plus the number of a signal. A program
/// can define its own codes in an extension.
public struct ExitCode: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    public static let done = ExitCode(rawValue: 0)
    /// The command line is invalid.
    public static let usage = ExitCode(rawValue: 64)

    public static func < (left: ExitCode, right: ExitCode) -> Bool {
        left.rawValue < right.rawValue
    }
}

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
