public import NotesInterface

/// A mock `NoteBook` whose methods call closures that the test sets.
public struct MockNoteBook: NoteBook {
    /// The closure for ``add(_:)``.
    public var onAdd: @Sendable (String) async throws -> Note = { _ in
        fatalError("set 'onAdd' before calling 'add(_:)'")
    }
    /// The closure for ``notes(containing:)``.
    public var onNotes: @Sendable (String) async throws -> [Note] = { _ in
        fatalError("set 'onNotes' before calling 'notes(containing:)'")
    }
    /// The closure for ``remove(_:)``.
    public var onRemove: @Sendable (Note.ID) async throws -> Note = { _ in
        fatalError("set 'onRemove' before calling 'remove(_:)'")
    }

    /// Creates a mock. A method stops the test process if its closure is not set.
    public init() {}

    public func add(_ text: String) async throws -> Note {
        try await onAdd(text)
    }
    public func notes(containing word: String) async throws -> [Note] {
        try await onNotes(word)
    }
    public func remove(_ id: Note.ID) async throws -> Note {
        try await onRemove(id)
    }
}
