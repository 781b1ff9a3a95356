extension ProgramSyntax {
    /// Returns the suggestions for the last of the words after the program's name. A command or option is followed by a tab and its description.
    public func completion(of words: [String]) -> Completion {
        // bash splits `--option=value` into three words.
        let words = (words.last == "=" ? words + [""] : words).filter { $0 != "=" }
        var (command, operands, option) = (CommandSyntax?.none, 0, OptionSyntax?.none)
        for word in words.dropLast() {
            if option != nil {
                option = nil
            } else if word.hasPrefix("-"), word != "-" {
                option = options(of: command).first { $0.names.contains(word) && $0.value != nil }
            } else if command != nil {
                operands += 1
            } else {
                command = commands.first { $0.name == word }
                guard command != nil else { return .nothing }
            }
        }
        let word = words.last ?? ""
        if let option { return option.completion }
        if let end = word.firstIndex(of: "="), word.hasPrefix("--") {
            return options(of: command).first { $0.name == word[..<end] }?.completion ?? .nothing
        }
        if word.hasPrefix("-") {
            return .words(options(of: command).flatMap { option in option.names.map { "\($0)\t\(option.help)" } })
        }
        guard let command else { return .words(commands.map { "\($0.name)\t\($0.summary)" }) }
        return command.completions.dropFirst(operands).first ?? command.completions.last ?? .nothing
    }
}

/// A shell for which a completion script can be generated.
///
/// The script calls the program with `completions SHELL --` and the words up to the cursor. The program must print the suggestions of
/// ``ProgramSyntax/completion(of:)``, one per line, or exit with an error to let the shell suggest files.
public enum Shell: String, Sendable, CaseIterable {
    /// GNU Bash 3.2 or later.
    case bash
    case zsh
    /// The friendly interactive shell, 3.0 or later.
    case fish

    /// Returns the completion script for a program. A suggestion can contain any text, so no script evaluates it, as `compgen -W` would.
    public func completions(for program: ProgramSyntax) -> String {
        let (name, function) = (program.name, "_\(program.name)")
        return switch self {
        case .bash:
            """
            # Completion of \(name) for bash: source it, or save it as ~/.local/share/bash-completion/completions/\(name).
            \(function)() {
                local word=${COMP_WORDS[COMP_CWORD]} offers offer
                COMPREPLY=()
                [[ $word == = ]] && word=''
                if offers=$("${COMP_WORDS[0]}" completions bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); then
                    while IFS=$'\\t' read -r offer _; do
                        [[ -n $offer && $offer == "$word"* ]] && COMPREPLY+=("$(printf %q "$offer")")
                    done <<<"$offers"
                else
                    while IFS= read -r offer; do COMPREPLY+=("$offer"); done < <(compgen -f -- "$word")
                    compopt -o filenames 2>/dev/null
                fi
            }
            complete -F \(function) \(name)

            """
        case .zsh:
            """
            #compdef \(name)
            # Completion of \(name) for zsh: save it as '\(function)' in a folder of $fpath, or source it after compinit.
            \(function)() {
                local text
                local -a offers
                if text=$(\(name) completions zsh -- "${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null); then
                    compset -P '--*='
                    # _describe expects 'offer:description'.
                    offers=("${(@)${(f)text}//:/\\\\:}")
                    offers=("${(@)offers/$'\\t'/:}")
                    _describe suggestion offers
                else
                    compset -P '--*='
                    _files
                fi
            }

            if [[ $funcstack[1] == \(function) ]]; then \(function) "$@"; else compdef \(function) \(name); fi

            """
        case .fish:
            """
            # Completion of \(name) for fish: save it as ~/.config/fish/completions/\(name).fish.
            function _\(function)
                set -l word (commandline -ct)
                set -g _\(function)_offers (\(name) completions fish -- (commandline -opc)[2..-1] "$word" 2>/dev/null)
                or return 1
                set -l option (string match -r -- '^--[^=]+=' $word)
                set _\(function)_offers "$option"$_\(function)_offers
                return 0
            end
            complete -c \(name) -n _\(function) -f -a '$_\(function)_offers'

            """
        }
    }
}
