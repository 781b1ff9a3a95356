import Core
import CoreTesting
import Foundation
import ProgramTesting
import ServerTesting
import Testing

#if os(Linux)
    /// Tests of the program on a real terminal, which script(1) provides.
    @Suite(
        .enabled(
            if: FileManager.default.fileExists(atPath: "/dev/pts/ptmx"),
            "this machine has no pseudo-terminals; mount /dev/pts"
        )
    )
    struct TerminalTests {
        private let program: Program
        init() throws {
            program = try Program()
        }

        private func run(
            _ call: String,
            columns: Int = 80,
            typing input: String = "",
            environment: [String: String] = [:]
        ) async throws -> Outcome {
            let command = "stty cols \(columns) && exec \(BuiltProducts.program("Shelf")) \(call)"
            return try await Subprocess.run(
                "script",
                ["--quiet", "--return", "--command", command, "/dev/null"],
                environment: program.environment.merging(["TERM": "xterm"]) { $1 }.merging(
                    environment
                ) { $1 },
                input: input
            )
        }

        @Test
        func `prints lines in color that fit the terminal, and reads answers from the terminal`()
            async throws
        {
            try await program.add("https://example.org/a/long/address --title 日本語のとても長い題名")
            let list = try await run("list", columns: 16)
            #expect(list.output.contains("\u{1B}[1m日本語のとて…\u{1B}[0m"))
            #expect(list.output.contains("\n   https://exam…\r\n"))
            try await program.add("https://example.org/2")
            let no = try await run("rm 1 2", typing: "n\n")
            #expect(no.code == 1)
            #expect(no.output.contains("Remove 2 links? [y/N]"))
            #expect(try await run("rm 1 2", typing: "y\n").code == 0)
            #expect(try await program.run("list --json").output == "[]\n")
        }

        @Test func `shows that a page is being read until the page arrives`() async throws {
            let headers: HTTPHeaders = ["Content-Type": "text/html"]
            let site = ScriptedSite(["/": .respond(headers: headers, body: "<title>A page</title>")]
            )
            try await LoopbackServer.serving(site) { server in
                let added = try await run("add --no-color \(server.url)")
                #expect(added.output.contains("\r\u{1B}[Kreading the page\r\u{1B}[K1  A page\r\n"))
                #expect(try await !run("add --no-fetch \(server.url)").output.contains("reading"))
            }
        }

        @Test func `edits a link in an editor`() async throws {
            try await program.add("https://example.org/ --title old -t a")
            let script = "s/^title: old/title: new/;s/^tags:.*/tags: b, c/;s/^note:.*/note: first/"
            let editor = try program.write(
                "#!/bin/sh\nsed -i '\(script)' \"$1\"\necho second >>\"$1\"\n",
                to: "editor"
            )
            // The folder for temporary files does not exist yet.
            let edited = try await run(
                "edit 1",
                environment: ["EDITOR": "sh \(editor)", "TMPDIR": program.path("new/temporary")]
            )
            #expect(edited.code == 0, "\(edited)")
            let link = try #require(try await program.run("show 1 --json").links().first)
            #expect(link.title == "new")
            #expect(link.note == "first\nsecond")
            #expect(link.tags == ["b", "c"])
        }

        @Test func `a listing ends without a message if the program that reads it ends early`()
            async throws
        {
            // The list is longer than a pipe can hold, so the command is still writing when `head`
            // ends.
            let path = String(repeating: "x", count: 300)
            let urls = (1...300).map { "https://example.org/\($0)/\(path)" }.joined(separator: "\n")
            try await program.run("add -q --no-fetch -", input: urls)
            let outcome = try await Subprocess.run(
                "bash",
                ["-c", "set -o pipefail; \(BuiltProducts.program("Shelf")) list | head -1"],
                environment: program.environment
            )
            #expect(outcome.output == "300  https://example.org/300/\(path)\n")
            #expect(outcome.errors == "")
        }
    }
#endif

/// Tests of completion in bash, which every machine has. Tests/shells tests zsh and fish.
struct CompletionTests {
    private let program: Program
    init() throws {
        program = try Program()
    }

    @Test(arguments: [
        ("li", "list"), ("-q un", "undo"), ("--library x.db re", "report"), ("list x", ""),
        ("list --de", "--dead --dead-since"),
        ("list --lib", "--library"), ("search --unt", "--untagged --untitled"), ("show --de", ""),
        ("--ver", "--verbose --version"), ("list --sort ti", "title"),
        ("search --sort rel", "relevance"),
        ("config p", "path"), ("completions z", "zsh"), ("help exi", "exit-codes"),
        ("tag re", "rename remove"),
        ("list --verdict ok,m", "ok,moved"),
        (
            "",
            "add list search show open edit rm tag undo check import export report config help completions"
        ),
    ])
    func `the completion offers commands, options and choices`(_ line: String, _ expected: String)
        async throws
    {
        let words = line.components(separatedBy: " ")
        let outcome = try await InProcessShelf().run("completions bash -- \(words)")
        #expect(outcome.code == 0)
        #expect(outcome.errors == "")
        let offers = outcome.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        #expect(offers.filter { $0.hasPrefix(words.last ?? "") }.joined(separator: " ") == expected)
    }

    /// Compares bash's suggestions for the last word with the expected suggestions.
    private func expect(
        _ call: CommandLine,
        offers expected: [String],
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let file = try program.write(
            """
            shopt -u progcomp_alias 2>/dev/null
            \(try await program.run("completions bash").output)
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            _shelf 2>/dev/null
            for offer in ${COMPREPLY[@]+"${COMPREPLY[@]}"}; do echo "$offer"; done
            """,
            to: "complete.bash"
        )
        let outcome = try await Subprocess.run(
            "bash",
            ["--norc", file, BuiltProducts.program("Shelf")] + call.arguments,
            environment: program.environment,
            in: program.folder.url.path
        )
        #expect(outcome.errors == "", sourceLocation: location)
        let offers = outcome.output.split(separator: "\n").map { String($0) }
        #expect(offers == expected, sourceLocation: location)
    }

    @Test func `bash completes words, choices after an equals sign, and files`() async throws {
        try await expect("-q un", offers: ["undo"])
        try await expect("list --sort = ti", offers: ["title"])
        try await expect("list --sort =", offers: ["added", "title", "checked"])
        try program.write("", to: "my links.html")
        try await expect("report --html my", offers: ["my links.html"])
        try await expect("list my", offers: [])
        try await expect("list --verdict ok,fl", offers: ["ok,flaky"])
    }

    @Test
    func `bash completes and quotes the tags of the library, and does not execute them`()
        async throws
    {
        let witness = program.path("ran")
        let tags = ["to read", "$(touch \(witness))", "`touch \(witness)`"]
        try await program.add("https://example.org \(tags.flatMap { ["-t", $0] })")
        try await expect("list -t to", offers: ["to\\ read"])
        try await expect("tag merge a b to", offers: ["to\\ read"])
        try await expect("list -t swift,to", offers: ["swift,to\\ read"])
        try await expect("list --tag = a,b,to", offers: ["a,b,to\\ read"])
        try await expect("edit 1 --tags 'To read,to'", offers: [])
        try await expect("list --tag $", offers: ["\\$\\(touch\\ \(witness)\\)"])
        try await expect("list --tag `", offers: ["\\`touch\\ \(witness)\\`"])
        #expect(!FileManager.default.fileExists(atPath: witness))
    }
}

#if os(Linux)
    extension TerminalTests {
        /// Edits a link in an editor that first runs `commands`. Returns the title after the edit.
        private func title(
            afterEditing commands: String
        ) async throws -> (title: String?, code: Int32) {
            try await program.add("https://example.org/ --title old")
            let editor = try program.write(
                "\(commands)\nsed -i 's/^title: old/title: new/' \"$1\"\n",
                to: "editor"
            )
            let outcome = try await run("edit 1", environment: ["EDITOR": "sh \(editor)"])
            let link = try #require(try await program.run("show 1 --json").links().first)
            return (link.title, outcome.code)
        }

        /// Returns commands that send a signal to the program until it ends, at most `count` times.
        private static func sending(_ signal: String, count: Int) -> String {
            """
            count=0
            while [ $count -lt \(count) ] && kill -\(signal) $PPID 2>/dev/null; do
                count=$((count + 1))
            done
            """
        }

        @Test func `Ctrl-C in an editor does not end the program`() async throws {
            let edited = try await title(afterEditing: Self.sending("INT", count: 20000))
            #expect(edited.title == "new")
            #expect(edited.code == 0)
        }

        @Test func `SIGTERM ends the program while an editor runs`() async throws {
            let edited = try await title(afterEditing: Self.sending("TERM", count: 100_000))
            #expect(edited.title == "old")
            #expect(edited.code != 0)
        }
    }
#endif
