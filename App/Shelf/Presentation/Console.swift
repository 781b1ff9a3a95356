import Bootstrap
import CommandLineArguments
import Core
import Foundation
import Injection
import JSONText
import TerminalText

/// The standard streams, and how to behave on them.
struct Console: Sendable {
    /// Whether results are JSON for programs.
    let isJSON: Bool
    /// Whether only results and errors are wanted.
    let isQuiet: Bool
    /// Whether more is wanted.
    let isVerbose: Bool
    /// Whether results may be coloured.
    let hasColor: Bool
    /// The columns of the terminal to which results go; nil where they go elsewhere and are not to be cut.
    let width: Int?
    /// The columns in which progress may be drawn on standard error; nil where it is not welcome.
    let progressWidth: Int?
    /// Whether a person can be asked.
    let isInteractive: Bool
    /// The environment variables of the call.
    let environment: [String: String]
    private let system: HostSystem

    /// Reads the options that every command takes, and looks at the terminal.
    init(_ arguments: ParsedArguments, environment: [String: String], system: HostSystem) {
        self.environment = environment
        self.system = system
        isJSON = arguments.has("--json")
        isQuiet = arguments.has("--quiet")
        isVerbose = arguments.has("--verbose")
        let terminal = system.terminal
        let columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let isDumb = environment["TERM"] == "dumb"
        let isPlain = isDumb || arguments.has("--no-color") || environment["NO_COLOR"]?.isEmpty == false
        hasColor = !isPlain && !isJSON && terminal.isTerminal(.output)
        width = terminal.isTerminal(.output) ? columns ?? terminal.columns(of: .output) : nil
        let showsProgress = !isDumb && !isQuiet && terminal.isTerminal(.error)
        progressWidth = showsProgress ? columns ?? terminal.columns(of: .error) ?? 80 : nil
        isInteractive = terminal.isTerminal(.input) && terminal.isTerminal(.error)
    }

    /// The standard streams.
    var terminal: any Terminal { system.terminal }

    /// Writes a result to standard output.
    ///
    /// - Throws: ``OutputError`` when nobody takes it.
    func print(_ text: String) throws(OutputError) { try write(text + "\n") }

    /// Writes a part of a result to standard output, without a line break.
    func write(_ text: String) throws(OutputError) {
        do {
            try terminal.file(of: .output).write(contentsOf: Data(text.utf8))
        } catch {
            // Whoever reads may end by the same Ctrl-C, or the terminal be closed: what is done is kept all the same.
            guard Task.isCancelled || width != nil else {
                throw error.systemNumber == EBADF ? .closed : .standardOutput
            }
        }
    }

    /// Writes a file of results piece by piece, or to standard output where its name is `-`.
    ///
    /// - Throws: `FileError` or ``OutputError`` when it cannot be written, `UsageError` when that is the library itself, and what
    ///   `body` throws.
    func write(
        to path: String, _ body: (_ write: @Sendable (String) throws -> Void) async throws -> Void
    ) async throws {
        guard path != "-" else { return try await body { try write($0) } }
        guard !AppContainer.shared.settings().library.isFile(at: path) else {
            throw UsageError.wouldReplaceLibrary(path)
        }
        try await system.fileWriter.write(to: path, body)
    }

    /// Writes a result in JSON to standard output.
    func print(json value: JSONValue) throws(OutputError) { try print(value.text) }

    /// Says something that is no result, on standard error, unless quiet is wanted.
    func note(_ text: String) {
        if !isQuiet { complain(text) }
    }

    /// Says what went wrong, on standard error.
    func complain(_ text: String) { Self.complain(text, on: terminal) }

    /// How many characters of an address, or of another word, people are shown on standard error.
    private static let longestWord = 500

    /// Says what went wrong, on standard error; there is nobody left to tell when that fails too.
    static func complain(_ text: String, on terminal: any Terminal) {
        let line = text.safeForTerminal.cuttingWords(to: longestWord)
        try? terminal.file(of: .error).write(contentsOf: Data("shelf: \(line)\n".utf8))
    }

    /// Writes text to standard error as it is, and ignores that this can fail.
    func draw(_ text: String) { try? terminal.file(of: .error).write(contentsOf: Data(text.utf8)) }

    /// Asks a person for a yes; true without asking where there is nobody to ask.
    ///
    /// - Throws: `CancellationError` when the answer is Ctrl-C.
    func confirms(_ question: String) async throws -> Bool {
        guard isInteractive else { return true }
        draw("\(question) [y/N] ")
        return ["y", "yes"].contains(try await StandardInput(terminal).next()?.lowercased())
    }

    /// The text in a style, where colour is welcome.
    func styled(_ text: String, _ style: TextStyle) -> String {
        hasColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// How text looks on a terminal: parameters of SGR (ECMA-48, section 8.3.117).
enum TextStyle: String {
    case bold = "1"
    case faint = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case blue = "34"
}
