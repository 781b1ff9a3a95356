import CoreTesting
import Foundation
import ProgramTesting
import ServerTesting
import Testing

struct FaultTests {
    private let program: Program
    init() throws {
        program = try Program()
    }

    private func expect(
        _ call: CommandLine,
        library: String? = nil,
        fails message: String,
        code: Int32 = 69,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        try await program.expect(
            call,
            errors: "error: \(message)\n",
            code: code,
            environment: library.map { ["SHELF_LIBRARY": $0] } ?? [:],
            at: location
        )
    }

    @Test
    func `every command refuses a file that is damaged or not a library, and does not change it`()
        async throws
    {
        let urls = (1...500).map { "https://example.org/\($0)" }.joined(separator: "\n")
        try await program.run("import -q -", input: urls)
        let whole = try Data(contentsOf: URL(filePath: program.library))
        var newer = whole
        // The offset of `user_version` (https://sqlite.org/fileformat.html#the_database_header).
        newer.replaceSubrange(60..<64, with: [0, 0, 0, 99])
        let page = try program.write("old", to: "page.html")
        let damaged =
            "library '…' is damaged: database disk image is malformed; restore it from a copy or an export"
        let foreign =
            "'…' is not a library of links and was not changed; use another library (--library PATH)"
        for (index, (message, bytes)) in [
            (damaged, whole.prefix(5000)),
            (
                damaged,
                whole.prefix(4096) + Data(repeating: 0xAA, count: 4096) + whole.dropFirst(8192)
            ),
            (foreign, Data(count: 16) + whole.dropFirst(16)),
            (foreign, Data(String(repeating: "notes ", count: 200).utf8)),
            (
                "library '…' has format 99, but this version supports only formats up to 6; update the program",
                newer
            ),
        ].enumerated() {
            let path = program.path("damaged-\(index).db")
            try bytes.write(to: URL(filePath: path))
            let calls: [CommandLine] = [
                "list", "add --no-fetch https://example.org/new", "undo", "report --html \(page)",
            ]
            for call in calls {
                try await expect(call, library: path, fails: message.replacing("…", with: path))
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
        }
        #expect(try program.folder.text("page.html") == "old")
        #expect(try program.files(".page") == [])
    }

    @Test(
        arguments: Row.table(
            """
            list → 0
            search a → 1
            show 1 → 1
            open 1 → 1
            edit 1 --title x → 1
            edit --fetch → 0
            rm 1 → 1
            tag list → 0
            undo → 1
            check → 0
            export → 0
            report → 0
            import --dry-run - → 65
            """
        )
    )
    func `reports that the library does not exist, and does not create it`(
        row: Row
    ) async throws {
        let library = program.path("no/slip.db")
        let outcome = try await program.run(
            CommandLine(stringLiteral: row[0]),
            environment: ["SHELF_LIBRARY": library]
        )
        let note =
            "library '\(library)' does not exist yet; 'shelf add' and 'shelf import' create it"
        #expect(outcome.errors.hasPrefix("note: \(note)\n"), "\(outcome)")
        #expect(outcome.code == Int32(row[1]), "\(outcome)")
        #expect(try program.files("no") == [])
    }

    @Test func `a default library that does not exist is treated as empty`() async throws {
        try await program.expect(
            transcript: """
                $ SHELF_LIBRARY= shelf list
                ! note: the library is empty; 'shelf add URL' saves a link
                """
        )
        #expect(try program.files(".local") == [])
    }

    @Test
    func
        `a library is a single file after the program ends, even if its path is a symbolic link`()
        async throws
    {
        let link = try program.folder.link("link.db", to: "library.db")
        try await program.add("https://example.org --library \(link)")
        #expect(try await program.run("list").output == "1  https://example.org/\n")
        #expect(try program.files("l") == ["library.db", "link.db"])
    }

    @Test func `commands can read a library that cannot be written`() async throws {
        try await program.add("https://example.org")
        // Like a folder without write permission, the symbolic link prevents writing. Unlike such a
        // folder, it does so even for root.
        try program.folder.link("library.db-shm", to: "/nowhere/at/all")
        let links = try program.write("https://example.org/new\n", to: "links.txt")
        let calls: [CommandLine] = [
            "add --no-fetch https://example.org/new", "rm 1", "undo", "import \(links)",
        ]
        for call in calls {
            let remedy = "change its permissions, or use another library (--library PATH)"
            try await expect(call, fails: "library '\(program.library)' is read-only; \(remedy)")
        }
        #expect(try await program.run("list").output == "1  https://example.org/\n")
    }

    @Test func `no command overwrites its library`() async throws {
        try await program.add("https://example.org/1")
        let link = try program.folder.link("link.html", to: program.library)
        for (command, path) in [("export", program.library), ("report --html", link)] {
            try await expect(
                "\(CommandLine(stringLiteral: command)) \(path)",
                fails: "'\(path)' is the library itself; specify another file",
                code: 64
            )
        }
        #expect(try await program.run("list").output.contains("https://example.org/1"))
    }

    /// Runs a command that cannot write files larger than `limit` KiB, as if the disk were full.
    private func run(limit: Int, _ call: CommandLine) async throws -> Outcome {
        // The trap ignores SIGXFSZ, so a write beyond the limit fails with an error instead.
        let script = "trap '' XFSZ; ulimit -f \(limit); exec \"$0\" \"$@\""
        return try await program.start(call, by: ["bash", "-c", script]).outcome()
    }

    @Test func `on a full disk, commands can read the library but do not change it`() async throws {
        try await LoopbackServer.serving(ScriptedSite(otherwise: .respond())) { server in
            try await program.add("\(server.url)")
            let before = try await program.run("list --json").output
            let file = try program.write("https://example.org/new\n", to: "links.txt")
            let changes: [CommandLine] = [
                "add --no-fetch https://example.org/new", "import \(file)", "check", "undo", "rm 1",
            ]
            let remedy = "nothing was changed; free space and try again"
            let error =
                "error: cannot change library '\(program.library)': the disk is full; \(remedy)\n"
            for call in changes {
                let outcome = try await run(limit: 8, call)
                #expect(outcome.errors == error, "\(call)")
                #expect(outcome.output == "", "\(call)")
                #expect(outcome.code == 74, "\(call)")
            }
            let reads: [CommandLine] = ["list --json", "search 127 --json", "show 1 --json"]
            for call in reads {
                let outcome = try await run(limit: 8, call)
                #expect(outcome.code == 0, "\(call) \(outcome)")
                #expect(outcome.output == before, "\(call) \(outcome)")
            }
            #expect(try await program.run("list --json").output == before)
            #expect(try await program.run("undo").code == 0)
        }
    }

    @Test func `an import writes no temporary file`() async throws {
        let path = String(repeating: "a", count: 100)
        let urls = (1...12_000).map { "https://example.org/\($0)/\(path)" }
        let file = try program.write(urls.joined(separator: "\n"), to: "links.txt")
        let outcome = try await run(limit: 1, "import --dry-run \(file)")
        #expect(outcome.code == 0, "\(outcome)")
    }

    #if os(Linux)
        @Test(
            arguments: [
                "list", "export", "report", "report --html -", "check --retries 0",
                "add --no-fetch https://a.example",
            ] as [CommandLine]
        )
        func `a command reports that it cannot write its output to a full disk`(_ call: CommandLine)
            async throws
        {
            try await program.add("http://127.0.0.1:1/")
            let full = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
            let outcome = try await program.start(call, output: full).outcome()
            #expect(outcome.code == 74)
            #expect(
                outcome.errors
                    == "error: cannot write to standard output; free space, or write to another file\n"
            )
        }

        @Test(arguments: ["list", "report"] as [CommandLine])
        func `reports a closed standard output`(_ command: CommandLine) async throws {
            try await program.add("https://a.example/")
            let outcome = try await program.start(
                command,
                by: ["sh", "-c", "exec \"$@\" >&-", "sh"]
            ).outcome()
            #expect(outcome.code == 74)
            #expect(outcome.errors == "error: cannot write to standard output: it is closed\n")
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
                ["-c", "\(BuiltProducts.program("Shelf")) list | head -1"],
                environment: program.environment
            )
            #expect(outcome.output == "300  https://example.org/300/\(path)\n")
            #expect(outcome.errors == "")
        }
    #endif
}
