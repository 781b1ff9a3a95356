import CommandLineArguments

extension ProgramSyntax {
    static let sample = ProgramSyntax(
        "till",
        "till keeps the day's takings.",
        commands: [
            CommandSyntax(
                "list",
                "show entries",
                options: [
                    .value("--tag", short: "-t", "TAG", "only entries with TAG"),
                    .value("--limit", short: "-n", "N", "at most N entries"),
                    .value("--sort", "ORDER", "newest or oldest first"),
                    .flag("--all", short: "-a", or: "hidden", "hidden entries too"),
                ],
                discussion: "Newest first.",
                examples: [("till list -n 10", "the ten newest"), ("till list", "every entry")]
            ),
            CommandSyntax(
                "add",
                "save entries",
                operands: "KIND NAME…",
                count: 2...3,
                examples: [("till add coin gold", "one")]
            ),
            CommandSyntax(
                "search",
                "find entries",
                operands: "WORD…",
                count: 1...Int.max,
                dashedOperands: "a word to leave out",
                examples: []
            ),
            CommandSyntax("open", "open the till", without: ["--file"], examples: []),
        ],
        options: [
            .value("--file", short: "-f", "PATH", "the file to use"),
            .flag("--quiet", short: "-q", "print less"),
            .help,
            .version,
        ],
        examples: [("till list", "every entry")],
        closing: "See also 'till COMMAND --help'."
    )

    /// Creates a program without examples.
    init(
        _ name: String = "till",
        _ summary: String = "",
        commands: [CommandSyntax] = [],
        options: [OptionSyntax] = []
    ) {
        self.init(name, summary, commands: commands, options: options, examples: [])
    }
}
