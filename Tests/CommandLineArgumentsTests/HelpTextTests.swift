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
                """
        )
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
        let bare = ProgramSyntax("bare", "bare does nothing.")
        #expect(HelpText.overview(of: bare) == "bare does nothing.\n\nUsage: bare [OPTIONS]")
    }

    @Test func `the help page for a command omits the global options that it excludes`() throws {
        let open = try page("open")
        #expect(!open.contains("--file"))
        #expect(open.contains("--quiet"))
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

    @Test func `a section aligns its second column, and is empty without rows`() {
        #expect(
            HelpText.section("Exit codes", [("0", "done"), ("64", "bad call")])
                == "Exit codes:\n  0   done\n  64  bad call"
        )
        #expect(HelpText.section("Exit codes", []) == "")
    }
}
