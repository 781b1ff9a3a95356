import AppName
import Bootstrap
import CoreTesting
import Injection
import Synchronization
import Testing

/// The commands, run in the process of the tests with notes in memory.
struct AppNameCommandTests {
    private let container = AppContainer()

    init() { container.noteStore.register { InMemoryNoteStore() } }

    private func run(
        _ arguments: String..., environment: [String: String] = [:]
    ) async -> (code: Int32, output: String, errors: String) {
        let output = Mutex("")
        let errors = Mutex("")
        let console = Console { text in
            output.withLock { $0 += text }
        } errors: { text in
            errors.withLock { $0 += text }
        }
        let code = await AppContainer.$shared.withValue(container) {
            await AppNameCommand.run(arguments, environment: environment, console: console)
        }
        return (code, output.withLock(\.self), errors.withLock(\.self))
    }

    @Test func `adds, lists, finds and removes notes`() async {
        #expect(await run("add", "water", "the plants").output == "1  water the plants\n")
        #expect(await run("add", "call home").output == "2  call home\n")
        #expect(await run("list").output == "1  water the plants\n2  call home\n")
        #expect(await run("list", "PLANT").output == "1  water the plants\n")
        #expect(await run("remove", "1").output == "1  water the plants\n")
        #expect(await run("list") == (0, "2  call home\n", ""))
    }

    @Test(
        arguments: [
            ("add", "", 64, "a note must have a text"),
            ("nonsense", "", 64, "unknown command 'nonsense'; 'appname help' lists the commands"),
            ("remove", "x", 64, "'x' is not the number of a note; 'appname help' lists the commands"),
            ("remove", "7", 1, "no note has the number 7; list the notes to see their numbers"),
        ] as [(String, String, Int32, String)])
    func `reports an error in one line`(_ command: String, _ operand: String, _ code: Int32, _ message: String) async {
        #expect(await run(command, operand) == (code, "", "appname: \(message)\n"))
    }

    @Test func `prints the version, and the help without a command`() async {
        #expect(await run("--version").output == "appname 0.1.0\n")
        #expect(await run().output.hasPrefix("Usage: appname "))
    }

    @Test func `the environment names the file of the notes`() async {
        #expect(await run(environment: ["APPNAME_FILE": "/a.json"]).code == 0)
        #expect(container.settings().notesPath == "/a.json")
        #expect(await run(environment: ["HOME": "/home/me"]).code == 0)
        #expect(container.settings().notesPath == "/home/me/.local/share/appname/notes.json")
    }
}
