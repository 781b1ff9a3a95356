package import Core
import Files
package import Injection

extension AppContainer {
    /// The store of notes in the file that the settings name.
    package var noteStore: Factory<any NoteStore> {
        self { FileNoteStore(path: self.settings().notesPath) }.cached
    }
}
