import Injection
import InjectionTesting
import Notes
import Testing

struct FixedNoteStore: NoteStore {
    func notes() -> [String] {
        ["buy milk", "call Ada"]
    }
}

struct NoteSummaryTests {
    @Test(.container { $0.noteStore.register { FixedNoteStore() } })
    func `counts the notes`() throws {
        #expect(try NoteSummary().text() == "2 notes")
    }
}
