public import Foundation

/// The standard streams of the program, and its terminal if it runs in one.
public protocol Terminal: Sendable {
    func file(of stream: StandardStream) -> FileHandle
    /// Returns the next line of standard input without its line break, or `nil` at the end. The
    /// call blocks the thread until the line is complete.
    func readLine() -> String?
    func isTerminal(_ stream: StandardStream) -> Bool
    /// Returns the number of columns of the terminal that a stream is connected to, or `nil` if the
    /// number is unknown.
    func columns(of stream: StandardStream) -> Int?

    /// Runs another program, such as an editor, in the terminal, and waits until it exits.
    ///
    /// - Parameters:
    ///   - command: The program and its first arguments, in the syntax of the shell.
    ///   - argument: An additional argument, which the shell does not interpret.
    /// - Returns: The exit code. It is 127 if the program was not found, and 128 plus the signal's
    ///   number if a signal ended the program.
    func run(_ command: String, with argument: String) -> Int32

    /// Whether a child process is using the terminal and receives its input, including Ctrl-C.
    var isUsedByChildProcess: Bool { get }
    /// Whether the program continues when its terminal is closed, for example because `nohup`
    /// started it.
    var ignoresSIGHUP: Bool { get }
}

public enum StandardStream: Int32, Sendable, CaseIterable {
    case input = 0
    case output = 1
    case error = 2
}
