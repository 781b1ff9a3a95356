import CommandLineArguments

/// `shelf completions`: prints what teaches a shell the program.
struct CompletionsCommand: Command {
    static let syntax = CommandSyntax(
        "completions", "print the completion script of a shell", operands: "bash | zsh | fish", count: 1...1,
        completing: [.words(Shell.allCases.map(\.rawValue))],
        discussion: """
            The script completes commands, options, their values, files, and the tags of your library. Put it where
            your shell looks for such scripts, as below, and start a new shell.
            """,
        examples: [
            ("shelf completions bash > ~/.local/share/bash-completion/completions/shelf", "for bash"),
            ("shelf completions zsh > \"${fpath[1]}/_shelf\"", "for zsh"),
            ("shelf completions fish > ~/.config/fish/completions/shelf.fish", "for fish"),
        ])

    static let readsConfiguration = false

    private let console: Console
    private let shell: Shell

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        let name = arguments.operands[0]
        guard let shell = Shell(rawValue: name) else {
            throw .unknownTask(name, of: "completions", tasks: Shell.allCases.map(\.rawValue))
        }
        self.shell = shell
    }

    func run() async throws -> ExitCode {
        // The script ends with a line break of its own.
        try console.print(String(shell.completions(for: .shelf).dropLast()))
        return .done
    }
}
