package import Core
import Foundation
import NotesInterface

/// Notes in any store.
package struct StoredNoteBook: NoteBook {
    private let store: any NoteStore

    /// Makes it from what keeps the notes; nothing is opened yet.
    package init(store: any NoteStore) { self.store = store }

    package func add(_ text: String) async throws -> Note {
        let text = text.asOneLine
        guard !text.isEmpty else { throw NotesError.emptyText }
        return try await store.insert(text)
    }

    package func notes(containing word: String?) async throws -> [Note] {
        let notes = try await store.notes()
        guard let word else { return notes }
        return notes.filter { $0.text.range(of: word, options: [.caseInsensitive, .diacriticInsensitive]) != nil }
    }

    package func remove(_ id: Note.ID) async throws -> Note {
        guard let note = try await store.remove(id: id) else { throw NotesError.noSuchNote(id) }
        return note
    }
}

extension String {
    /// The text without line ends and other control characters, and without space around it.
    fileprivate var asOneLine: String {
        var line = UnicodeScalarView()
        for scalar in unicodeScalars {
            let isPrinted = !CharacterSet.controlCharacters.union(.newlines).contains(scalar) || scalar == "\u{200D}"
            line.append(isPrinted ? scalar : " ")
        }
        return String(line).trimmingCharacters(in: .whitespaces)
    }
}
