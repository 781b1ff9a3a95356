// starter
import Files
import Notes
public import NotesInterface

// end
/// The objects that the app can use. Each receives its dependencies in `init`.
///
/// A property without a value does not compile.
public struct Dependencies: Sendable {
    public var settings: Settings
    public var noteBook: any NoteBook  // starter

    /// Creates the objects that the program uses.
    public init(settings: Settings) {
        // starter
        self.init(settings: settings, noteStore: FileNoteStore(path: settings.notesPath))
    }

    /// Creates the objects with another store of notes, such as a mock.
    package init(settings: Settings, noteStore: any NoteStore) {
        // end
        self.settings = settings
        noteBook = StoredNoteBook(store: noteStore)  // starter
    }
}
