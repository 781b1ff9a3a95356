public import Core

/// Why the notes refused what was asked.
public enum NotesError: ExplainedError, Hashable {
    /// There is nothing in the text.
    case emptyText
    /// No note has that number.
    case noSuchNote(Note.ID)

    public var explanation: String {
        switch self {
        case .emptyText: "a note needs a text; there is none"
        case .noSuchNote(let id): "there is no note \(id); list the notes to see their numbers"
        }
    }
}
