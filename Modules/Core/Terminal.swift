public import Foundation

/// The standard streams of the program, and the terminal at which it was started, if there is one.
public protocol Terminal: Sendable {
    /// Returns the file behind a standard stream.
    func file(of stream: StandardStream) -> FileHandle

    /// Returns the next line of standard input without its line break, or nil at the end.
    ///
    /// Blocks its thread until the line is complete.
    func readLine() -> String?

    /// Whether a person sits at the other end of the stream.
    func isTerminal(_ stream: StandardStream) -> Bool

    /// The columns of the terminal at the other end of the stream; nil where there is none, or it does not say.
    func columns(of stream: StandardStream) -> Int?

    /// Lends the terminal to another program, such as an editor, and waits for its end.
    ///
    /// - Parameters:
    ///   - command: The program with its first arguments, as a shell reads them.
    ///   - argument: One argument more, which no shell reads.
    /// - Returns: Its exit code; 127 when there is no such program, and 128 and the number of the signal that ended it.
    func run(_ command: String, with argument: String) -> Int32

    /// Whether another program has it: what is typed is for that one, Ctrl-C too.
    var isLent: Bool { get }

    /// Whether the program was started to go on when the terminal is closed, as `nohup` does it.
    var ignoresHangUp: Bool { get }
}

/// A standard stream, by its number.
public enum StandardStream: Int32, Sendable, CaseIterable {
    case input = 0
    case output = 1
    case error = 2
}
