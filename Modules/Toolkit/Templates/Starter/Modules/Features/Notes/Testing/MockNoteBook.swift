import CoreTesting
public import NotesInterface

/// A mock `NoteBook` whose methods call closures that the test sets.
public struct MockNoteBook: NoteBook {
    /// The closure for ``add(_:)``.
    public var onAdd: @Sendable (String) async throws -> Note = { _ in
        throw UnexpectedCall(of: "add(_:)", setting: "onAdd")
    }
    /// The closure for ``notes(containing:)``.
    public var onNotes: @Sendable (String) async throws -> [Note] = { _ in
        throw UnexpectedCall(of: "notes(containing:)", setting: "onNotes")
    }
    /// The closure for ``remove(_:)``.
    public var onRemove: @Sendable (Note.ID) async throws -> Note = { _ in
        throw UnexpectedCall(of: "remove(_:)", setting: "onRemove")
    }

    /// Creates a mock. A call records an issue and throws an error if its closure is not set.
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
