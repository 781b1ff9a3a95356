import Core
import CoreTesting
import Foundation
import ProgramTesting
import Testing

/// Whether terminals can be made; not so in a container without `/dev/pts`, as `Tests/run` says then.
private enum PseudoTerminals {
    static var areThere: Bool { FileManager.default.fileExists(atPath: "/dev/pts/ptmx") }
}

/// How the program behaves on a terminal, which script(1) provides, and off it.
#if os(Linux)
    @Suite(.enabled(if: PseudoTerminals.areThere, "this machine gives no pseudo-terminals; is /dev/pts mounted?"))
    struct TerminalTests {
        private let program: Program

        init() throws { program = try Program() }

        /// What a call shows on a terminal that is so wide, with what is typed there.
        private func shown(
            _ call: String, columns: Int, typing input: String = "", environment: [String: String] = [:]
        ) async throws -> Outcome {
            let command = "stty cols \(columns) && exec \(BuiltProducts.program("shelf")) \(call)"
            return try await Call.run(
                "script", ["--quiet", "--return", "--command", command, "/dev/null"],
                environment: [
                    "HOME": program.folder.url.path, "PATH": "/usr/bin:/bin", "TERM": "xterm",
                    "SHELF_LIBRARY": program.library,
                ].merging(environment) { $1 }, input: input)
        }

        private func lines(_ outcome: Outcome) -> [String] {
            outcome.output.split(whereSeparator: \.isNewline).map { String($0).replacing(/\u{1B}\[[0-9;]*m/, with: "") }
        }

        @Test func `lines are cut to the width of a terminal, wide characters counted twice, and nowhere else`()
            async throws
        {
            let title = "日本語のとても長い題名がここにあります"
            try await program.run("add", "-q", "--no-fetch", "https://example.org/a/long/address", "--title", title)
            #expect(try await lines(shown("list", columns: 20)) == ["1  日本語のとても長…", "   https://example.…"])
            #expect(try await lines(shown("list", columns: 20, environment: ["COLUMNS": "12"]))[0] == "1  日本語の…")
            #expect(try await program.run("list", environment: ["COLUMNS": "12"]).output.contains(title))
        }

        @Test func `there is colour on a terminal, unless it is unwelcome`() async throws {
            try await program.run("add", "-q", "--no-fetch", "https://example.org/")
            #expect(try await shown("list", columns: 80).output.contains("\u{1B}[1mhttps"))
            for environment in [["NO_COLOR": "1"], ["TERM": "dumb"], ["SHELF_COLOR": "false"]] {
                #expect(try await !shown("list", columns: 80, environment: environment).output.contains("\u{1B}"))
            }
            #expect(try await !shown("list --no-color", columns: 80).output.contains("\u{1B}"))
            #expect(try await !shown("list --json", columns: 80).output.contains("\u{1B}"))
            #expect(try await !program.run("list").output.contains("\u{1B}"))
        }

        @Test func `a page is waited for with a word, which is taken away when it comes`() async throws {
            let headers: HTTPHeaders = ["Content-Type": "text/html"]
            let site = ScriptedSite(["/": .respond(headers: headers, body: "<title>A page</title>")])
            try await LoopbackServer.serving(site) { server in
                let added = try await shown("add \(server.url)", columns: 80)
                #expect(added.output.contains("\r\u{1B}[Kreading its page\r\u{1B}[K"))
                #expect(lines(added).contains { $0.hasSuffix("1  A page") })
                let again = try await shown("add --no-fetch \(server.url)", columns: 80)
                #expect(!again.output.contains("reading"))
            }
        }

        @Test func `more than one link is only removed after a yes`() async throws {
            for path in ["1", "2", "3"] {
                try await program.run("add", "-q", "--no-fetch", "https://example.org/\(path)")
            }
            let no = try await shown("rm 1 2", columns: 80, typing: "n\n")
            #expect(no.code == 1 && no.output.contains("Remove 2 links? [y/N]"))
            #expect(try await program.run("list", "--json").output.contains("\"id\":1"))
            #expect(try await shown("rm 1 2", columns: 80, typing: "y\n").code == 0)
            #expect(try await shown("rm 3", columns: 80).code == 0)
            #expect(try await program.run("list", "--json").output == "[]\n")
        }

        @Test func `a link is changed in an editor`() async throws {
            try await program.run("add", "-q", "--no-fetch", "https://example.org/", "--title", "old", "-t", "a")
            let script = "s/^title: old/title: new/;s/^tags:.*/tags: b, c/;s/^note:.*/note: first/"
            let editor = try program.write(
                "#!/bin/sh\nsed -i '\(script)' \"$1\"\necho second >>\"$1\"\n", to: "editor")
            let edited = try await shown("edit 1", columns: 80, environment: ["EDITOR": "sh \(editor)"])
            #expect(edited.code == 0, "\(edited)")
            let link = try #require((try await program.run("show", "1", "--json").json as? [[String: Any]])?.first)
            #expect(link["title"] as? String == "new" && link["note"] as? String == "first\nsecond")
            #expect(link["tags"] as? [String] == ["b", "c"])
        }

        @Test func `an editor that changes nothing, fails, or leaves nonsense changes no link`() async throws {
            try await program.run("add", "-q", "--no-fetch", "https://example.org/", "--title", "old")
            let before = try await program.run("show", "1").output
            let same = try await shown("edit 1", columns: 80, environment: ["VISUAL": "true", "EDITOR": "false"])
            #expect(same.code == 0 && same.output.contains("shelf: nothing was changed"))
            let failed = try await shown("edit 1", columns: 80, environment: ["EDITOR": "false"])
            #expect(failed.code == 74 && failed.output.contains("shelf: 'false' ended with 1; nothing was changed"))
            let nonsense = try program.write("#!/bin/sh\necho nonsense >\"$1\"\n", to: "nonsense")
            let lost = try await shown("edit 1", columns: 80, environment: ["EDITOR": "rm"])
            #expect(lost.code == 74 && lost.output.contains("shelf: the editor left no file at '"))
            let broken = try await shown("edit 1", columns: 80, environment: ["EDITOR": "sh \(nonsense)"])
            #expect(broken.code == 65 && broken.output.contains("'nonsense' is none of url:, title:, tags: and note:"))
            let kept = try #require(broken.output.firstMatch(of: /your text is kept in (\S+)/))
            #expect(try String(contentsOf: URL(filePath: String(kept.1)), encoding: .utf8) == "nonsense\n")
            try FileManager.default.removeItem(at: URL(filePath: String(kept.1)).deletingLastPathComponent())
            #expect(try await program.run("show", "1").output == before)
        }

        @Test func `a reader that has seen enough ends a listing without a word`() async throws {
            let addresses = (1...3000).map { "https://example.org/\($0)" }.joined(separator: "\n")
            try await program.run("add", "-q", "--no-fetch", "-", input: addresses)
            let outcome = try await Call.run(
                "bash", ["-c", "set -o pipefail; \(BuiltProducts.program("shelf")) list | head -1"],
                environment: [
                    "PATH": "/usr/bin:/bin", "HOME": program.folder.url.path, "SHELF_LIBRARY": program.library,
                ])
            #expect(outcome.output == "3000  https://example.org/3000\n" && outcome.errors == "")
        }
    }
#endif
