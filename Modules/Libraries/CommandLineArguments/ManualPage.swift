/// The manual page of a program for `man`, in the man(7) macro language.
///
/// The page contains the help for all commands, as the program prints it.
public enum ManualPage {
    /// The number of columns between the margins of `man` in a terminal with 80 columns.
    private static let width = 66

    /// Returns the source of the manual page.
    ///
    /// - Parameter topics: Sections after the commands, each with a title and preformatted text.
    public static func text(
        for program: ProgramSyntax,
        version: String,
        topics: [(title: String, text: String)]
    ) -> String {
        let name = program.name
        var summary = program.summary[...]
        if summary.hasPrefix("\(name) ") {
            summary = summary.dropFirst(name.count + 1)
        }
        var lines = [
            ".TH \"\(name.uppercased())\" 1 \"\" \"\(name) \(version)\"",
            ".SH NAME",
            "\(name) \\- \(escaped(summary))",
        ]
        lines += section("SYNOPSIS", "\(name) COMMAND [OPTIONS]")
        lines += section("DESCRIPTION", HelpText.overview(of: program, width: width))
        for command in program.commands {
            let page = HelpText.page(for: command, of: program, width: width)
            lines += section("\(name) \(command.name)", page)
        }
        for topic in topics {
            lines += section(topic.title, topic.text)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func section(_ title: String, _ text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return [".SH \"\(title.uppercased())\"", ".nf"] + lines.map(escaped) + [".fi"]
    }

    /// The escape sequences for characters that `man` would otherwise replace, for example with
    /// typographic quotation marks.
    private static let escapes: [Character: String] = [
        "\\": "\\e",
        "-": "\\-",
        "'": "\\(aq",
        "`": "\\(ga",
        "^": "\\(ha",
        "~": "\\(ti",
    ]

    /// Returns a line of text with escape sequences. Without the escape sequences, `man` would
    /// interpret a line that begins with a period as a formatting command.
    private static func escaped(_ line: Substring) -> String {
        let start = line.hasPrefix(".") ? "\\&" : ""
        return start + line.map { escapes[$0] ?? String($0) }.joined()
    }
}
