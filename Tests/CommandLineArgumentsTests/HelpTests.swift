import CommandLineArguments
import Foundation
import ProgramTesting
import Testing

struct HelpTextTests {
    private let globalOptions = """
        Global options:
          -f, --file PATH  the file to use
          -q, --quiet      print less
          -h, --help       show help
          --version        show the version
        """

    private func page(_ name: String) throws -> String {
        let command = try #require(ProgramSyntax.sample.commands.first { $0.name == name })
        return HelpText.page(for: command, of: .sample)
    }

    @Test func `the overview lists commands, options and examples`() {
        #expect(
            HelpText.overview(of: .sample) == """
                till keeps the day's takings.

                Usage: till COMMAND [OPTIONS]

                Commands:
                  list            show entries
                  add KIND NAME…  save entries
                  search WORD…    find entries
                  open            open the till

                \(globalOptions)

                Examples:
                  till list  every entry

                See also 'till COMMAND --help'.
                """
        )
    }

    @Test
    func `the manual page contains the escaped help for every command`() throws {
        let page = ManualPage.text(
            for: .sample,
            version: "1.0",
            topics: [("files", ".profile\n'a' \\ b-c ^`~")]
        )
        let start = #"""
            .TH "TILL" 1 "" "till 1.0"
            .SH NAME
            till \- keeps the day\(aqs takings.

            """#
        #expect(page.hasPrefix(start))
        let end = #"""
            .SH "FILES"
            .nf
            \&.profile
            \(aqa\(aq \e b\-c \(ha\(ga\(ti
            .fi

            """#
        #expect(page.hasSuffix(end))
        for command in ProgramSyntax.sample.commands {
            let title = command.name.uppercased()
            #expect(page.contains(".SH \"TILL \(title)\"\n.nf\n\(command.name): "))
        }
    }

    @Test func `the manual page contains the overview, the commands and the topics in order`() {
        let program = ProgramSyntax(
            "till",
            "till keeps the day's takings and counts the coins in each drawer at closing time",
            commands: [CommandSyntax("open", "open the till", examples: [])],
            options: [.help]
        )
        let topic = (title: "files", text: "The files of a day:\n\n.coins")
        #expect(
            ManualPage.text(for: program, version: "1.0", topics: [topic]) == #"""
                .TH "TILL" 1 "" "till 1.0"
                .SH NAME
                till \- keeps the day\(aqs takings and counts the coins in each drawer \#
                at closing time
                .SH "SYNOPSIS"
                .nf
                till COMMAND [OPTIONS]
                .fi
                .SH "DESCRIPTION"
                .nf
                till keeps the day\(aqs takings and counts the coins in each drawer
                at closing time

                Usage: till COMMAND [OPTIONS]

                Commands:
                  open  open the till

                Global options:
                  \-h, \-\-help  show help
                .fi
                .SH "TILL OPEN"
                .nf
                open: open the till

                Usage: till open

                Global options:
                  \-h, \-\-help  show help
                .fi
                .SH "FILES"
                .nf
                The files of a day:

                \&.coins
                .fi

                """#
        )
    }

    @Test func `a summary that does not begin with the name of the program is not shortened`() {
        let program = ProgramSyntax("till", "keeps the takings")
        let page = ManualPage.text(for: program, version: "1.0", topics: [])
        #expect(page.contains("\ntill \\- keeps the takings\n"))
    }

    @Test func `the help page for a command lists its options and the global options`() throws {
        #expect(
            try page("list") == """
                list: show entries

                Usage: till list [OPTIONS]

                Newest first.

                Options:
                  -t, --tag TAG       only entries with TAG
                  -n, --limit N       at most N entries
                  --sort ORDER        newest or oldest first
                  -a, --all[=hidden]  hidden entries too

                \(globalOptions)

                Examples:
                  till list -n 10  the ten newest
                  till list        every entry
                """
        )
    }

    @Test func `the help omits missing parts without leaving gaps`() throws {
        let search = try page("search")
        #expect(
            search == """
                search: find entries

                Usage: till search WORD…

                \(globalOptions)
                """
        )
        let open = try page("open")
        #expect(!open.contains("--file"))
        #expect(open.contains("--quiet"))
        let bare = ProgramSyntax("bare", "bare does nothing.")
        #expect(HelpText.overview(of: bare) == "bare does nothing.\n\nUsage: bare [OPTIONS]")
    }

    @Test func `the options of a program without commands are not called global`() {
        let sole = ProgramSyntax("sole", "sole does one thing.", options: [.help])
        #expect(
            HelpText.overview(of: sole).hasSuffix(
                "Usage: sole [OPTIONS]\n\nOptions:\n  -h, --help  show help"
            )
        )
    }

    @Test func `wraps the second column of a section in a narrow terminal`() {
        let text = HelpText.section(
            "Options",
            [("--tag TAG", "only entries that have the tag TAG")],
            width: 36
        )
        #expect(
            text == """
                Options:
                  --tag TAG  only entries that have
                             the tag TAG
                """
        )
    }

    @Test(arguments: [(33, 3), (32, 2)])
    func `does not wrap the second column if it is narrower than 20 characters`(
        _ width: Int,
        _ lineCount: Int
    ) {
        let text = HelpText.section(
            "Options",
            [("--tag TAG", "only entries that have the tag")],
            width: width
        )
        #expect(text.split(separator: "\n").count == lineCount)
    }

    @Test func `wraps paragraphs, but not indented lines`() {
        let text = """
            One paragraph that
            runs on.

              an example that is longer than the terminal
            Another one.
            """
        #expect(HelpText.wrapped(text, width: 20) == text)
        #expect(HelpText.wrapped(text, width: 40).hasPrefix("One paragraph that runs on.\n\n  an"))
        #expect(HelpText.wrapped(text, width: nil) == text)
        #expect(HelpText.wrapped(text, width: 19) == text)
        #expect(HelpText.wrapped("a\n\n", width: 20) == "a\n\n")
        let exact = "exactly twenty chars and more"
        #expect(HelpText.wrapped(exact, width: 20) == "exactly twenty chars\nand more")
    }

    @Test func `the overview abbreviates wide operands to an ellipsis`() {
        let tag = CommandSyntax(
            "tag",
            "file entries",
            operands: "list | rename OLD NEW | merge A B",
            count: 1...4,
            examples: []
        )
        let program = ProgramSyntax("bare", commands: [tag])
        #expect(HelpText.overview(of: program).contains("\n  tag …  file entries"))
        #expect(
            HelpText.page(for: tag, of: program).contains(
                "Usage: bare tag list | rename OLD NEW | merge A B"
            )
        )
        let widest = String(repeating: "N", count: 24)
        for (operands, shown) in [(widest, widest), (widest + "N", "…")] {
            let add = CommandSyntax("add", "save entries", operands: operands, examples: [])
            let till = ProgramSyntax(commands: [add])
            #expect(HelpText.overview(of: till).contains("\n  add \(shown)  save entries"))
        }
    }

    @Test func `a section without rows is empty`() {
        #expect(
            HelpText.section("Exit codes", [("0", "done"), ("64", "bad call")])
                == "Exit codes:\n  0   done\n  64  bad call"
        )
        #expect(HelpText.section("Exit codes", []) == "")
    }
}

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

    @Test(arguments: Shell.allCases)
    func `each completion script calls the program, and does not evaluate the suggestions`(
        _ shell: Shell
    ) {
        let script = shell.completions(for: program)
        #expect(script.contains("completions \(shell.rawValue) -- "))
        #expect(script.lowercased().contains("\(shell.rawValue) completion for till"))
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
