/// The manual page of a program for `man`, in the language of man(7). It contains the help of all commands as they are printed.
public enum ManualPage {
    /// The columns of text that fit between the margins of `man` in a terminal of 80 columns.
    private static let width = 66

    /// - Parameter topics: Sections after those of the commands, each with a title and preformatted text.
    public static func text(
        for program: ProgramSyntax, version: String, topics: [(title: String, text: String)]
    ) -> String {
        let name = program.name
        let summary =
            program.summary.hasPrefix("\(name) ") ? program.summary.dropFirst(name.count + 1) : "\(program.summary)"
        var lines = [
            ".TH \"\(name.uppercased())\" 1 \"\" \"\(name) \(version)\"", ".SH NAME", "\(name) \\- \(escaped(summary))",
        ]
        lines += section("SYNOPSIS", "\(name) COMMAND [OPTIONS]")
        lines += section("DESCRIPTION", HelpText.overview(of: program, width: width))
        for command in program.commands {
            lines += section("\(name) \(command.name)", HelpText.page(for: command, of: program, width: width))
        }
        for topic in topics { lines += section(topic.title, topic.text) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func section(_ title: String, _ text: String) -> [String] {
        [".SH \"\(title.uppercased())\"", ".nf"]
            + text.split(separator: "\n", omittingEmptySubsequences: false).map(escaped) + [".fi"]
    }

    /// The characters that `man` would print as others, such as typographic quotation marks.
    private static let escapes: [Character: String] = [
        "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
    ]

    /// Returns a line as text: a period at its beginning would be a request.
    private static func escaped(_ line: Substring) -> String {
        (line.hasPrefix(".") ? "\\&" : "") + line.map { escapes[$0] ?? String($0) }.joined()
    }
}
