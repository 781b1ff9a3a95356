package import NotesInterface
import Testing

/// A store of notes in memory.
package actor InMemoryNoteStore: NoteStore {
    private var stored: [Note] = []
    private var lastID = 0

    /// Creates a store that contains a note for each string, numbered from 1.
    package init(_ texts: [String] = []) {
        stored = texts.enumerated().map { Note(id: $0 + 1, text: $1) }
        lastID = stored.count
    }

    package func notes() -> [Note] {
        stored
    }

    package func insert(_ text: String) -> Note {
        lastID += 1
        let note = Note(id: lastID, text: text)
        stored.append(note)
        return note
    }

    package func remove(id: Note.ID) -> Note? {
        stored.firstIndex { $0.id == id }.map { stored.remove(at: $0) }
    }
}

/// A rule that every `NoteStore` must satisfy, and a check of the rule. A failure names the rule.
package struct NoteStoreContract: Sendable, CaseIterable, CustomTestStringConvertible {
    package let testDescription: String
    private let body: @Sendable (any NoteStore) async throws -> Void

    private init(_ rule: String, body: @escaping @Sendable (any NoteStore) async throws -> Void) {
        testDescription = rule
        self.body = body
    }

    /// Checks that `store` satisfies the rule. The store must be empty.
    package func check(_ store: any NoteStore) async throws {
        try await body(store)
    }

    package static let allCases: [Self] = [
        Self("inserted notes are returned in order, with their exact text") { store in
            let texts = ["b", "a", "a", "'; --\n<b>&amp;</b>\t\\ \"\u{1B}[31m👩‍👩‍👧 עברית \u{0}end"]
            var notes: [Note] = []
            for text in texts {
                notes.append(try await store.insert(text))
            }
            #expect(notes.map(\.text) == texts)
            #expect(notes.map(\.id) == [1, 2, 3, 4])
            #expect(try await store.notes() == notes)
        },
        Self("a note is removed and returned only once") { store in
            let first = try await store.insert("a")
            let second = try await store.insert("b")
            #expect(try await store.remove(id: second.id) == second)
            for id in [second.id, 0, -1, .max] {
                #expect(try await store.remove(id: id) == nil)
            }
            #expect(try await store.notes() == [first])
        },
        Self("the number of a removed note is not used again") { store in
            let first = try await store.insert("a")
            _ = try await store.remove(id: first.id)
            #expect(try await store.insert("b").id == first.id + 1)
        },
    ]
}
