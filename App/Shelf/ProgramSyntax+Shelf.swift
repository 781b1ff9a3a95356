import CommandLineArguments

extension ProgramSyntax {
    /// The command line of shelf.
    static let shelf = ProgramSyntax(
        "shelf", "shelf keeps your links: save them, find them, tell the dead from the living, bring them in and out.",
        commands: ShelfCommand.commands.map { $0.syntax },
        everywhere: [
            .value(
                "--library", "PATH",
                "the library to use: a file, or postgres://… (default: $SHELF_LIBRARY, or the one of your account)",
                completing: .files),
            .flag("--json", "print JSON for programs"),
            .flag("--quiet", short: "-q", "print nothing but results and errors"),
            .flag("--verbose", short: "-v", "print more"),
            .flag("--no-color", "print without colours"),
            .help,
            .version,
        ],
        examples: [
            ("shelf import bookmarks.html", "bring in what your browser exported"),
            ("shelf search swift concurrency", "find links by words"),
            ("shelf check", "tell which links are dead"),
        ],
        closing: "'shelf help COMMAND' tells more, and so do 'shelf help exit-codes' and 'shelf help configuration'.")
}
