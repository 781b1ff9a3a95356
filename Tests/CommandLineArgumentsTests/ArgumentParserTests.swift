import CommandLineArguments
import ProgramTesting
import Testing

extension ProgramSyntax {
    static let sample = ProgramSyntax(
        "till",
        "till keeps the day's takings.",
        commands: [
            CommandSyntax(
                "list",
                "show entries",
                options: [
                    .value("--tag", short: "-t", "TAG", "only entries with TAG"),
                    .value("--limit", short: "-n", "N", "at most N entries"),
                    .value("--sort", "ORDER", "newest or oldest first"),
                    .flag("--all", short: "-a", or: "hidden", "hidden entries too"),
                ],
                discussion: "Newest first.",
                examples: [("till list -n 10", "the ten newest"), ("till list", "every entry")]
            ),
            CommandSyntax(
                "add",
                "save entries",
                operands: "KIND NAME…",
                count: 2...3,
                examples: [("till add coin gold", "one")]
            ),
            CommandSyntax(
                "search",
                "find entries",
                operands: "WORD…",
                count: 1...Int.max,
                dashedOperands: "a word to leave out",
                examples: []
            ),
            CommandSyntax("open", "open the till", without: ["--file"], examples: []),
        ],
        options: [
            .value("--file", short: "-f", "PATH", "the file to use"),
            .flag("--quiet", short: "-q", "print less"),
            .help,
            .version,
        ],
        examples: [("till list", "every entry")],
        closing: "See also 'till COMMAND --help'."
    )
}

struct ArgumentParserTests {
    private enum Order: String, CaseIterable { case newest, oldest }

    /// Parses a line as arguments that are separated by single spaces. A space at the end of the
    /// line adds an empty argument.
    private func parse(_ line: String) throws(UsageError) -> ParsedArguments {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        return try ArgumentParser(.sample).parse(words.map { String($0) })
    }

    @Test func `a flag accepts its word after an equals sign`() throws {
        #expect(try parse("list --all").value("--all") == "")
        #expect(try parse("list --all=hidden").value("--all") == "hidden")
    }

    @Test(arguments: [
        ("add coin gold", "add", ["coin", "gold"]),
        ("add -q coin --file a gold -h", "add", ["coin", "gold"]),
        ("add -- -q -- list", "add", ["-q", "--", "list"]),
        ("add - x", "add", ["-", "x"]),
        ("list --", "list", []),
        ("-a list", "list", []),
    ])
    func `the first operand names the command`(
        _ line: String,
        _ command: String,
        _ operands: [String]
    ) throws {
        let parsed = try parse(line)
        #expect(parsed.command?.name == command)
        #expect(parsed.operands == operands)
    }

    @Test func `options may precede and follow the command and its operands`() throws {
        let parsed = try parse("-a list -q x --file a y -h")
        #expect(parsed.has("--all"))
        #expect(parsed.has("--quiet"))
        #expect(parsed.value("--file") == "a")
        #expect(parsed.has("--help"))
        #expect(try !parse("list -- -q").has("--quiet"))
    }

    /// The options of a command, and the value of `--tag`.
    @Test(
        arguments: Row.table(
            """
            --tag red → red
            --tag=red → red
            -t red → red
            -tred → red
            -at red → red
            -qatred → red
            --tag= →
            --tag -1 → -1
            --tag -- → --
            --tag=a=b → a=b
            -t=a → =a
            """
        )
    )
    func `accepts a value in every usual notation`(row: Row) throws {
        #expect(try parse("list \(row[0])").value("--tag") == row[1])
    }

    @Test func `an argument that is a value can be empty`() throws {
        #expect(try parse("list --tag ").value("--tag") == "")
    }

    @Test func `short flags can share a dash`() throws {
        let parsed = try parse("list -qah")
        #expect(parsed.has("--quiet"))
        #expect(parsed.has("--all"))
        #expect(parsed.has("--help"))
        #expect(!parsed.has("--version"))
        #expect(!parsed.has("--tag"))
    }

    @Test
    func `stores all values of a repeated option, and the last value takes precedence`() throws {
        let parsed = try parse("list -t red --tag=blue")
        #expect(parsed.values("--tag") == ["red", "blue"])
        #expect(parsed.value("--tag") == "blue")
        #expect(parsed.values("--limit") == [])
        #expect(parsed.value("--limit") == nil)
    }

    @Test(arguments: ["--file add -q", "--file=add", "-f add", "-fadd", "-qf add", "-qfadd"])
    func `skips options before the command, including their values`(_ options: String) throws {
        let parsed = try parse("\(options) list")
        #expect(parsed.command?.name == "list")
        #expect(parsed.value("--file") == "add")
        #expect(parsed.operands == [])
    }

    @Test func `accepts only the program's options if no command is given`() throws {
        #expect(try ArgumentParser(.sample).parse([]).command == nil)
        let parsed = try parse("--version -q")
        #expect(parsed.command == nil)
        #expect(parsed.has("--version"))
        #expect(parsed.has("--quiet"))
        #expect(try parse("-- list").command == nil)
    }

    /// A command line, and the message of the error.
    @Test(
        arguments: Row.table(
            """
            - → unknown command '-'; see 'till --help'
            - list → unknown command '-'; see 'till --help'
            x → unknown command 'x'; see 'till --help'
            -x → unknown option '-x'; see 'till --help'
            lsit → unknown command 'lsit'; did you mean 'list'?
            --all → unknown option '--all'; see 'till --help'
            list --tga → unknown option '--tga'; did you mean '--tag'?
            list --hlep=1 → unknown option '--hlep'; did you mean '--help'?
            add --tag x → unknown option '--tag'; see 'till add --help'
            list -qx → unknown option '-x'; see 'till list --help'
            search -qx → unknown option '-qx'; if it is a word to leave out, write it after '--': till search -- -qx
            search -word → unknown option '-word'; if it is a word to leave out, write it after '--': till search -- -word
            search --word → unknown option '--word'; see 'till search --help'
            list -é → unknown option '-é'; see 'till list --help'
            open --file a → unknown option '--file'; see 'till open --help'
            list --tag → option '--tag' requires a value: --tag TAG
            list -at → option '-t' requires a value: -t TAG
            --file → option '--file' requires a value: --file PATH
            list --all=yes → option '--all' does not accept a value; remove it
            list --quiet= → option '--quiet' does not accept a value; remove it
            add a → 'till add' requires KIND NAME…; see 'till add --help'
            add a b c d e → unexpected argument 'd' for 'till add'; see 'till add --help'
            list x → unexpected argument 'x' for 'till list'; see 'till list --help'
            """
        )
    )
    func `rejects an invalid command line`(row: Row) {
        let error = #expect(throws: UsageError.self) {
            try parse(row[0]).checkOperands()
        }
        #expect(error?.message(for: .sample) == row[1])
    }

    @Test(arguments: ["list", "add a b", "add a b c", "search a b c d e", "-- a", "open --help"])
    func `accepts the number of operands that the command declares`(_ line: String) throws {
        try parse(line).checkOperands()
    }

    @Test(arguments: ["0", "7", "10", "+3", "007"])
    func `accepts a whole number in the given range`(_ text: String) throws {
        let parsed = try parse("list -n \(text)")
        #expect(try parsed.integer("--limit", in: 0...10) == Int(text))
    }

    @Test(arguments: ["", "-1", "11", "many", "1.5", " 1", "99999999999999999999"])
    func `rejects anything but a whole number in the given range`(_ text: String) throws {
        let parsed = try ArgumentParser(.sample).parse(["list", "--limit=\(text)"])
        for (range, bounds) in [(0...10, "0 to 10"), (12...Int.max, "12 or more")] {
            let error = UsageError.invalidValue(
                option: "--limit",
                value: text,
                expected: "a whole number, \(bounds)"
            )
            #expect(throws: error) {
                try parsed.integer("--limit", in: range)
            }
        }
    }

    @Test func `accepts a choice that is spelled exactly`() throws {
        let parsed = try parse("list --sort oldest")
        #expect(try parsed.choice("--sort", of: Order.self) == .oldest)
    }

    @Test(arguments: [
        ("Oldest", "; did you mean 'oldest'?"),
        ("old", "; did you mean 'oldest'?"),
        ("", ""),
        ("size", ""),
    ])
    func `rejects an invalid choice, and suggests a similar choice`(
        _ text: String,
        _ suggestion: String
    ) throws {
        let parsed = try parse("list --sort \(text)")
        let error = UsageError.invalidValue(
            option: "--sort",
            value: text,
            expected: "one of newest, oldest\(suggestion)"
        )
        #expect(throws: error) {
            try parsed.choice("--sort", of: Order.self)
        }
    }

    @Test func `an absent option has no value of any type`() throws {
        let parsed = try parse("list")
        #expect(try parsed.integer("--limit", in: 1...1) == nil)
        #expect(try parsed.choice("--sort", of: Order.self) == nil)
    }

    @Test
    func `fills in only options that the command line lacks, and records the origin of each value`()
        throws
    {
        var parsed = try parse("list -n 3")
        parsed.fill("--limit", with: "7", from: "the file")
        parsed.fill("--sort", with: "oldest", from: "the file")
        parsed.fill("--sort", with: "newest", from: "another")
        parsed.fill("--all", from: "the file")
        #expect(parsed.value("--limit") == "3")
        #expect(parsed.origin(of: "--limit") == nil)
        #expect(parsed.value("--sort") == "oldest")
        #expect(parsed.origin(of: "--sort") == "the file")
        #expect(parsed.has("--all"))
        #expect(parsed.origin(of: "--tag") == nil)
    }

    @Test func `fills in objects like values, and returns them by their types`() throws {
        var parsed = try parse("list -n 3")
        parsed.fill("--limit", withObject: [7], from: "the file")
        parsed.fill("--tag", withObject: ["red"], from: "the file")
        parsed.fill("--tag", withObject: ["blue"], from: "another")
        #expect(parsed.object("--limit", as: [Int].self) == nil)
        #expect(parsed.origin(of: "--limit") == nil)
        #expect(parsed.object("--tag", as: [String].self) == ["red"])
        #expect(parsed.object("--tag", as: [Int].self) == nil)
        #expect(parsed.origin(of: "--tag") == "the file")
        #expect(parsed.has("--tag"))
        #expect(parsed.value("--tag") == nil)
    }

    @Test
    func `a command returns those of its options that were given, and recognizes its subcommands`()
        throws
    {
        let list = try #require(ProgramSyntax.sample.commands.first { $0.name == "list" })
        #expect(try list.givenOptions(in: parse("list -qa -t x")) == ["--tag", "--all"])
        #expect(try list.givenOptions(in: parse("list -q --file x")) == [])
        let tag = CommandSyntax(
            "tag",
            "",
            completing: [.words(["list", "rename"]), .words(["other"])],
            examples: []
        )
        #expect(tag.hasSubcommand("rename"))
        #expect(!tag.hasSubcommand("other"))
        #expect(!tag.hasSubcommand("ren"))
        let restore = CommandSyntax("restore", "", completing: [.files], examples: [])
        #expect(!restore.hasSubcommand("restore"))
    }

    @Test func `the example in the README compiles and runs`() throws {
        let list = CommandSyntax(
            "list",
            "list the links",
            options: [.value("--limit", short: "-n", "N", "at most N links")],
            examples: [("shelf list -n 10", "ten links")]
        )
        let program = ProgramSyntax(
            "shelf",
            "shelf keeps your links.",
            commands: [list],
            options: [.help, .version],
            examples: [("shelf list", "every link")]
        )

        // Throws a UsageError.
        let arguments = try ArgumentParser(program).parse(["list", "-n", "10"])
        if arguments.has("--help") {
            print(HelpText.overview(of: program))
        }
        try arguments.checkOperands()
        let limit = try arguments.integer("--limit", in: 0...Int.max)
        #expect(limit == 10)
    }
}
