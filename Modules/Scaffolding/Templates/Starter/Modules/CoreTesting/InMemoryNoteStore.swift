public import Core

/// A store of notes in memory.
public actor InMemoryNoteStore: NoteStore {
    private var stored: [Note] = []
    private var lastID = 0

    /// Creates a store with notes that have these texts and are numbered from 1.
    public init(_ texts: [String] = []) {
        stored = texts.enumerated().map { Note(id: $0 + 1, text: $1) }
        lastID = stored.count
    }

    public func notes() -> [Note] { stored }

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
