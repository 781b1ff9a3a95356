import Bootstrap
import Injection
import NotesTesting
import Testing

/// Tests the commands for notes with an in-memory store.
struct NotesCommandTests {
    private let app = AppNameCommandTests()

    init() {
        app.container.noteStore.register { InMemoryNoteStore() }
    }

    @Test func `the commands add, list, find and remove notes`() async {
        #expect(await app.run("add", "water", "the plants").output == "1  water the plants\n")
        #expect(await app.run("add", "call home").output == "2  call home\n")
        #expect(await app.run("list").output == "1  water the plants\n2  call home\n")
        #expect(await app.run("list", "PLANT").output == "1  water the plants\n")
        #expect(await app.run("remove", "1").output == "1  water the plants\n")
        #expect(await app.run("list") == (0, "2  call home\n", ""))
    }

    @Test(
        arguments: [
            ("add", "", 64, "the note is empty; enter some text"),
            ("remove", "x", 64, "invalid number 'x'; 'appname help' lists the commands"),
            ("remove", "7", 1, "note 7 not found; list the notes to see their numbers"),
        ] as [(String, String, Int32, String)]
    )
    func `prints a one-line message for an error`(
        _ command: String,
        _ operand: String,
        _ code: Int32,
        _ message: String
    ) async {
        #expect(await app.run(command, operand) == (code, "", "appname: \(message)\n"))
    }

    @Test func `the environment determines the path of the notes`() async {
        #expect(await app.run(environment: ["APPNAME_FILE": "/a.json"]).code == 0)
        #expect(app.container.settings().notesPath == "/a.json")
        #expect(await app.run(environment: ["HOME": "/home/me"]).code == 0)
        #expect(app.container.settings().notesPath == "/home/me/.local/share/appname/notes.json")
    }
}
