public import Injection

/// A protocol whose instances can be used on any thread.
public nonisolated protocol NoteStore: Sendable {
    var notes: [String] { get }
    func add(_ note: String)
}

/// A protocol whose instances are used only in the isolation domain that created them.
public nonisolated protocol NoteFormatter {
    func text(of note: String) -> String
}

/// A protocol of the main actor.
@MainActor
public protocol NoteList: AnyObject, Sendable {
    var rows: [String] { get }
}

/// A container with the factories of the feature. The factories can be resolved on any thread.
public nonisolated protocol NotesProviding: SharedContainer {
    var noteStore: Factory<any NoteStore> { get }
    var noteFormatter: Factory<any NoteFormatter> { get }
    var noteList: Factory<any NoteList> { get }
    var noteArchive: AsyncParameterFactory<Int, any NoteStore> { get }
}
