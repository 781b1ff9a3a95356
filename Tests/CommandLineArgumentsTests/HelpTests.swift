import CommandLineArguments
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
                """)
    }

    @Test func `the page of a command lists its options and the global ones`() throws {
        #expect(
            try page("list") == """
                list: show entries

                Usage: till list [OPTIONS]

                Newest first.

                Options:
                  -t, --tag TAG  only entries with TAG
                  -n, --limit N  at most N entries
                  --sort ORDER   newest or oldest first
                  -a, --all      hidden entries too

                \(globalOptions)

                Examples:
                  till list -n 10  the ten newest
                  till list        every entry
                """)
    }

    @Test func `an absent part leaves no gap`() throws {
        #expect(try page("search") == "search: find entries\n\nUsage: till search WORD…\n\n\(globalOptions)")
        #expect(try !page("open").contains("--file") && page("open").contains("--quiet"))
        let bare = ProgramSyntax("bare", "bare does nothing.", commands: [], options: [], examples: [])
        #expect(HelpText.overview(of: bare) == "bare does nothing.\n\nUsage: bare [OPTIONS]")
    }

    @Test func `the options of a program without commands are not called global`() {
        let sole = ProgramSyntax("sole", "sole does one thing.", commands: [], options: [.help], examples: [])
        #expect(HelpText.overview(of: sole).hasSuffix("Usage: sole [OPTIONS]\n\nOptions:\n  -h, --help  show help"))
    }

    @Test func `wraps the second column of a section in a narrow terminal`() {
        let text = HelpText.section("Options", [("--tag TAG", "only entries that have the tag TAG")], width: 36)
        #expect(
            text == """
                Options:
                  --tag TAG  only entries that have
                             the tag TAG
                """)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 36 })
        for (width, isWrapped) in [(33, true), (32, false)] {
            let text = HelpText.section("Options", [("--tag TAG", "only entries that have the tag")], width: width)
            #expect(text.split(separator: "\n").count == (isWrapped ? 3 : 2), "\(width)")
        }
    }

    @Test func `wraps paragraphs, but not indented lines`() {
        let text = "One paragraph that\nruns on.\n\n  an example that is longer than the terminal\nAnother one."
        #expect(
            HelpText.wrapped(text, width: 20)
                == "One paragraph that\nruns on.\n\n  an example that is longer than the terminal\nAnother one.")
        #expect(HelpText.wrapped(text, width: 40).hasPrefix("One paragraph that runs on.\n\n  an"))
        #expect(HelpText.wrapped(text, width: nil) == text && HelpText.wrapped(text, width: 19) == text)
        #expect(HelpText.wrapped("a\n\n", width: 20) == "a\n\n")
    }

    @Test func `the overview omits wide operands`() {
        let tag = CommandSyntax(
            "tag", "file entries", operands: "list | rename OLD NEW | merge A B", count: 1...4, examples: [])
        let program = ProgramSyntax("bare", "bare.", commands: [tag], options: [], examples: [])
        #expect(HelpText.overview(of: program).contains("\n  tag …  file entries"))
        #expect(HelpText.page(for: tag, of: program).contains("Usage: bare tag list | rename OLD NEW | merge A B"))
    }

    @Test func `a section without rows is empty`() {
        #expect(
            HelpText.section("Exit codes", [("0", "done"), ("64", "bad call")])
                == "Exit codes:\n  0   done\n  64  bad call")
        #expect(HelpText.section("Exit codes", []) == "")
    }
}

/// The text of completion scripts; ShelfTests and Tests/shells run them in shells.
struct ShellCompletionTests {
    private let program = ProgramSyntax(
        "till", "till keeps the day's takings.",
        commands: [
            CommandSyntax(
                "add", "save [new] entries: one's own", operands: "KIND FILE…", count: 2...9,
                completing: [.words(["coin", "note"]), .files],
                options: [
                    .value(
                        "--tag", short: "-t", "TAG", "file it: under TAG", completing: .lines(of: ["tags", "--all"])),
                    .flag("--all", "all of them"),
                ],
                examples: [])
        ],
        options: [.value("--file", "PATH", "the file to use", completing: .files), .help], examples: [])

    @Test(arguments: [
        (
            Shell.bash,
            [
                "    add/--tag | add/-t) _till_offer < <(\"${COMP_WORDS[0]}\" tags --all 2>/dev/null); return ;;",
                "    */--file) _till_offer_files; return ;;",
                "    add/0) _till_offer < <(printf '%s\\n' coin note) ;;\n    add/*) _till_offer_files ;;",
                "--file | --tag | -t)\n", "complete -F _till till\n",
            ]
        ),
        (
            .zsh,
            [
                "#compdef till\n", "'add:save [new] entries: one'\\''s own'",
                "'*--tag=[file it\\: under TAG]:TAG: _till_lines tags --all'",
                "'*-t+[file it\\: under TAG]:TAG: _till_lines tags --all'", "'1:operand:(coin note)'",
                "'*:operand:_files'",
            ]
        ),
        (
            .fish,
            [
                "complete -c till -n '__till_is_at \\'\\'' -a add -d 'save [new] entries: one\\'s own'\n",
                "complete -c till -n '__till_is_at add' -l tag -s t -x -a '(till tags --all 2>/dev/null)'"
                    + " -d 'file it: under TAG'\n",
                "complete -c till -n '__till_is_at add' -l all -d 'all of them'\n",
                "complete -c till -l file -r -F -d 'the file to use'\n",
                "complete -c till -n '__till_is_at add 0' -a 'coin note'\n",
                "complete -c till -n '__till_is_at add 1 more' -F\n",
            ]
        ),
    ])
    func `completes commands, options and operands, with text escaped for the shell`(_ shell: Shell, _ parts: [String])
    {
        let script = shell.completions(for: program)
        for part in parts { #expect(script.contains(part)) }
        #expect(!script.contains("compgen -W"))
    }
}
