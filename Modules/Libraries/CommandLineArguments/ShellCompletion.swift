/// A shell for which a completion script can be generated.
public enum Shell: String, Sendable, CaseIterable {
    /// GNU Bash 3.2 or later.
    case bash
    /// The Z shell.
    case zsh
    /// The friendly interactive shell, 3.0 or later.
    case fish

    /// Returns the script that completes a program's commands, options and values.
    public func completions(for program: ProgramSyntax) -> String {
        switch self {
        case .bash: BashScript(program: program).text
        case .zsh: ZshScript(program: program).text
        case .fish: FishScript(program: program).text
        }
    }
}

extension ProgramSyntax {
    /// The names of every option with a value, without duplicates.
    fileprivate var namesWithValue: [String] {
        var seen: Set<String> = []
        return (options + commands.flatMap(\.options)).filter { $0.value != nil }.flatMap(\.names)
            .filter { seen.insert($0).inserted }
    }
}

extension CommandSyntax {
    /// The completion of each operand, with its index and whether it is used for all that follow too.
    fileprivate var operandCompletions: [(index: Int, completion: Completion, isLast: Bool)] {
        completions.enumerated().map { ($0, $1, $0 == completions.count - 1) }
    }
}

extension String {
    fileprivate func escaping(_ characters: String) -> String {
        String(flatMap { characters.contains($0) ? ["\\", $0] : [$0] })
    }
}

extension [String] {
    fileprivate func lines(indent: Int) -> String {
        map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
    }
}

// MARK: - bash

/// A script for bash.
///
/// Candidates are never passed to `compgen -W`, which would run commands that a tag contains.
private struct BashScript {
    let program: ProgramSyntax
    private var function: String { "_\(program.name)" }

    var text: String {
        """
        # Completion of \(program.name) for bash: source it, or save it as ~/.local/share/bash-completion/completions/\(program.name).
        \(function)_offer() {
            local offer
            while IFS= read -r offer; do
                [[ $offer == "$word"* ]] && COMPREPLY+=("$(printf %q "$offer")")
            done
        }

        \(function)_offer_files() {
            local offer
            while IFS= read -r offer; do COMPREPLY+=("$offer"); done < <(compgen -f -- "$word")
            compopt -o filenames 2>/dev/null
        }

        \(function)() {
            local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command='' operands=0 index
            COMPREPLY=()
            # bash splits --option=value at the equals sign.
            if [[ $word == = ]]; then word=''; elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD - 2]}; fi
            for ((index = 1; index < COMP_CWORD; index++)); do
                case ${COMP_WORDS[index]} in
                \(program.namesWithValue.joined(separator: " | ")))
                    [[ ${COMP_WORDS[index + 1]} == = ]] && ((index++))
                    ((index++))
                    ;;
                -?*) ;;
                *) if [[ -z $command ]]; then command=${COMP_WORDS[index]}; else ((operands++)); fi ;;
                esac
            done
            case $command/$previous in
        \(values.lines(indent: 4))
            esac
            if [[ $word == -* ]]; then
                case $command in
        \(options.lines(indent: 8))
                esac
                return
            fi
            case $command/$operands in
        \(operands.lines(indent: 4))
            esac
        }
        complete -F \(function) \(program.name)

        """
    }

    private var values: [String] {
        let own = program.commands.flatMap { command in command.options.map { (pattern: command.name, option: $0) } }
        let all = own + program.options.map { (pattern: "*", option: $0) }
        return all.filter { $0.option.value != nil }.map { pattern, option in
            let names = option.names.map { "\(pattern)/\($0)" }.joined(separator: " | ")
            return "\(names)) \(offer(option.completion)); return ;;"
        }
    }

    private var options: [String] {
        let branches = program.commands.map { ($0.name, program.options(of: $0)) } + [("*", program.options)]
        return branches.map { "\($0)) \(offer(.words($1.flatMap(\.names)))) ;;" }
    }

    private var operands: [String] {
        ["/*) \(offer(.words(program.commands.map(\.name)))) ;;"]
            + program.commands.flatMap { command in
                command.operandCompletions.map { index, completion, isLast in
                    "\(command.name)/\(isLast ? "*" : String(index))) \(offer(completion)) ;;"
                }
            }
    }

    private func offer(_ completion: Completion) -> String {
        switch completion {
        case .nothing: ":"
        case .words(let words): "\(function)_offer < <(printf '%s\\n' \(words.joined(separator: " ")))"
        case .files: "\(function)_offer_files"
        case .lines(let arguments):
            "\(function)_offer < <(\"${COMP_WORDS[0]}\" \(arguments.joined(separator: " ")) 2>/dev/null)"
        }
    }
}

// MARK: - zsh

/// A script for the Z shell, which uses its function `_arguments`.
private struct ZshScript {
    let program: ProgramSyntax
    private var function: String { "_\(program.name)" }

    var text: String {
        """
        #compdef \(program.name)
        # Completion of \(program.name) for zsh: save it as '\(function)' in a folder of $fpath, or source it after compinit.
        \(function)_lines() {
            local -a lines
            lines=("${(@f)$(\(program.name) "$@" 2>/dev/null)}")
            compadd -a lines
        }

        \(function)() {
            local curcontext=$curcontext state line
            typeset -A opt_args
            local -a commands everywhere
            commands=(
        \(program.commands.map { quoted("\($0.name):\($0.summary)") }.lines(indent: 8))
            )
            everywhere=(
        \(program.options.flatMap(specifications).lines(indent: 8))
            )
            _arguments -C -s -S $everywhere '1: :->command' '*:: :->rest'
            case $state in
            command) _describe -t commands command commands ;;
            rest)
                case $words[1] in
        \(program.commands.map(branch).joined(separator: "\n"))
                esac
                ;;
            esac
        }

        if [[ $funcstack[1] == \(function) ]]; then \(function) "$@"; else compdef \(function) \(program.name); fi

        """
    }

    private func branch(for command: CommandSyntax) -> String {
        let operands = command.operandCompletions.map { index, completion, isLast in
            quoted("\(isLast ? "*" : String(index + 1)):operand:\(action(completion))")
        }
        let words = ["$everywhere"] + command.options.flatMap(specifications) + operands
        return
            "        \(command.name))\n            _arguments -s -S \(words.joined(separator: " \\\n                ")) ;;"
    }

    /// The option as arguments of `_arguments`, one for each of its names.
    private func specifications(of option: OptionSyntax) -> [String] {
        option.names.map { name in
            let value = option.value.map { ":\($0):\(action(option.completion))" } ?? ""
            let mark = option.value == nil ? "" : name.hasPrefix("--") ? "=" : "+"
            return quoted("*\(name)\(mark)[\(option.help.escaping("[]:\\"))]\(value)")
        }
    }

    private func action(_ completion: Completion) -> String {
        switch completion {
        case .nothing: " "
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .files: "_files"
        // The space prevents zsh from inserting its own options between the words.
        case .lines(let arguments): " \(function)_lines \(arguments.joined(separator: " "))"
        }
    }

    private func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }
}

// MARK: - fish

/// A script for fish.
private struct FishScript {
    let program: ProgramSyntax
    private var function: String { "__\(program.name)_is_at" }

    var text: String {
        """
        # Completion of \(program.name) for fish: save it as ~/.config/fish/completions/\(program.name).fish.
        # Whether the command is the first argument and, if there is a second, that many operands precede the cursor.
        function \(function)
            set -l tokens (commandline -opc)
            set -l command ''
            set -l operands 0
            set -l skips 0
            for token in $tokens[2..-1]
                if test $skips = 1
                    set skips 0
                else if contains -- $token \(program.namesWithValue.joined(separator: " "))
                    set skips 1
                else if string match -q -- '-?*' $token
                    continue
                else if test -z "$command"
                    set command $token
                else
                    set operands (math $operands + 1)
                end
            end
            test "$command" = "$argv[1]"; or return 1
            test (count $argv) = 1; or test $operands = $argv[2]; or test "$argv[3]" = more -a $operands -gt $argv[2]
        end

        complete -c \(program.name) -f
        \(program.commands.map { line(at: "''", "-a \($0.name)", $0.summary) }.joined(separator: "\n"))
        \(program.options.map { line(for: $0, of: nil) }.joined(separator: "\n"))
        \(program.commands.flatMap(lines).joined(separator: "\n"))

        """
    }

    private func lines(for command: CommandSyntax) -> [String] {
        command.options.map { line(for: $0, of: command.name) }
            + command.operandCompletions.filter { $0.completion != .nothing }.map { index, completion, isLast in
                line(at: "\(command.name) \(index)\(isLast ? " more" : "")", offer(completion), "")
            }
    }

    private func line(for option: OptionSyntax, of command: String?) -> String {
        let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
        let names = "-l \(option.name.dropFirst(2))\(short)"
        guard option.value != nil else { return line(at: command, names, option.help) }
        let value = option.completion == .files ? "-r -F" : "-x \(offer(option.completion))"
        return line(at: command, "\(names) \(value)", option.help)
    }

    private func line(at place: String?, _ words: String, _ help: String) -> String {
        let condition = place.map { " -n \(quoted("\(function) \($0)"))" } ?? ""
        return "complete -c \(program.name)\(condition) \(words)" + (help.isEmpty ? "" : " -d \(quoted(help))")
    }

    private func offer(_ completion: Completion) -> String {
        switch completion {
        case .nothing: ""
        case .words(let words): "-a \(quoted(words.joined(separator: " ")))"
        case .files: "-F"
        case .lines(let arguments): "-a '(\(program.name) \(arguments.joined(separator: " ")) 2>/dev/null)'"
        }
    }

    private func quoted(_ text: String) -> String { "'\(text.escaping("'\\"))'" }
}
