/// A shell that completes what is typed.
public enum Shell: String, Sendable, CaseIterable {
    /// GNU Bash, from 3.2 on.
    case bash
    /// The Z shell.
    case zsh
    /// The friendly interactive shell, from 3.0 on.
    case fish

    /// The script that teaches the shell a program's commands, options and values.
    public func completions(for program: ProgramSyntax) -> String {
        switch self {
        case .bash: BashScript(program).text
        case .zsh: ZshScript(program).text
        case .fish: FishScript(program).text
        }
    }
}

extension ProgramSyntax {
    /// The names of every option that takes a value, as a pattern of `case` writes them.
    var namesWithValue: [String] {
        var seen: Set<String> = []
        return (everywhere + commands.flatMap(\.options)).filter { $0.value != nil }.flatMap(\.names)
            .filter { seen.insert($0).inserted }
    }
}

extension OptionSyntax {
    /// The long name, and the short one if there is one.
    var names: [String] { [name] + [short].compactMap(\.self) }
}

extension String {
    /// The text in the quotes in which a shell of the family of `sh` takes nothing for anything else.
    var quotedForShell: String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
