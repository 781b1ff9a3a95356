import CommandLineArguments

struct CompletionsCommand: ConsoleCommand {
    static let syntax = CommandSyntax(
        "completions",
        "print the completion script for a shell",
        operands: "bash | zsh | fish",
        count: 1...Int.max,
        completing: [.words(Shell.allCases.map(\.rawValue)), .nothing],
        discussion: """
            The script completes commands, options, their values, files, and the tags of your library. Save it where your shell
            looks for completion scripts, as shown below, and start a new shell.
            """,
        examples: [
            (
                "shelf completions bash > ~/.local/share/bash-completion/completions/shelf",
                "save the script for bash"
            ),
            ("shelf completions zsh > \"${fpath[1]}/_shelf\"", "save the script for zsh"),
            (
                "shelf completions fish > ~/.config/fish/completions/shelf.fish",
                "save the script for fish"
            ),
        ]
    )

    private let console: Console
    private let shell: Shell
    /// The words of the command line to complete, which the completion script passes after `--`.
    private let words: [String]

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        shell = try arguments.firstOperand(as: Shell.self)
        words = Array(arguments.operands.dropFirst())
    }

    func run() async throws -> ExitCode {
        guard !words.isEmpty else {
            try console.write(shell.completions(for: .shelf))
            return .done
        }
        switch ProgramSyntax.shelf.completion(of: words) {
        case .nothing: break
        case .words(let offers): try console.print(offers.joined(separator: "\n"))
        // The exit code is ignored. If the call fails, there are no suggestions.
        case .lines(let call):
            _ = await ShelfCommand.run(call, environment: console.environment)
        // `completion(of:)` never returns lists, and the script itself completes files.
        case .files, .list: return .negative
        }
        return .done
    }
}
