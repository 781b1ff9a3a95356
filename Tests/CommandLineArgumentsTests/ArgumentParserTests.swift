import CommandLineArguments
import Testing

struct ArgumentParserTests {
    private func parse(_ arguments: String...) throws(UsageError) -> ParsedArguments {
        try ArgumentParser(.sample).parse(arguments)
    }

    private func error(_ arguments: String...) -> UsageError? {
        do {
            _ = try ArgumentParser(.sample).parse(arguments)
            return nil
        } catch {
            return error
        }
    }

    @Test func `the first operand names the command, the others are its own`() throws {
        let parsed = try parse("add", "coin", "gold")
        #expect(parsed.command?.name == "add")
        #expect(parsed.operands == ["coin", "gold"])
    }

    @Test(arguments: [
        ["--tag", "red"], ["--tag=red"], ["-t", "red"], ["-tred"], ["-at", "red"], ["-qatred"],
    ])
    func `a value is written in every usual way`(_ arguments: [String]) throws {
        #expect(try ArgumentParser(.sample).parse(["list"] + arguments).value("--tag") == "red")
    }

    @Test func `a value may be empty, begin with a dash, or hold an equals sign`() throws {
        #expect(try parse("list", "--tag=").value("--tag") == "")
        #expect(try parse("list", "--tag", "").value("--tag") == "")
        #expect(try parse("list", "--limit", "-1").value("--limit") == "-1")
        #expect(try parse("list", "--tag", "--").value("--tag") == "--")
        #expect(try parse("list", "--tag=a=b").value("--tag") == "a=b")
        #expect(try parse("list", "-t=a").value("--tag") == "=a")
    }

    @Test func `short flags may share a dash`() throws {
        let parsed = try parse("list", "-qah")
        #expect(parsed.has("--quiet") && parsed.has("--all") && parsed.has("--help"))
        #expect(!parsed.has("--version") && !parsed.has("--tag"))
    }

    @Test func `options and operands may be mixed`() throws {
        let parsed = try parse("add", "-q", "coin", "--file", "a", "gold", "-h")
        #expect(parsed.operands == ["coin", "gold"])
        #expect(parsed.has("--quiet") && parsed.has("--help") && parsed.value("--file") == "a")
    }

    @Test func `an option may be given again, and the last one counts where one is wanted`() throws {
        let parsed = try parse("list", "-t", "red", "--tag=blue")
        #expect(parsed.values("--tag") == ["red", "blue"])
        #expect(parsed.value("--tag") == "blue")
        #expect(parsed.values("--limit") == [] && parsed.value("--limit") == nil)
    }

    @Test(arguments: [
        ["--file", "add", "-q"], ["--file=add"], ["-f", "add"], ["-fadd"], ["-qf", "add"], ["-qfadd"],
    ])
    func `options that stand before the command are skipped with their values`(_ options: [String]) throws {
        let parsed = try ArgumentParser(.sample).parse(options + ["list"])
        #expect(parsed.command?.name == "list")
        #expect(parsed.value("--file") == "add" && parsed.operands == [])
    }

    @Test func `a flag of the command may stand before it`() throws {
        #expect(try parse("-a", "list").has("--all"))
    }

    @Test func `after two dashes everything is an operand`() throws {
        let parsed = try parse("add", "--", "-q", "--", "list")
        #expect(parsed.operands == ["-q", "--", "list"])
        #expect(!parsed.has("--quiet"))
        #expect(try parse("list", "--").operands == [])
    }

    @Test func `a single dash is an operand, and no command`() throws {
        #expect(try parse("add", "-", "x").operands == ["-", "x"])
        #expect(error("-") == .unknownCommand("-", suggestion: nil))
        #expect(error("-", "list") == .unknownCommand("-", suggestion: nil))
    }

    @Test func `without a command there are only the options of the program`() throws {
        #expect(try parse().command == nil)
        let parsed = try parse("--version", "-q")
        #expect(parsed.command == nil && parsed.has("--version") && parsed.has("--quiet"))
        #expect(try parse("--", "list").command == nil)
        #expect(error("--all") == .unknownOption("--all", command: nil, suggestion: nil))
    }

    @Test func `an unknown command or option is refused, with what may have been meant`() {
        #expect(error("lsit") == .unknownCommand("lsit", suggestion: "list"))
        #expect(error("frobnicate") == .unknownCommand("frobnicate", suggestion: nil))
        #expect(error("list", "--tga") == .unknownOption("--tga", command: "list", suggestion: "--tag"))
        #expect(error("list", "--hlep=1") == .unknownOption("--hlep", command: "list", suggestion: "--help"))
        #expect(error("add", "--tag", "x") == .unknownOption("--tag", command: "add", suggestion: nil))
        #expect(error("list", "-qx") == .unknownOption("-x", command: "list", suggestion: nil))
        #expect(error("list", "-é") == .unknownOption("-é", command: "list", suggestion: nil))
    }

    @Test func `a command can do without an option of the program`() throws {
        let open = CommandSyntax("open", "open the till", without: ["--file"], examples: [])
        let till = ProgramSyntax(
            "till", "till counts.", commands: [open], everywhere: [.value("--file", "PATH", "the file to use"), .help],
            examples: [])
        #expect(throws: UsageError.unknownOption("--file", command: "open", suggestion: nil)) {
            try ArgumentParser(till).parse(["open", "--file", "a"])
        }
        #expect(try ArgumentParser(till).parse(["open", "--help"]).has("--help"))
        #expect(HelpText.page(for: open, of: till).hasSuffix("\n\nEverywhere:\n  -h, --help  show help"))
    }

    @Test func `a value too few or too many is refused`() {
        #expect(error("list", "--tag") == .missingValue(option: "--tag", value: "TAG"))
        #expect(error("list", "-at") == .missingValue(option: "-t", value: "TAG"))
        #expect(error("--file") == .missingValue(option: "--file", value: "PATH"))
        #expect(error("list", "--all=yes") == .unwantedValue(option: "--all"))
        #expect(error("list", "--quiet=") == .unwantedValue(option: "--quiet"))
    }
}
