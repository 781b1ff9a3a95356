public import Core
package import Injection

/// A store of notes.
///
/// A store does not open its file or connection until first use. If a method throws
/// ``NoteStoreError``, the notes have not changed.
package protocol NoteStore: Sendable {
    /// Returns all notes in the order of their insertion.
    func notes() async throws(NoteStoreError) -> [Note]

    /// Inserts and returns a note with a number that no note in the store has had before.
    func insert(_ text: String) async throws(NoteStoreError) -> Note

    /// Removes and returns the note with the given number. Returns `nil` if no note has the number.
    func remove(id: Note.ID) async throws(NoteStoreError) -> Note?
}

/// The reason why a store failed.
public enum NoteStoreError: ExplainedError, Hashable {
    /// The notes at `path` cannot be read.
    case unreadable(path: String, reason: String)
    /// The notes at `path` cannot be written.
    case unwritable(path: String, reason: String)

    public var explanation: String {
        switch self {
        case .unreadable(let path, let reason): "cannot read the notes in '\(path)': \(reason)"
        case .unwritable(let path, let reason): "cannot write the notes to '\(path)': \(reason)"
        }
    }
}

/// A container that provides a store of notes.
package protocol NoteStoreProviding: SharedContainer {
    var noteStore: Factory<any NoteStore> { get }
}
