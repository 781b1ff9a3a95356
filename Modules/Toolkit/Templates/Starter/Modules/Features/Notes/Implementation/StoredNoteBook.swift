import Foundation
package import NotesInterface

/// A note book that keeps its notes in a store.
package struct StoredNoteBook: NoteBook {
    private let store: any NoteStore

    /// Creates a note book with a store.
    package init(store: any NoteStore) {
        self.store = store
    }

    package func add(_ text: String) async throws -> Note {
        let isControl = { (scalar: Unicode.Scalar) in
            CharacterSet.controlCharacters.union(.newlines).contains(scalar) && scalar != "\u{200D}"
        }
        let scalars = text.unicodeScalars.map { isControl($0) ? " " : $0 }
        let line = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
        guard !line.isEmpty else { throw NotesError.emptyText }
        return try await store.insert(line)
    }

    package func notes(containing word: String) async throws -> [Note] {
        let notes = try await store.notes()
        guard !word.isEmpty else { return notes }
        return notes.filter {
            $0.text.range(of: word, options: [.caseInsensitive, .diacriticInsensitive]) != nil
        }
    }

    package func remove(_ id: Note.ID) async throws -> Note {
        guard let note = try await store.remove(id: id) else {
            throw NotesError.noSuchNote(id)
        }
        return note
    }
}
