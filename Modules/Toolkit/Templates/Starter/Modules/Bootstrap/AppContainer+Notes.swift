public import Injection
import Notes
public import NotesInterface

extension AppContainer {
    /// The note book, which stores its notes in the registered store.
    public var noteBook: Factory<any NoteBook> {
        self { StoredNoteBook(store: self.noteStore()) }.cached
    }
}
