public import Core

/// A store of notes that ends with the process; what `NoteStore` promises, without a file.
public actor InMemoryNoteStore: NoteStore {
    private var kept: [Note] = []
    private var lastID = 0

    /// Makes a store with these texts, numbered from 1 on.
    public init(_ texts: [String] = []) {
        kept = texts.enumerated().map { Note(id: $0 + 1, text: $1) }
        lastID = kept.count
    }

    public func notes() -> [Note] { kept }

    public func insert(_ text: String) -> Note {
        lastID += 1
        let note = Note(id: lastID, text: text)
        kept.append(note)
        return note
    }

    public func remove(id: Note.ID) -> Note? {
        kept.firstIndex { $0.id == id }.map { kept.remove(at: $0) }
    }
}
