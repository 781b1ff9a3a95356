/// Completion for fish.
struct FishScript {
    private let program: ProgramSyntax
    private var function: String { "__\(program.name)_is_at" }

    init(_ program: ProgramSyntax) { self.program = program }

    var text: String {
        """
        # Completion of \(program.name) for fish: put it into ~/.config/fish/completions/\(program.name).fish.
        # Whether the command is that one, and, where a number follows, whether so many operands stand before the cursor.
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
        \(program.commands.map { complete(at: "''", "-a \($0.name)", $0.summary) }.joined(separator: "\n"))
        \(program.everywhere.map { self.option($0, at: nil) }.joined(separator: "\n"))
        \(program.commands.flatMap(own).joined(separator: "\n"))

        """
    }

    private func own(of command: CommandSyntax) -> [String] {
        command.options.map { option($0, at: command.name) }
            + command.completions.enumerated().filter { $0.element != .nothing }.map { index, completion in
                let more = index == command.completions.count - 1 ? " more" : ""
                return complete(at: "\(command.name) \(index)\(more)", offer(completion), "")
            }
    }

    private func option(_ option: OptionSyntax, at command: String?) -> String {
        let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
        let names = "-l \(option.name.dropFirst(2))\(short)"
        guard option.value != nil else { return complete(at: command, names, option.help) }
        let value = option.completion == .files ? "-r -F" : "-x \(offer(option.completion))"
        return complete(at: command, "\(names) \(value)", option.help)
    }

    private func complete(at place: String?, _ words: String, _ help: String) -> String {
        let condition = place.map { " -n \(Self.quoted("\(function) \($0)"))" } ?? ""
        return "complete -c \(program.name)\(condition) \(words)" + (help.isEmpty ? "" : " -d \(Self.quoted(help))")
    }

    private func offer(_ completion: Completion) -> String {
        switch completion {
        case .nothing: ""
        case .words(let words): "-a \(Self.quoted(words.joined(separator: " ")))"
        case .files: "-F"
        case .lines(let arguments): "-a '(\(program.name) \(arguments.joined(separator: " ")) 2>/dev/null)'"
        }
    }

    /// The text in single quotes, in which fish knows two escapes.
    private static func quoted(_ text: String) -> String {
        var quoted = ""
        for character in text {
            if "'\\".contains(character) { quoted.append("\\") }
            quoted.append(character)
        }
        return "'\(quoted)'"
    }
}
