package import Core
import Files
package import Injection

extension AppContainer {
    /// The notes in the file of the settings.
    package var noteStore: Factory<any NoteStore> {
        self { FileNoteStore(path: self.settings().notesPath) }.cached
    }
}
