/// Why a store could not do what was asked.
public enum NoteStoreError: ExplainedError, Hashable {
    /// What is kept at `path` cannot be read.
    case unreadable(path: String, reason: String)
    /// What is kept at `path` is damaged, or something else; it is left as it is.
    case damaged(path: String, reason: String)
    /// Nothing can be kept at `path`.
    case unwritable(path: String, reason: String)

    public var explanation: String {
        switch self {
        case .unreadable(let path, let reason): "the notes in '\(path)' cannot be read: \(reason)"
        case .damaged(let path, let reason):
            "'\(path)' holds no notes, or is damaged (\(reason)); it is left as it is: mend it, or name another file"
        case .unwritable(let path, let reason): "the notes cannot be kept in '\(path)': \(reason)"
        }
    }
}
