/// Completion for the Z shell, by its function `_arguments`.
struct ZshScript {
    private let program: ProgramSyntax
    private var function: String { "_\(program.name)" }

    init(_ program: ProgramSyntax) { self.program = program }

    var text: String {
        """
        #compdef \(program.name)
        # Completion of \(program.name) for zsh: put it as '\(function)' into a folder of $fpath, or source it after compinit.
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
        \(program.commands.map { "        " + "\($0.name):\($0.summary)".quotedForShell }.joined(separator: "\n"))
            )
            everywhere=(
        \(program.everywhere.flatMap(specifications).map { "        \($0)" }.joined(separator: "\n"))
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
        let operands = command.completions.enumerated().map { index, completion in
            let place = index == command.completions.count - 1 ? "*" : String(index + 1)
            return "\(place):operand:\(action(completion))".quotedForShell
        }
        let words = ["$everywhere"] + command.options.flatMap(specifications) + operands
        return
            "        \(command.name))\n            _arguments -s -S \(words.joined(separator: " \\\n                ")) ;;"
    }

    /// An option as `_arguments` reads it, once for each of its names.
    private func specifications(of option: OptionSyntax) -> [String] {
        option.names.map { name in
            let isLong = name.hasPrefix("--")
            let value = option.value.map { ":\($0):\(action(option.completion))" } ?? ""
            let mark = option.value == nil ? "" : isLong ? "=" : "+"
            return "*\(name)\(mark)[\(Self.escaped(option.help))]\(value)".quotedForShell
        }
    }

    private func action(_ completion: Completion) -> String {
        switch completion {
        case .nothing: " "
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .files: "_files"
        // The space keeps zsh from putting options of its own between the words.
        case .lines(let arguments): " \(function)_lines \(arguments.joined(separator: " "))"
        }
    }

    /// A description, in which the brackets around it and colons mean something.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            if "[]:\\".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
        return escaped
    }
}
