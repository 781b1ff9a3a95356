import CommandLineArguments
import Foundation
import ProgramTesting
import Testing

struct ShellCompletionTests {
    private let program = ProgramSyntax(
        "till",
        "till keeps the day's takings.",
        commands: [
            CommandSyntax(
                "add",
                "save entries",
                operands: "KIND FILE…",
                count: 2...9,
                completing: [.words(["coin", "note"]), .files],
                options: [
                    .value(
                        "--tag",
                        short: "-t",
                        "TAG",
                        "file it",
                        completing: .lines(of: ["tags"])
                    ),
                    .value("--any", "LIST", "any of them", completing: .list(.words(["a", "b"]))),
                    .value("--not", "LIST", "none", completing: .list(.lines(of: ["tags"]))),
                    .flag("--all", "all of them"),
                ],
                examples: []
            ),
            CommandSyntax("open", "open the till", examples: []),
        ],
        options: [.value("--file", "PATH", "the file to use", completing: .files), .help]
    )

    /// A command line, in which a bar stands for the cursor, and the completion.
    @Test(
        arguments: Row.table(
            """
            | → add: save entries, open: open the till
            --file x | → add: save entries, open: open the till
            -| → --file: the file to use, --help: show help, -h: show help
            open --f| → --file: the file to use, --help: show help, -h: show help
            add coin --| → --tag: file it, -t: file it, --any: any of them, --not: none, --all: all of them, --file: the file to use, --help: show help, -h: show help
            add | → coin, note
            -h add -t x c| → coin, note
            add -- -| → coin, note
            add coin | → (files)
            add coin a b | → (files)
            add --tag | → (tags)
            add -t re| → (tags)
            add --tag=re| → (tags)
            add --tag =| → (tags)
            add --tag = re| → (tags)
            add --any | → a, b
            add --any a,| → a,b
            add --any=x,b,| → x,b,a
            add --not re| → (tags)
            add --not a,b,re| → (tags --after a,b,)
            add --not=a,| → (tags --after a,)
            add --tag a,b| → (tags)
            --file | → (files)
            open --file=x| → (files)
            add --tag=re | → coin, note
            open --tag=| → (nothing)
            add --all | → coin, note
            open x| → (nothing)
            unknown | → (nothing)
            """
        )
    )
    func `completes commands, options, their values, and operands`(row: Row) {
        let words = row[0].dropLast().components(separatedBy: " ")
        let completion =
            switch program.completion(of: words) {
            case .words(let words):
                words.map { $0.replacing("\t", with: ": ") }.joined(separator: ", ")
            case .lines(let arguments): "(\(arguments.joined(separator: " ")))"
            case .files: "(files)"
            case .nothing: "(nothing)"
            case .list: "(list)"
            }
        #expect(completion == row[1])
    }

    @Test
    func `each operand has its own suggestions, and repeated operands share the last ones`() {
        let move = CommandSyntax(
            "move",
            "move entries",
            operands: "FROM TO DAY…",
            count: 3...9,
            completing: [.words(["a"]), .words(["b"]), .words(["c"])],
            examples: []
        )
        let program = ProgramSyntax(commands: [move])
        for (operands, word) in [("", "a"), ("x ", "b"), ("x y ", "c"), ("x y z ", "c")] {
            let words = "move \(operands)".components(separatedBy: " ")
            #expect(program.completion(of: words) == .words([word]))
        }
    }

    @Test(
        arguments: [
            (.bash, #"$("${COMP_WORDS[0]}" completions bash -- "#),
            (.zsh, "$(till completions zsh -- "),
            (.fish, "(till completions fish -- "),
        ] as [(Shell, String)]
    )
    func `each completion script calls the program, and does not evaluate the suggestions`(
        shell: Shell,
        call: String
    ) {
        let script = shell.completions(for: program)
        #expect(script.contains(call))
        #expect(!script.contains("compgen -W"))
        #expect(!script.contains("eval"))
    }

    @Test(
        arguments: [
            (.bash, "_till() {", "complete -F _till till"),
            (
                .zsh, "_till() {",
                "if [[ $funcstack[1] == _till ]]; then _till \"$@\"; else compdef _till till; fi"
            ),
            (.fish, "function __till", "complete -c till -n __till -f -a '$__till_offers'"),
        ] as [(Shell, String, String)]
    )
    func `each completion script defines the function that it registers for the program`(
        _ shell: Shell,
        definition: String,
        registration: String
    ) {
        let lines = shell.completions(for: program).split(separator: "\n")
        #expect(lines.contains { $0 == definition })
        #expect(lines.contains { $0.contains(registration) })
    }
}
