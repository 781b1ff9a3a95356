import CommandLineArguments
import ProgramTesting
import Testing

struct ArgumentParserTests {
    private enum Order: String, CaseIterable { case newest, oldest }

    /// Parses a line as arguments that are separated by single spaces. A space at the end of the
    /// line adds an empty argument.
    private func parse(_ line: String) throws(UsageError) -> ParsedArguments {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        return try ArgumentParser(.sample).parse(words.map { String($0) })
    }

    /// A command line, its command, its operands, and its options with their values.
    @Test(
        arguments: Row.table(
            """
            add coin gold → add → coin gold →
            add -- -q -- list → add → -q -- list →
            add - x → add → - x →
            list -- → list → →
            list -- -q → list → -q →
            -- list → → list →
            --version -q → → → --quiet= --version=
            // Options may precede and follow the command and its operands.
            -a list → list → → --all=
            -a list -q x --file a y -h → list → x y → --all= --file=a --quiet= --help=
            add -q coin --file a gold -h → add → coin gold → --file=a --quiet= --help=
            --file add -q list → list → → --file=add --quiet=
            --file=add list → list → → --file=add
            -f add list → list → → --file=add
            -fadd list → list → → --file=add
            -qf add list → list → → --file=add --quiet=
            -qfadd list → list → → --file=add --quiet=
            // Flags can share a dash, and a flag accepts its word after an equals sign.
            list -qah → list → → --all= --quiet= --help=
            list --all → list → → --all=
            list --all=hidden → list → → --all=hidden
            // A value can be in every usual notation, and be repeated.
            list --tag red → list → → --tag=red
            list --tag=red → list → → --tag=red
            list -t red → list → → --tag=red
            list -tred → list → → --tag=red
            list -at red → list → → --tag=red --all=
            list -qatred → list → → --tag=red --all= --quiet=
            list --tag= → list → → --tag=
            list --tag -1 → list → → --tag=-1
            list --tag -- → list → → --tag=--
            list --tag=a=b → list → → --tag=a=b
            list -t=a → list → → --tag==a
            list -t red --tag=blue → list → → --tag=red,blue
            """
        )
    )
    func `parses a command line`(row: Row) throws {
        let parsed = try parse(row[0])
        let names = [
            "--tag", "--limit", "--sort", "--all", "--file", "--quiet", "--help", "--version",
        ]
        let options = names.filter(parsed.has).map { name in
            "\(name)=\(parsed.values(name).joined(separator: ","))"
        }
        #expect(parsed.command?.name ?? "" == row[1])
        #expect(parsed.operands.joined(separator: " ") == row[2])
        #expect(options.joined(separator: " ") == row[3])
    }

    @Test func `an argument that is a value can be empty`() throws {
        #expect(try parse("list --tag ").value("--tag") == "")
    }

    @Test func `the last value of a repeated option takes precedence`() throws {
        #expect(try parse("list -t red --tag=blue").value("--tag") == "blue")
    }

    @Test func `the operands after a separator are for another program`() throws {
        let parsed = try parse("add coin -- -q gold")
        #expect(Array(parsed.operandsBeforeSeparator) == ["coin"])
        #expect(Array(parsed.operandsAfterSeparator) == ["-q", "gold"])
    }

    @Test func `a command line without arguments has no command`() throws {
        #expect(try ArgumentParser(.sample).parse([]).command == nil)
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

    @Test(arguments: [("0", 0), ("7", 7), ("10", 10), ("+3", 3), ("007", 7)])
    func `accepts a whole number in the given range`(_ text: String, _ number: Int) throws {
        let parsed = try parse("list -n \(text)")
        #expect(try parsed.integer("--limit", in: 0...10) == number)
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
        #expect(parsed.values("--limit") == [])
        #expect(parsed.value("--limit") == nil)
        #expect(try parsed.integer("--limit", in: 1...1) == nil)
        #expect(try parsed.choice("--sort", of: Order.self) == nil)
        #expect(parsed.object("--limit", as: [Int].self) == nil)
    }

    @Test
    func `fills in only options that have no value, and records the origin of each filled value`()
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
        #expect(parsed.origin(of: "--all") == "the file")
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

    @Test func `returns the command's own options that the arguments contain`() throws {
        let list = try #require(ProgramSyntax.sample.commands.first { $0.name == "list" })
        #expect(try list.givenOptions(in: parse("list -qa -t x")) == ["--tag", "--all"])
        #expect(try list.givenOptions(in: parse("list -q --file x")) == [])
    }

    @Test func `only the words of the first operand are subcommands`() {
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
