public import Core
public import Injection

/// A line of text that the user saved.
public struct Note: Sendable, Hashable, Codable, Identifiable {
    /// The number of the note, counted from 1.
    public let id: Int
    public let text: String

    public init(id: Int, text: String) {
        self.id = id
        self.text = text
    }
}

/// A collection of notes, each of which is one line of text.
///
/// The methods throw ``NotesError``, or `NoteStoreError` if the store fails. If a method throws an
/// error, the notes have not changed.
public protocol NoteBook: Sendable {
    /// Adds a note. Line breaks and other control characters become spaces, and spaces around the
    /// text are removed.
    ///
    /// - Throws: ``NotesError/emptyText`` if no text is left.
    func add(_ text: String) async throws -> Note

    /// Returns the notes that contain a word, regardless of case and accents. All notes contain the
    /// empty word.
    func notes(containing word: String) async throws -> [Note]

    /// Removes and returns the note with the given number.
    ///
    /// - Throws: ``NotesError/noSuchNote(_:)`` if no note has the number.
    func remove(_ id: Note.ID) async throws -> Note
}

/// An error that a note book throws.
public enum NotesError: ExplainedError, Hashable {
    case emptyText
    case noSuchNote(Note.ID)

    public var explanation: String {
        switch self {
        case .emptyText: "the note is empty; enter some text"
        case .noSuchNote(let id): "note \(id) not found; list the notes to see their numbers"
        }
    }
}

/// A container that provides notes.
public protocol NotesProviding: SharedContainer {
    var noteBook: Factory<any NoteBook> { get }
}
