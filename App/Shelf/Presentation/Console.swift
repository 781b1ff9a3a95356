import CommandLineArguments
import Core
import Foundation
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

    /// Reads the options that every command takes, and looks at the terminal.
    init(_ arguments: ParsedArguments, environment: [String: String]) {
        isJSON = arguments.has("--json")
        isQuiet = arguments.has("--quiet")
        isVerbose = arguments.has("--verbose")
        let isDumb = environment["TERM"] == "dumb"
        let isPlain = isDumb || arguments.has("--no-color") || environment["NO_COLOR"]?.isEmpty == false
        hasColor = !isPlain && !isJSON && Terminal.isTerminal(.output)
        width = Terminal.isTerminal(.output) ? Terminal.width(of: .output, environment) : nil
        let showsProgress = !isDumb && !isQuiet && Terminal.isTerminal(.error)
        progressWidth = showsProgress ? Terminal.width(of: .error, environment) ?? 80 : nil
        isInteractive = Terminal.isTerminal(.input) && Terminal.isTerminal(.error)
    }

    /// Writes a result to standard output.
    ///
    /// - Throws: ``OutputError`` when nobody takes it.
    func print(_ text: String) throws(OutputError) { try write(text + "\n") }

    /// Writes a part of a result to standard output, without a line break.
    func write(_ text: String) throws(OutputError) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            throw .standardOutput
        }
    }

    /// Writes a result in JSON to standard output.
    func print(json value: JSONValue) throws(OutputError) { try print(value.text) }

    /// Says something that is no result, on standard error, unless quiet is wanted.
    func note(_ text: String) {
        if !isQuiet { complain(text) }
    }

    /// Says what went wrong, on standard error.
    func complain(_ text: String) { Self.complain(text) }

    /// Says what went wrong, on standard error; there is nobody left to tell when that fails too.
    static func complain(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("shelf: \(text.safeForTerminal)\n".utf8))
    }

    /// Asks a person for a yes; true without asking where there is nobody to ask.
    func confirms(_ question: String) -> Bool {
        guard isInteractive else { return true }
        try? FileHandle.standardError.write(contentsOf: Data("\(question) [y/N] ".utf8))
        return Terminal.interruptibly { ["y", "yes"].contains(readLine()?.lowercased()) }
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
