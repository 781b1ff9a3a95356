import CommandLineArguments
import Testing

struct HelpTextTests {
    private let everywhere = """
        Everywhere:
          -f, --file PATH  the file to use
          -q, --quiet      print less
          -h, --help       show help
          --version        show the version
        """

    private func page(_ name: String) throws -> String {
        let command = try #require(ProgramSyntax.sample.commands.first { $0.name == name })
        return HelpText.page(for: command, of: .sample)
    }

    @Test func `the help of a program lists its commands, options and examples`() {
        #expect(
            HelpText.overview(of: .sample) == """
                till keeps the day's takings.

                Usage: till COMMAND [OPTIONS]

                Commands:
                  list            show entries
                  add KIND NAME…  save entries
                  search WORD…    find entries

                \(everywhere)

                Examples:
                  till list  every entry

                'till COMMAND --help' tells more.
                """)
    }

    @Test func `the page of a command has its options beside those of the program`() throws {
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

                \(everywhere)

                Examples:
                  till list -n 10  the ten newest
                  till list        every entry
                """)
    }

    @Test func `what a command does not have leaves no gap on its page`() throws {
        #expect(
            try page("search") == """
                search: find entries

                Usage: till search WORD…

                \(everywhere)
                """)
    }

    @Test func `what a program does not have leaves no gap in its help`() {
        let bare = ProgramSyntax("bare", "bare does nothing.", commands: [], everywhere: [], examples: [])
        #expect(HelpText.overview(of: bare) == "bare does nothing.\n\nUsage: bare [OPTIONS]")
    }

    @Test func `a program without commands has options of its own`() {
        let sole = ProgramSyntax("sole", "sole does one thing.", commands: [], everywhere: [.help], examples: [])
        #expect(
            HelpText.overview(of: sole) == """
                sole does one thing.

                Usage: sole [OPTIONS]

                Options:
                  -h, --help  show help
                """)
    }

    @Test func `on a narrow terminal lines are broken at words, below where they began`() {
        let text = HelpText.section("Options", [("--tag TAG", "only entries that have the tag TAG")], width: 36)
        #expect(
            text == """
                Options:
                  --tag TAG  only entries that have
                             the tag TAG
                """)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 36 })
        for (width, isBroken) in [(33, true), (32, false)] {
            let text = HelpText.section("Options", [("--tag TAG", "only entries that have the tag")], width: width)
            #expect(text.split(separator: "\n").count == (isBroken ? 3 : 2), "\(width)")
        }
    }

    @Test func `paragraphs are broken anew, and examples are left alone`() {
        let text = "One paragraph that\nruns on.\n\n  an example that is longer than the terminal\nAnother one."
        #expect(
            HelpText.wrapped(text, width: 20)
                == "One paragraph that\nruns on.\n\n  an example that is longer than the terminal\nAnother one.")
        #expect(HelpText.wrapped(text, width: 40).hasPrefix("One paragraph that runs on.\n\n  an"))
        #expect(HelpText.wrapped(text, width: nil) == text)
    }

    @Test func `operands that would widen the overview are left to the page of their command`() {
        let tag = CommandSyntax(
            "tag", "file entries", operands: "list | rename OLD NEW | merge A B", count: 1...4, examples: [])
        let program = ProgramSyntax("bare", "bare.", commands: [tag], everywhere: [], examples: [])
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
