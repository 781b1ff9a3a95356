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
