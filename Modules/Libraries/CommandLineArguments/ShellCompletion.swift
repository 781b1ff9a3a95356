extension ProgramSyntax {
    /// Returns the suggestions for the last word of a command line.
    ///
    /// Each suggested command or option is followed by a tab and its description.
    ///
    /// - Parameter words: The words after the program's name.
    public func completion(of words: [String]) -> Completion {
        // bash splits `--option=value` into three words. The `=` is removed, so that the option and
        // its value remain.
        let words = (words.last == "=" ? words + [""] : words).filter { $0 != "=" }
        var command: CommandSyntax?
        var operandCount = 0
        var isAfterOptions = false
        // The option whose value is the next word.
        var pendingOption: OptionSyntax?
        for word in words.dropLast() {
            if pendingOption != nil {
                pendingOption = nil
            } else if word == "--" {
                isAfterOptions = true
            } else if word.hasPrefix("-"), word != "-", !isAfterOptions {
                let option = options(of: command).first { $0.names.contains(word) }
                pendingOption = option?.value == nil ? nil : option
            } else if command != nil {
                operandCount += 1
            } else {
                command = commands.first { $0.name == word }
                guard command != nil else { return .nothing }
            }
        }

        let word = words.last ?? ""
        if let pendingOption {
            return pendingOption.completion.resolved(for: word)
        }
        let isOption = word.hasPrefix("-") && !isAfterOptions
        if isOption, let end = word.firstIndex(of: "="), word.hasPrefix("--") {
            let option = options(of: command).first { $0.name == word[..<end] }
            let value = word[word.index(after: end)...]
            return option?.completion.resolved(for: value) ?? .nothing
        }
        if isOption {
            return .words(options(of: command).flatMap(\.suggestions))
        }
        guard let command else {
            return .words(commands.map { "\($0.name)\t\($0.summary)" })
        }
        let completions = command.completions
        let completion = completions.dropFirst(operandCount).first ?? completions.last
        return completion?.resolved(for: word) ?? .nothing
    }
}

extension Completion {
    /// Returns the suggestions for a word. If the word is a list, each suggestion begins with the
    /// elements before the last comma.
    fileprivate func resolved(for word: some StringProtocol) -> Completion {
        guard case .list(let elements) = self else {
            return self
        }
        guard let comma = word.lastIndex(of: ",") else {
            return elements
        }
        let beginning = String(word[...comma])
        switch elements {
        case .words(let words):
            let given = beginning.split(separator: ",").map { String($0) }
            return .words(words.filter { !given.contains($0) }.map { beginning + $0 })
        case .lines(let call): return .lines(of: call + ["--after", beginning])
        case .nothing, .files, .list: return elements
        }
    }
}

extension OptionSyntax {
    fileprivate var suggestions: [String] {
        names.map { "\($0)\t\(help)" }
    }
}

/// A shell for which a completion script can be generated.
///
/// The script calls the program with `completions SHELL --` and the words up to the cursor. The
/// program must print the suggestions of ``ProgramSyntax/completion(of:)``, one per line, or exit
/// with an error to let the shell suggest files.
public enum Shell: String, Sendable, CaseIterable {
    /// GNU Bash 3.2 or later.
    case bash
    case zsh
    /// Fish, the friendly interactive shell, 3.0 or later.
    case fish

    /// Returns the completion script for a program.
    ///
    /// A suggestion can contain any text, so the scripts must not evaluate suggestions. For this
    /// reason, they do not use `compgen -W`. The script for bash quotes suggestions with
    /// `printf %q`, but restores the commas, because a list with quoted commas could not be
    /// completed further.
    public func completions(for program: ProgramSyntax) -> String {
        let name = program.name
        let function = "_\(program.name)"
        return switch self {
        case .bash:
            """
            # Bash completion for \(name): source this file, or save it as ~/.local/share/bash-completion/completions/\(name).
            \(function)() {
                local word=${COMP_WORDS[COMP_CWORD]} offers offer
                COMPREPLY=()
                [[ $word == = ]] && word=''
                if offers=$("${COMP_WORDS[0]}" completions bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); then
                    while IFS=$'\\t' read -r offer _; do
                        [[ -n $offer && $offer == "$word"* ]] || continue
                        printf -v offer %q "$offer"
                        COMPREPLY+=("${offer//\\\\,/,}")
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
            # Zsh completion for \(name): save this file as '\(function)' in a folder of $fpath, or source it after compinit.
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
            # Fish completion for \(name): save this file as ~/.config/fish/completions/\(name).fish.
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
