public import Core
public import NotesInterface

/// A `NoteBook` whose methods are closures of a test.
public struct MockNoteBook: NoteBook {
    /// The closure for ``add(_:)``.
    public var onAdd: @Sendable (String) async throws -> Note = { _ in fatalError("add(_:) is not set") }
    /// The closure for ``notes(containing:)``.
    public var onNotes: @Sendable (String) async throws -> [Note] = { _ in fatalError("notes(containing:) is not set") }
    /// The closure for ``remove(_:)``.
    public var onRemove: @Sendable (Note.ID) async throws -> Note = { _ in fatalError("remove(_:) is not set") }

    /// Creates a mock. A call for which the test has no closure ends the test.
    public init() {}

    public func add(_ text: String) async throws -> Note { try await onAdd(text) }
    public func notes(containing word: String) async throws -> [Note] { try await onNotes(word) }
    public func remove(_ id: Note.ID) async throws -> Note { try await onRemove(id) }
}
