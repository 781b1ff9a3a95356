package import Injection

/// Keeps notes.
///
/// Nothing is opened before the first use. All methods throw ``NoteStoreError``; then nothing has changed.
public protocol NoteStore: Sendable {
    /// All notes, in the order in which they came.
    func notes() async throws(NoteStoreError) -> [Note]

    /// Keeps a new note, and gives it a number that no note of the store ever had.
    func insert(_ text: String) async throws(NoteStoreError) -> Note

    /// Forgets the note of that number and returns it, or nil when there is none.
    func remove(id: Note.ID) async throws(NoteStoreError) -> Note?
}

/// A container that provides the store of the notes.
package protocol NoteStoreProviding: SharedContainer {
    /// The store of the notes.
    var noteStore: Factory<any NoteStore> { get }
}
