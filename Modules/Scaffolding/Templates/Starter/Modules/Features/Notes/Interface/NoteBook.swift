public import Core
public import Injection

/// The notes of one person, each one line of text.
///
/// Methods throw ``NotesError``, or `NoteStoreError` if the store fails. Then nothing has changed.
public protocol NoteBook: Sendable {
    /// Adds a note. Line breaks and other control characters become spaces, and spaces around the
    /// text are removed.
    ///
    /// - Throws: ``NotesError/emptyText`` if no text is left.
    func add(_ text: String) async throws -> Note

    /// Returns the notes that contain a word, regardless of case and accents. An empty word returns
    /// every note.
    func notes(containing word: String) async throws -> [Note]

    /// Removes and returns the note with a number.
    ///
    /// - Throws: ``NotesError/noSuchNote(_:)``.
    func remove(_ id: Note.ID) async throws -> Note
}

/// An error that a note book throws.
public enum NotesError: ExplainedError, Hashable {
    case emptyText
    case noSuchNote(Note.ID)

    public var explanation: String {
        switch self {
        case .emptyText: "the note is empty; add a text"
        case .noSuchNote(let id): "note \(id) not found; list the notes to see their numbers"
        }
    }
}

/// A container that provides notes.
public protocol NotesProviding: SharedContainer {
    var noteBook: Factory<any NoteBook> { get }
}
