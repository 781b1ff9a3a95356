import CoreTesting
import Foundation
import ProgramTesting
import Testing

/// Disks that are full: no file may grow beyond a limit, which is the same to a program and needs no administrator.
struct FullDiskTests {
    private let program: Program

    init() throws { program = try Program() }

    /// What a call does where no file may have more KiB than that.
    private func run(limit: Int, _ arguments: [String]) async throws -> Outcome {
        // To be told instead of killed needs the trap.
        let script = "trap '' XFSZ; ulimit -f \(limit); exec \"$0\" \"$@\""
        return try await Call(
            "bash", ["-c", script, BuiltProducts.program("shelf")] + arguments,
            environment: [
                "HOME": program.folder.url.path, "PATH": "/usr/bin:/bin", "SHELF_LIBRARY": program.library,
            ], folder: program.folder
        ).outcome()
    }

    private var isFull: String {
        "shelf: the disk of the library '\(program.library)' is full, and nothing was changed; make room and try again\n"
    }

    @Test func `on a full disk everything can be read, and nothing changed`() async throws {
        try await LoopbackServer.serving(ScriptedSite(otherwise: .respond())) { server in
            try await program.run("add", "--no-fetch", "\(server.url)")
            let before = try await program.run("list", "--json").output
            let file = try program.write("https://example.org/new\n", to: "links.txt")
            for call in [
                ["add", "--no-fetch", "https://example.org/new"], ["import", file], ["check"], ["undo"], ["rm", "1"],
            ] {
                let outcome = try await run(limit: 8, call)
                #expect(outcome.code == 74 && outcome.errors == isFull && outcome.output == "", "\(call) \(outcome)")
            }
            for call in [["list", "--json"], ["search", "127", "--json"], ["show", "1", "--json"]] {
                let outcome = try await run(limit: 8, call)
                #expect(outcome.code == 0 && outcome.output == before, "\(call) \(outcome)")
            }
            #expect(try await program.run("list", "--json").output == before)
            #expect(try await program.run("undo").code == 0)
        }
    }

    @Test func `a change that fills the disk is taken back`() async throws {
        try await program.run("add", "--no-fetch", "https://example.org")
        let before = try await program.run("list", "--json").output
        let addresses = (1...2000).map { "https://example.org/\($0)" }.joined(separator: "\n")
        let outcome = try await run(limit: 128, ["import", program.write(addresses, to: "links.txt")])
        #expect(outcome.code == 74 && outcome.errors == isFull && outcome.output == "", "\(outcome)")
        #expect(try await program.run("list", "--json").output == before)
        #expect(try await program.run("undo", "--dry-run").output.hasPrefix("would undo the addition of 1 link"))
    }

    @Test func `a file that does not fit leaves the old one as it was, and nothing beside it`() async throws {
        let addresses = (1...800).map { "https://example.org/\($0)" }.joined(separator: "\n")
        try await program.run("import", "-q", "-", input: addresses)
        let file = try program.write("old", to: "file")
        for call in [["export", file], ["report", "--html", file]] {
            let outcome = try await run(limit: 33, call)
            #expect(outcome.code == 74 && outcome.errors == "shelf: '\(file)' cannot be written: File too large\n")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: program.folder.url.path)
        #expect(names.filter { $0.hasPrefix(".file") } == [])
    }

    #if os(Linux)
        @Test(arguments: [
            ["list"], ["export"], ["report"], ["report", "--html", "-"], ["check"],
            ["add", "--no-fetch", "https://a.example"],
        ])
        func `an output that takes nothing is reported`(_ call: [String]) async throws {
            try await program.run("add", "--no-fetch", "http://127.0.0.1:1/")
            let full = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
            let outcome = try await program.start(call, output: full).outcome()
            #expect(outcome.code == 74)
            #expect(outcome.errors == "shelf: the output cannot be written; is the disk full?\n")
        }

        @Test(arguments: ["list", "report"])
        func `an output that is closed is said to be`(_ command: String) async throws {
            try await program.run("add", "-q", "--no-fetch", "https://a.example/")
            let outcome = try await program.start([command], by: ["sh", "-c", "exec \"$@\" >&-", "sh"]).outcome()
            #expect(outcome.code == 74)
            #expect(outcome.errors == "shelf: standard output is closed; the results have nowhere to go\n")
        }
    #endif
}
