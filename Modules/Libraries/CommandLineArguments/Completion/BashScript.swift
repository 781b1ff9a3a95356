/// Completion for Bash.
///
/// What is offered is never handed to `compgen -W`, which would run what a tag of a stranger says.
struct BashScript {
    private let program: ProgramSyntax
    private var function: String { "_\(program.name)" }

    init(_ program: ProgramSyntax) { self.program = program }

    var text: String {
        """
        # Completion of \(program.name) for bash: source it, or put it into ~/.local/share/bash-completion/completions/\(program.name).
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
            # bash takes --option=value apart at the equals sign.
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
        \(values)
            esac
            if [[ $word == -* ]]; then
                case $command in
        \(options)
                esac
                return
            fi
            case $command/$operands in
        \(operands)
            esac
        }
        complete -F \(function) \(program.name)

        """
    }

    /// A branch for each option that takes a value.
    private var values: String {
        let everywhere = program.everywhere.map { (pattern: "*", option: $0) }
        let own = program.commands.flatMap { command in command.options.map { (pattern: command.name, option: $0) } }
        return (own + everywhere).filter { $0.option.value != nil }.map { pattern, option in
            let names = option.names.map { "\(pattern)/\($0)" }.joined(separator: " | ")
            return "    \(names)) \(offer(option.completion)); return ;;"
        }.joined(separator: "\n")
    }

    private var options: String {
        let branches = program.commands.map { ($0.name, $0.options + $0.options(everywhere: program.everywhere)) }
        return (branches + [("*", program.everywhere)]).map { pattern, options in
            "        \(pattern)) \(offer(.words(options.flatMap(\.names)))) ;;"
        }.joined(separator: "\n")
    }

    private var operands: String {
        let first = "    /*) \(offer(.words(program.commands.map(\.name)))) ;;"
        return
            ([first]
            + program.commands.flatMap { command in
                command.completions.enumerated().map { index, completion in
                    let isLast = index == command.completions.count - 1
                    return "    \(command.name)/\(isLast ? "*" : String(index))) \(offer(completion)) ;;"
                }
            }).joined(separator: "\n")
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
