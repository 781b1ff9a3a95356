import CommandLineArguments
import Core
import JSONText
import TerminalText

extension Console {
    /// Creates a console that uses the streams of a terminal.
    init(_ terminal: any Terminal, environment: [String: String]) {
        func stream(_ stream: StandardStream) -> Stream {
            Stream(
                terminal.file(of: stream),
                isTerminal: terminal.isTerminal(stream),
                columns: terminal.columns(of: stream)
            )
        }
        self.init(
            input: stream(.input),
            output: stream(.output),
            error: stream(.error),
            environment: environment
        )
    }

    /// Returns the console with the options that the arguments specify, such as `--json`.
    func configured(by arguments: ParsedArguments) -> Console {
        var console = self
        console.isJSON = arguments.has("--json")
        console.isQuiet = arguments.has("--quiet")
        console.isVerbose = arguments.has("--verbose")
        console.allowsColor = !arguments.has("--no-color")
        return console
    }

    func print(json value: JSONValue) throws(OutputError) {
        try print(value.text)
    }

    func note(_ text: String) {
        if !isQuiet {
            printNote(Self.safe(text))
        }
    }

    func reportError(_ text: String) {
        printError(Self.safe(text))
    }

    private static let longestWord = 500

    private static func safe(_ text: String) -> String {
        text.safeForTerminal.cuttingWords(to: longestWord)
    }

    /// Returns a number with its noun: `1 link`, `12 links`.
    ///
    /// `Int.counting(_:)` of the checker is not shared, because other packages depend on the
    /// checker, which therefore depends on no library.
    static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    func styled(_ text: String, _ style: TextStyle) -> String {
        hasColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// A text style. The raw value is a parameter of the control function SGR (ECMA-48, section
/// 8.3.117).
enum TextStyle: String {
    case bold = "1"
    case faint = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case blue = "34"
}
