import Files
package import Injection
package import NotesInterface

extension AppContainer {
    /// The store of notes, whose file is at the path in the settings.
    package var noteStore: Factory<any NoteStore> {
        self { FileNoteStore(path: self.settings().notesPath) }.cached
    }
}
