import Foundation
import ProgramTesting
import Testing

/// What people read when they ask for help or mistype.
struct CommandLineTests {
    private let shelf: InProcessShelf

    init() throws { shelf = try InProcessShelf() }

    @Test func `help lists every command, and each has a page with examples`() async throws {
        let overview = try await shelf.run("--help")
        #expect(overview.code == 0 && overview.errors == "")
        let commands = [
            "add", "list", "search", "show", "open", "edit", "rm", "tag", "undo", "check", "import", "export", "report",
            "config", "help", "completions",
        ]
        for command in commands {
            #expect(overview.output.contains("\n  \(command)"))
            let page = try await shelf.run(command, "--help")
            #expect(page.code == 0)
            #expect(page.output.hasPrefix("\(command): ") && page.output.contains("Examples:\n  shelf "))
            #expect(try await shelf.run("help", command).output == page.output)
        }
        #expect(try await shelf.run("help").output == overview.output)
        #expect(try await shelf.run("help", "tag", "rename").output == shelf.run("help", "tag").output)
    }

    @Test func `the exit codes are listed`() async throws {
        let topic = try await shelf.run("help", "exit-codes")
        for code in ["0", "1", "2", "64", "65", "69", "74", "78", "129", "130", "143"] {
            #expect(topic.output.contains("\n  \(code) "))
        }
    }

    @Test func `the manual names every setting and every exit code`() async throws {
        let manual = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Docs/Shelf.md"),
            encoding: .utf8)
        let settings = try #require(
            try await shelf.run("config", "show", "--json").json as? [String: [String: String]])
        for (key, setting) in settings {
            let row = "| `\(key)` | `\(setting["variable"] ?? "")` | `\(setting["option"] ?? "")` |"
            #expect(manual.contains(row), "\(row)")
        }
        let codes = try await shelf.run("help", "exit-codes").output.matches(of: /\n  (\d+) +(.+)/)
        #expect(codes.count == 11)
        for code in codes { #expect(manual.contains("| \(code.1) | \(code.2)"), "\(code.1)") }
    }

    @Test func `the tests that the architecture page shows are those of this target`() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        func trimmed(_ text: some StringProtocol) -> String {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
        }
        let page = try String(contentsOf: tests.appending(path: "../../Docs/Architecture.md"), encoding: .utf8)
        let section = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("Tests of commands\n") })
        let sources = try ["InProcessShelf", "CheckCommandTests"].map {
            trimmed(try String(contentsOf: tests.appending(path: "\($0).swift"), encoding: .utf8))
        }.joined()
        let blocks = section.matches(of: /```swift\n((?s).*?)```/).map { trimmed($0.1) }
        #expect(blocks.count == 3)
        for block in blocks { #expect(sources.contains(block), "\(block)") }
    }

    @Test func `the version is one line`() async throws {
        let outcome = try await shelf.run("--version")
        #expect(outcome.output.wholeMatch(of: /shelf \d+\.\d+\.\d+\n/) != nil)
    }

    @Test(arguments: [
        ([], "no command given; 'shelf --help' shows them"),
        (
            ["add", "-", "https://example.org"],
            "'-' reads every address from standard input, and takes no other beside it"
        ),
        (["check", "--timeout", "0s"], "'0s' is no value for '--timeout'; it takes a time above zero"),
        (
            ["check", "--accept", "200..-9223372036854775808"],
            "'200..-9223372036854775808' is no value for '--accept'; it takes statuses and ranges, such as 200..=299,429"
        ),
        (["lsit"], "unknown command 'lsit'; did you mean 'list'?"),
        (["list", "--tga", "x"], "unknown option '--tga'; did you mean '--tag'?"),
        (["list", "-x"], "unknown option '-x'; 'shelf list --help' shows them all"),
        (["list", "-n", "many"], "'many' is no value for '--limit'; it takes a whole number, 0 or more"),
        (["list", "--sort", "size"], "'size' is no value for '--sort'; it takes one of added, title, checked"),
        (
            ["list", "--verdict", "ok,,"],
            "'' is no value for '--verdict'; it takes a list of ok, moved, blocked, flaky, dead, unchecked"
        ),
        (["export", ""], "'' is the name of no file; give one, or '-' for standard output"),
        (["report", "--html", ""], "'' is the name of no file; give one, or '-' for standard output"),
        (["list", "extra"], "'shelf list' does not take 'extra'; 'shelf list --help' shows what it takes"),
        (["show"], "'shelf show' needs ID…; 'shelf show --help' shows examples"),
        (["show", "x"], "'x' is no number of a link; 'shelf list' and 'shelf search' show the numbers"),
        (["show", "0"], "'0' is no number of a link; 'shelf list' and 'shelf search' show the numbers"),
        (["add"], "'shelf add' needs URL… | -; 'shelf add --help' shows examples"),
        (["add", "nonsense"], "'nonsense' cannot be saved: it does not begin with http:// or https://"),
        (
            ["add", "ftp://example.org"],
            "'ftp://example.org' cannot be saved: only http and https addresses are kept, not 'ftp:'"
        ),
        (["add", "-"], ""),
        (
            ["add", "--title", "x", "https://a.example", "https://b.example"],
            "option '--title' goes with one address alone; add the addresses one by one"
        ),
        (["add", "http://"], "'http://' cannot be saved: it names no host"),
        (["add", "http://a b/"], "'http://a b/' cannot be saved: no host can be called 'a b'"),
        (["add", "http://a:b/"], "'http://a:b/' cannot be saved: 'b' is no port; ports are numbers from 0 to 65535"),
        (["search"], "'shelf search' needs QUERY…; 'shelf search --help' shows examples"),
        (["search", "?!"], "there is no letter, digit or emoji in '?!' to search for; give a word or a tag"),
        (
            ["check", "--timeout", "soon"],
            "'soon' is no value for '--timeout'; it takes a time such as 50ms, 20s, 5m, 1h or 1d"
        ),
        (
            ["check", "--accept", "200-299"],
            "'200-299' is no value for '--accept'; it takes statuses and ranges, such as 200..=299,429"
        ),
        (["import", "a", "b"], "'shelf import' does not take 'b'; 'shelf import --help' shows what it takes"),
        (
            ["import", "--from", "xml", "a"],
            "'xml' is no value for '--from'; it takes one of netscape, xbel, json, csv, urls"
        ),
        (["help", "chekc"], "no help for 'chekc'; did you mean 'check'?"),
        (
            ["help", "list", "extra"],
            "'shelf help list' does not take 'extra'; 'shelf help list --help' shows what it takes"
        ),
        (
            ["help", "exit-codes", "64"],
            "'shelf help exit-codes' does not take '64'; 'shelf help exit-codes --help' shows what it takes"
        ),
        (
            ["search", "--untagged", "-t", "a", "x"], "option '--untagged' does not go with '--tag'; make it two calls"
        ),
        (
            ["search", "--sort", "best", "x"],
            "'best' is no value for '--sort'; it takes one of relevance, added, title, checked"
        ),
        (["help", "exit-code"], "no help for 'exit-code'; did you mean 'exit-codes'?"),
        (
            ["list", "--sort", "titel"],
            "'titel' is no value for '--sort'; it takes one of added, title, checked; did you mean 'title'?"
        ),
        (
            ["--library", "mysql://host/links", "list"],
            "'mysql://host/links' is no value for '--library'; it takes the path of a file, postgres://…, or :memory:"
        ),
    ])
    func `what is wrong with a call is said in one line`(_ arguments: [String], _ message: String) async throws {
        let outcome = try await shelf.run(
            arguments + (arguments.first == "add" ? ["--no-fetch"] : []))
        #expect(outcome.output == "")
        #expect(outcome.errors == (message.isEmpty ? "" : "shelf: \(message)\n"))
        #expect(outcome.code == (message.isEmpty ? 0 : 64))
    }

    @Test func `options may stand anywhere`() async throws {
        try await shelf.run("add", "--no-fetch", "https://example.org/1", "-tswift", "--tag=book")
        for arguments in [
            ["--library", ":memory:", "list", "-qv"], ["-q", "list", "--tag=book", "-n1"],
            ["search", "-t", "swift"],
        ] {
            let outcome = try await shelf.run(arguments)
            #expect(outcome.output.contains("https://example.org/1"), "\(arguments)")
        }
    }
}
