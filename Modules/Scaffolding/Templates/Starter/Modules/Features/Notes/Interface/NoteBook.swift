public import Core
public import Injection

/// The notes of one person; each is one line.
///
/// All methods throw ``NotesError``, or `NoteStoreError` when the store fails; then nothing has changed.
public protocol NoteBook: Sendable {
    /// Keeps a note. Line ends and other control characters become spaces, and spaces around the text are left out.
    ///
    /// - Throws: ``NotesError/emptyText`` when nothing is left.
    func add(_ text: String) async throws -> Note

    /// The notes, oldest first; with a word, those that contain it, whatever the case and the accents.
    func notes(containing word: String?) async throws -> [Note]

    /// Forgets the note of that number and returns it.
    ///
    /// - Throws: ``NotesError/noSuchNote(_:)``.
    func remove(_ id: Note.ID) async throws -> Note
}

/// A container that provides the notes.
public protocol NotesProviding: SharedContainer {
    /// The notes.
    var noteBook: Factory<any NoteBook> { get }
}
