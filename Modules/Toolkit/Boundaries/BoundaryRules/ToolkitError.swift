/// An error that ends a command of the toolkit.
public protocol ToolkitError: Error {
    /// The message: what failed and where, the reason, and the remedy.
    var message: String { get }
    var exitCode: ErrorExitCode { get }
}

extension ToolkitError {
    public var exitCode: ErrorExitCode { .unusablePackage }
}

/// The exit code of a command that fails with an error, as in `sysexits.h`.
public enum ErrorExitCode: Int32, Sendable {
    case usage = 64
    case unusablePackage = 65
    case missingProgram = 69
    case cannotCreate = 73
}
