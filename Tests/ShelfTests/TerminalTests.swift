import Core
import CoreTesting
import Foundation
import ProgramTesting
import ServerTesting
import Testing

#if os(Linux)
    /// Tests of the program on a real terminal, which script(1) provides.
    @Suite(.usesTerminal)
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
                environment: program.environment.merging(environment) { $1 },
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
            try await LoopbackServer.serving("/ titled A page") { server in
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
