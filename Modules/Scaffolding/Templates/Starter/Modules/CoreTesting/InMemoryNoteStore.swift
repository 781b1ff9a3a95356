public import Core
import Testing

/// A store of notes in memory.
public actor InMemoryNoteStore: NoteStore {
    private var stored: [Note] = []
    private var lastID = 0

    /// Creates a store that contains notes with the given texts, numbered from 1.
    public init(_ texts: [String] = []) {
        stored = texts.enumerated().map { Note(id: $0 + 1, text: $1) }
        lastID = stored.count
    }

    public func notes() -> [Note] {
        stored
    }

    public func insert(_ text: String) -> Note {
        lastID += 1
        let note = Note(id: lastID, text: text)
        stored.append(note)
        return note
    }

    public func remove(id: Note.ID) -> Note? {
        stored.firstIndex { $0.id == id }.map { stored.remove(at: $0) }
    }
}

/// The contract of `NoteStore`, which every store must satisfy. A test checks each rule with an
/// empty store.
public enum NoteStoreContract: String, CaseIterable, Sendable {
    case insertion = "inserted notes are returned in their order, with their exact text"
    case removal = "a removed note is returned once"
    case numbers = "the number of a removed note is not used again"

    /// Checks the rule with an empty store.
    public func check(_ store: any NoteStore) async throws {
        let texts = ["b", "a", "a", "'; --\n<b>&amp;</b>\t\\ \"\u{1B}[31m👩‍👩‍👧 עברית \u{0}end"]
        var notes: [Note] = []
        for text in texts {
            notes.append(try await store.insert(text))
        }
        switch self {
        case .insertion:
            #expect(notes.map(\.text) == texts)
            #expect(notes.map(\.id) == [1, 2, 3, 4])
            #expect(try await store.notes() == notes)
        case .removal:
            #expect(try await store.remove(id: 2) == notes[1])
            for id in [2, 0, -1, .max] {
                #expect(try await store.remove(id: id) == nil)
            }
            #expect(try await store.notes() == [notes[0], notes[2], notes[3]])
        case .numbers:
            _ = try await store.remove(id: 4)
            #expect(try await store.insert("c").id == 5)
        }
    }
}
