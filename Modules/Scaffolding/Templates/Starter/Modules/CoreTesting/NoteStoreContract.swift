public import Core
import Testing

/// What every store of notes promises, rule by rule; a test runs each rule on an empty store of its own.
public enum NoteStoreContract: String, CaseIterable, Sendable {
    case insertedNotesComeBack = "inserted notes come back, in the order in which they came"
    case removedNotesAreGone = "a removed note is returned once, and gone"
    case numbersAreNeverUsedAgain = "the number of a removed note is never used again"
    case absentNotesAreIgnored = "removing a note that is not there does nothing"
    case textIsKept = "quotes, markup, emoji and line ends are kept to the letter"

    /// Checks the rule on `store`, which must be empty.
    public func check(_ store: any NoteStore) async throws {
        switch self {
        case .insertedNotesComeBack: try await checkInsertion(store)
        case .removedNotesAreGone: try await checkRemoval(store)
        case .numbersAreNeverUsedAgain: try await checkNumbers(store)
        case .absentNotesAreIgnored: try await checkAbsence(store)
        case .textIsKept: try await checkText(store)
        }
    }

    private func checkInsertion(_ store: any NoteStore) async throws {
        #expect(try await store.notes().isEmpty)
        let notes = [try await store.insert("b"), try await store.insert("a"), try await store.insert("a")]
        #expect(notes.map(\.text) == ["b", "a", "a"])
        #expect(notes.map(\.id) == [1, 2, 3])
        #expect(try await store.notes() == notes)
    }

    private func checkRemoval(_ store: any NoteStore) async throws {
        let notes = [try await store.insert("a"), try await store.insert("b"), try await store.insert("c")]
        #expect(try await store.remove(id: notes[1].id) == notes[1])
        #expect(try await store.remove(id: notes[1].id) == nil)
        #expect(try await store.notes() == [notes[0], notes[2]])
    }

    private func checkNumbers(_ store: any NoteStore) async throws {
        let old = try await store.insert("a")
        _ = try await store.remove(id: old.id)
        #expect(try await store.insert("b").id > old.id)
    }

    private func checkAbsence(_ store: any NoteStore) async throws {
        let note = try await store.insert("a")
        for id in [0, -1, note.id + 1, .max] { #expect(try await store.remove(id: id) == nil) }
        #expect(try await store.notes() == [note])
    }

    private func checkText(_ store: any NoteStore) async throws {
        let text = "'; --\n<b>&amp;</b>\t\\ \"\u{1B}[31m👩‍👩‍👧 עברית \u{0}end"
        #expect(try await store.insert(text).text == text)
        #expect(try await store.notes().map(\.text) == [text])
    }
}
