import CommandLineArguments
import Testing

struct ParsedArgumentsTests {
    private enum Order: String, CaseIterable { case newest, oldest }

    private func parse(_ arguments: String...) throws(UsageError) -> ParsedArguments {
        try ArgumentParser(.sample).parse(arguments)
    }

    @Test(arguments: ["0", "7", "10", "+3", "007"])
    func `a whole number in range is read`(_ text: String) throws {
        #expect(try parse("list", "-n", text).integer("--limit", in: 0...10) == Int(text))
    }

    @Test(arguments: ["", "-1", "11", "many", "1.5", " 1", "99999999999999999999"])
    func `what is no whole number in range is refused`(_ text: String) throws {
        let parsed = try parse("list", "--limit=\(text)")
        let error = UsageError.badValue(option: "--limit", value: text, expected: "a whole number, 0 to 10")
        #expect(throws: error) { try parsed.integer("--limit", in: 0...10) }
    }

    @Test func `a range without end is named by its beginning`() throws {
        let parsed = try parse("list", "-n0")
        let error = UsageError.badValue(option: "--limit", value: "0", expected: "a whole number, 1 or more")
        #expect(throws: error) { try parsed.integer("--limit", in: 1...Int.max) }
    }

    @Test func `a choice is one of the list, written exactly`() throws {
        #expect(try parse("list", "--sort", "oldest").choice("--sort", of: Order.self) == .oldest)
        let hint = "; did you mean 'oldest'?"
        for (text, hint) in [("Oldest", hint), ("old", hint), ("", ""), ("size", "")] {
            let parsed = try parse("list", "--sort", text)
            let error = UsageError.badValue(option: "--sort", value: text, expected: "one of newest, oldest\(hint)")
            #expect(throws: error) { try parsed.choice("--sort", of: Order.self) }
        }
    }

    @Test func `a value from elsewhere fills in what the command line leaves open, and is known as such`() throws {
        var parsed = try parse("list", "-n", "3")
        parsed.fill("--limit", with: "7", from: "the file")
        parsed.fill("--sort", with: "oldest", from: "the file")
        parsed.fill("--sort", with: "newest", from: "another")
        parsed.fill("--all", from: "the file")
        #expect(parsed.value("--limit") == "3" && parsed.origin(of: "--limit") == nil)
        #expect(parsed.value("--sort") == "oldest" && parsed.origin(of: "--sort") == "the file")
        #expect(parsed.has("--all") && parsed.origin(of: "--tag") == nil)
    }

    @Test func `a command knows whether any option of its own is given`() throws {
        let list = try #require(ProgramSyntax.sample.commands.first { $0.name == "list" })
        #expect(try list.isAnyGiven(in: parse("list", "-a")))
        #expect(try !list.isAnyGiven(in: parse("list", "-q", "--file", "x")))
    }

    @Test func `an option that is not there has no number and no choice`() throws {
        let parsed = try parse("list")
        #expect(try parsed.integer("--limit", in: 1...1) == nil)
        #expect(try parsed.choice("--sort", of: Order.self) == nil)
    }

    @Test func `as many operands as the command takes are let through`() throws {
        try parse("list").checkOperands()
        try parse("add", "a", "b").checkOperands()
        try parse("add", "a", "b", "c").checkOperands()
        try parse("search", "a", "b", "c", "d", "e").checkOperands()
        try parse("--", "a").checkOperands()
    }

    @Test func `too few operands are refused with the ones that are needed`() throws {
        let parsed = try parse("add", "a")
        #expect(throws: UsageError.missingOperand(command: "add", operands: "KIND NAME…")) {
            try parsed.checkOperands()
        }
    }

    @Test func `too many operands are refused by the first that is too many`() throws {
        let parsed = try parse("add", "a", "b", "c", "d", "e")
        #expect(throws: UsageError.unexpectedOperand(command: "add", value: "d")) { try parsed.checkOperands() }
    }
}
