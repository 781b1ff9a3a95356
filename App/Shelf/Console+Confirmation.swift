import CommandLineArguments
import Core

extension Console {
    /// Asks a question on the terminal. If the terminal is not interactive, returns true without
    /// asking.
    ///
    /// - Throws: `CancellationError` if the user presses Ctrl-C.
    func confirms(_ question: String, on terminal: any Terminal) async throws -> Bool {
        guard isInteractive else { return true }
        draw("\(question) [y/N] ")
        return ["y", "yes"].contains(try await StandardInput(terminal).next()?.lowercased())
    }
}
