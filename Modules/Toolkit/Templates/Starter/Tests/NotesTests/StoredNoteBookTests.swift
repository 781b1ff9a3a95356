import CoreTesting
import Notes
import NotesInterface
import NotesTesting
import Testing

struct StoredNoteBookTests {
    private let store: InMemoryNoteStore
    private let notes: StoredNoteBook

    init() {
        store = InMemoryNoteStore(["Water the plants", "café at noon", "call home"])
        notes = StoredNoteBook(store: store)
    }

    @Test(arguments: [
        ("buy milk", "buy milk"),
        ("  buy\nmilk\n", "buy milk"),
        ("a\u{1B}[31mb", "a [31mb"),
        ("👩‍👩‍👧 été", "👩‍👩‍👧 été"),
    ])
    func `adds a note as a single line of text`(_ given: String, _ stored: String) async throws {
        let note = try await notes.add(given)
        #expect(note == Note(id: 4, text: stored))
        #expect(await store.notes().last == note)
    }

    @Test(arguments: ["", " \t\n", "\u{0}"])
    func `refuses a note without text`(_ text: String) async throws {
        await #expect(throws: NotesError.emptyText) { try await notes.add(text) }
        #expect(await store.notes().count == 3)
    }

    @Test(
        arguments: [
            ("", [1, 2, 3]),
            ("plant", [1]),
            ("WATER", [1]),
            ("CAFE", [2]),
            ("a", [1, 2, 3]),
            ("milk", []),
        ] as [(String, [Note.ID])]
    )
    func `finds notes regardless of case and accents`(
        _ word: String,
        _ ids: [Note.ID]
    ) async throws {
        #expect(try await notes.notes(containing: word).map(\.id) == ids)
    }

    @Test func `removes a note, and reports a note that does not exist`() async throws {
        #expect(try await notes.remove(2).text == "café at noon")
        await #expect(throws: NotesError.noSuchNote(2)) { try await notes.remove(2) }
        #expect(await store.notes().map(\.id) == [1, 3])
    }

    @Test(arguments: [NotesError.emptyText, .noSuchNote(7)])
    func `every error has an explanation`(_ error: NotesError) {
        checkExplanation(of: error)
    }
}
