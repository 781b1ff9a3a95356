public import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The output of a program: results on standard output, and messages and progress on standard
/// error.
public struct Console: Sendable {
    /// A standard stream, which may be connected to a terminal.
    public struct Stream: Sendable {
        let file: FileHandle
        let isTerminal: Bool
        /// The number of columns of the terminal, or `nil` if it is unknown.
        let columns: Int?

        public init(_ file: FileHandle, isTerminal: Bool, columns: Int? = nil) {
            self.file = file
            self.isTerminal = isTerminal
            self.columns = columns
        }

        /// Creates a stream for a file, which may be a terminal.
        public init(_ file: FileHandle) {
            self.init(file, isTerminal: isatty(file.fileDescriptor) == 1)
        }
    }

    /// Whether the program prints results as JSON, for use by other programs.
    public var isJSON: Bool
    /// Whether the program prints only results and errors.
    public var isQuiet: Bool
    /// Whether the program prints additional information.
    public var isVerbose: Bool
    /// Whether results may contain color if standard output is a terminal.
    public var allowsColor: Bool
    /// The number of columns for results, or `nil` if standard output is not a terminal or its
    /// width is unknown.
    public let width: Int?
    /// Whether the program can ask the user questions, because standard input and standard error
    /// are terminals.
    public let isInteractive: Bool
    /// The environment variables of the program.
    public let environment: [String: String]

    private let output: Stream
    private let error: Stream
    /// Whether the environment disables color.
    private let isPlain: Bool
    /// The number of columns of standard error, or `nil` if it cannot show progress.
    private let messageWidth: Int?

    /// Creates a console.
    ///
    /// `NO_COLOR` and `TERM=dumb` disable color, and `TERM=dumb` disables progress. `COLUMNS`
    /// overrides the width of the terminal.
    ///
    /// - Parameter allowsColor: Whether results on a terminal may contain color.
    public init(
        input: Stream = Stream(.standardInput),
        output: Stream = Stream(.standardOutput),
        error: Stream = Stream(.standardError),
        environment: [String: String],
        isJSON: Bool = false,
        isQuiet: Bool = false,
        isVerbose: Bool = false,
        allowsColor: Bool = true
    ) {
        self.output = output
        self.error = error
        self.environment = environment
        self.isJSON = isJSON
        self.isQuiet = isQuiet
        self.isVerbose = isVerbose
        self.allowsColor = allowsColor
        let columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let isDumb = environment["TERM"] == "dumb"
        isPlain = isDumb || environment["NO_COLOR"]?.isEmpty == false
        width = output.isTerminal ? columns ?? output.columns : nil
        let showsProgress = !isDumb && error.isTerminal
        messageWidth = showsProgress ? columns ?? error.columns ?? 80 : nil
        isInteractive = input.isTerminal && error.isTerminal
    }

    /// Whether results contain color.
    public var hasColor: Bool { allowsColor && !isPlain && !isJSON && output.isTerminal }

    /// The number of columns for progress on standard error, or `nil` if the program must not show
    /// progress.
    public var progressWidth: Int? { isQuiet ? nil : messageWidth }

    /// Whether standard output is a terminal.
    public var isTerminal: Bool { output.isTerminal }

    /// Prints a line on standard output.
    public func print(_ text: String) throws(OutputError) {
        try write(text + "\n")
    }

    /// Writes text to standard output.
    ///
    /// Failures are ignored in two cases, because the program must still save its work:
    /// - The task is canceled. The same Ctrl-C may have ended the process that reads the output.
    /// - The output is a terminal. The terminal may have been closed.
    public func write(_ text: String) throws(OutputError) {
        do {
            try output.file.write(contentsOf: Data(text.utf8))
        } catch {
            guard Task.isCancelled || output.isTerminal else {
                throw OutputError(
                    path: "standard output",
                    reason: error.localizedDescription,
                    isClosed: Self.isClosed(error)
                )
            }
        }
    }

    /// Prints `text`. If `file` is not `nil`, writes `text` to that file instead, and prints the
    /// summary as a message.
    public func write(_ text: String, to file: String?, summary: String) throws(OutputError) {
        guard let file else { return try print(text) }
        do {
            try Data((text.hasSuffix("\n") ? text : text + "\n").utf8).write(
                to: URL(filePath: file),
                options: .atomic
            )
        } catch {
            throw OutputError(path: file, reason: error.localizedDescription)
        }
        printMessage("wrote \(file): \(summary)")
    }

    /// Writes a message to standard error. Failures are ignored.
    public func printMessage(_ text: String) {
        draw("\(text)\n")
    }

    /// Writes a message that begins with `note:` to standard error. Failures are ignored.
    public func printNote(_ text: String) {
        printMessage("note: \(text)")
    }

    /// Writes a message that begins with `error:` to standard error. Failures are ignored.
    public func printError(_ text: String) {
        printMessage("error: \(text)")
    }

    /// Writes text to standard error without a line break, such as a question. Failures are
    /// ignored.
    public func draw(_ text: String) {
        try? error.file.write(contentsOf: Data(text.utf8))
    }

    /// Shows progress on a line of the terminal, which the next call replaces. The method has no
    /// effect if ``progressWidth`` is `nil`.
    public func showProgress(_ text: String) {
        if progressWidth != nil {
            draw("\r\u{1B}[K\(text)")
        }
    }

    /// Clears the line that ``showProgress(_:)`` wrote.
    public func endProgress() {
        showProgress("")
    }

    private static func isClosed(_ error: any Error) -> Bool {
        let error = error as NSError
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        return cause.domain == NSPOSIXErrorDomain && cause.code == Int(EBADF)
    }
}
