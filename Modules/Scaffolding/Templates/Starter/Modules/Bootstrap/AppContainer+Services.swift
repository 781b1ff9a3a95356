public import Core
import Files
public import Injection

extension AppContainer {
    /// The notes, in the file that the settings name.
    public var noteStore: Factory<any NoteStore> {
        self { FileNoteStore(path: self.settings().notesPath) }.cached
    }
}
