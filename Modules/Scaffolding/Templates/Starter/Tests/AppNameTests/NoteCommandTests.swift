import AppName
import Bootstrap
import CoreTesting
import Foundation
import Injection
import ProgramTesting
import Synchronization
import Testing

/// The commands, run in this process with notes in memory.
struct NoteCommandTests {
    private let container = AppContainer()

    init() { container.noteStore.register { InMemoryNoteStore() } }

    private func run(_ arguments: String...) async -> Outcome { await run(arguments) }

    private func run(_ arguments: [String]) async -> Outcome {
        let output = Mutex("")
        let errors = Mutex("")
        let console = Console { text in
            output.withLock { $0 += text }
        } errors: { text in
            errors.withLock { $0 += text }
        }
        let code = await AppContainer.$shared.withValue(container) {
            await AppNameCommand.run(arguments, environment: [:], console: console)
        }
        return Outcome(output: output.withLock(\.self), errors: errors.withLock(\.self), code: code)
    }

    @Test func `notes are added, listed, found and removed`() async {
        #expect(await run("add", "water", "the plants").output == "1  water the plants\n")
        #expect(await run("add", "--", "-5 degrees").output == "2  -5 degrees\n")
        #expect(await run("list").output == "1  water the plants\n2  -5 degrees\n")
        #expect(await run("list", "PLANT").output == "1  water the plants\n")
        #expect(await run("remove", "1").output == "1  water the plants\n")
        let list = await run("list")
        #expect((list.code, list.output, list.errors) == (0, "2  -5 degrees\n", ""))
    }

    @Test(
        arguments: [
            (["add"], 64, "'appname add' needs TEXT…; 'appname add --help' shows examples"),
            (["add", " "], 64, "a note needs a text; there is none"),
            (["lsit"], 64, "unknown command 'lsit'; did you mean 'list'?"),
            (["remove", "x"], 64, "'x' is no number of a note; 'appname list' shows the numbers"),
            (["remove", "7"], 1, "there is no note 7; list the notes to see their numbers"),
        ] as [([String], Int32, String)])
    func `what is wrong is said in one line`(_ arguments: [String], _ code: Int32, _ message: String) async {
        let outcome = await run(arguments)
        #expect((outcome.code, outcome.output) == (code, ""))
        #expect(outcome.errors.hasPrefix("appname: \(message)"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test(arguments: ["add", "list", "remove"])
    func `every command has help with examples`(_ command: String) async {
        let outcome = await run(command, "--help")
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("Examples:\n  appname \(command)"))
    }
}

/// The real program, which keeps its notes in a file.
struct NoteFileTests {
    private let program: Program

    init() throws { program = try Program() }

    @Test func `the notes lie in the file that is named, or in that of the account`() async throws {
        let path = program.folder.path
        try await program.run(["add", "a"])
        #expect(FileManager.default.fileExists(atPath: path(".local/share/appname/notes.json")))
        try await program.run(["add", "b"], environment: ["XDG_DATA_HOME": path("data")])
        #expect(FileManager.default.fileExists(atPath: path("data/appname/notes.json")))
        #expect(try await program.run(["--file", "c.json", "add", "c"]).output == "1  c\n")
        #expect(FileManager.default.fileExists(atPath: path("c.json")))
    }

    @Test func `a file that cannot be read is reported in one line`() async throws {
        let outcome = try await program.run(["--file", "/dev/null/notes.json", "list"])
        #expect((outcome.code, outcome.output) == (74, ""))
        #expect(outcome.errors.hasPrefix("appname: the notes in '/dev/null/notes.json' cannot be read: "))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }
}
