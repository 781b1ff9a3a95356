import Core
import CoreTesting
import Notes
import NotesInterface
import Testing

struct StoredNoteBookTests {
    private let store: InMemoryNoteStore
    private let notes: StoredNoteBook

    init() {
        store = InMemoryNoteStore(["Water the plants", "café at noon", "call home"])
        notes = StoredNoteBook(store: store)
    }

    @Test func `an added note is kept`() async throws {
        let note = try await notes.add("buy milk")
        #expect(note == Note(id: 4, text: "buy milk"))
        #expect(await store.notes().last == note)
    }

    @Test(arguments: [
        ("  buy milk\n", "buy milk"), ("buy\nmilk", "buy milk"), ("a\u{1B}[31mb", "a [31mb"), ("👩‍👩‍👧 été", "👩‍👩‍👧 été"),
    ])
    func `a note is one line, without space around it`(_ given: String, _ kept: String) async throws {
        #expect(try await notes.add(given).text == kept)
    }

    @Test(arguments: ["", " \t\n", "\u{0}"])
    func `a note without text is refused`(_ text: String) async throws {
        await #expect(throws: NotesError.emptyText) { try await notes.add(text) }
        #expect(await store.notes().count == 3)
    }

    @Test(
        arguments: [
            (nil, [1, 2, 3]), ("plant", [1]), ("WATER", [1]), ("CAFE", [2]), ("a", [1, 2, 3]), ("milk", []),
        ] as [(String?, [Note.ID])])
    func `notes are found by a word, whatever the case and the accents`(_ word: String?, _ ids: [Note.ID]) async throws
    {
        #expect(try await notes.notes(containing: word).map(\.id) == ids)
    }

    @Test func `a removed note is returned and gone`() async throws {
        #expect(try await notes.remove(2).text == "café at noon")
        #expect(await store.notes().map(\.id) == [1, 3])
    }

    @Test func `a note that is not there cannot be removed`() async throws {
        await #expect(throws: NotesError.noSuchNote(7)) { try await notes.remove(7) }
        #expect(await store.notes().count == 3)
    }

    @Test func `every error says what is wrong`() {
        #expect(NotesError.emptyText.explanation == "a note needs a text; there is none")
        #expect(NotesError.noSuchNote(7).explanation.hasPrefix("there is no note 7; "))
    }
}
